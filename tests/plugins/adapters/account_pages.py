"""The HTML form adapter's pages for password changes, resets and user name recovery."""

from typing import Any

from hanse.plugins.contracts.adapters import ShowPage, Success
from tests.plugins.adapters.directory import AdapterUser, Services
from tests.plugins.adapters.html_forms import adapter_user

NEW = {"pf.newPassword": "another-one", "pf.confirmPassword": "another-one"}
BY_CODE = {"Password_Reset_Type": "OTP"}
BY_LINK = {"Password_Reset_Type": "OTL"}
SIGN_IN, SIGNED_IN = "html.form.login.template.html", Success


def template_of(page: Any) -> str:
    assert isinstance(page, ShowPage), page
    return page.template


def message_of(page: Any) -> str:
    return str(page.values["message"])


def submit_change(joe: AdapterUser, **changed: str) -> Any:
    form = {"pf.username": "joe", "pf.pass": "right-password", **NEW, "pf.ok": "clicked"}
    return joe.resume({**form, **changed})


def open_change_page(services: Services | None = None, /, **settings: str) -> AdapterUser:
    joe = adapter_user(services, Allow_Password_Changes="true", **settings)
    joe.start()
    assert template_of(joe.submit("pf.passwordChange")) == "html.form.change.password.template.html"
    return joe


def request_reset(joe: AdapterUser, username: str = "joe", button: str = "pf.forgotPassword") -> Any:
    joe.start()
    joe.submit(button)
    return joe.submit(username=username)


def code_of(joe: AdapterUser) -> str:
    return joe.services.sent[-1][2]["code"]
