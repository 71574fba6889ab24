"""Users of the HTML form adapter in tests, and its sign-in page."""

from typing import Any

from hanse.plugins.adapters.html_form.plugin import HTML_FORM
from hanse.plugins.contracts.adapters import ShowPage
from tests.plugins.adapters.directory import AdapterUser, Services, User, plugin_maker

VALIDATORS = {
    "Credential Validators": [{"Password Credential Validator Instance": each} for each in ("first", "users")]
}
WRONG = "wrong"


def users(**more: Any) -> dict[str, User]:
    return {"joe": User("right-password", "joe@example.com", **more)}


def adapter_user(services: Services | None = None, /, **settings: str) -> AdapterUser:
    return AdapterUser(plugin_maker(HTML_FORM, VALIDATORS, **settings), services or Services(users()))


def enter_password(user: AdapterUser, password: str = WRONG, username: str = "joe", **more: str) -> Any:
    return user.resume({"pf.username": username, "pf.pass": password, "pf.ok": "clicked", **more})


def error_of(page: Any) -> str:
    assert isinstance(page, ShowPage), page
    return str(page.values["error"])
