"""Valid calls for the authentication API's configuration, and the roles that may make them."""

from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.token_calls import calls_of, settings_of
from tests.flows.valid_call import GoodCall, Key

APPLICATIONS, SETTINGS = "/authenticationApi/applications", "/authenticationApi/settings"
TARGET = "sign-in-0"


def application(serial: str, **more: Any) -> dict[str, Any]:
    """Return an authentication application."""
    return {"id": f"sign-in-{serial}", "name": f"Sign-in {serial}", "url": "https://login.example/", **more}


def add_authentication_application(admin: Client) -> None:
    """Create the application that the calls need, unless it exists."""
    made = admin.post(f"{API}{APPLICATIONS}", application("0"))
    assert made.status_code in (201, 422), made.text


AUTHENTICATION_API_CALLS: dict[Key, GoodCall] = {
    **settings_of(SETTINGS, GoodCall(body=lambda _s, _c: {"apiEnabled": False})),
    **calls_of(
        APPLICATIONS,
        GoodCall(201, body=lambda serial, _c: application(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: application("0", name=f"New {serial}"), target=TARGET),
    ),
}


def authentication_api_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        **document(f"{API}{SETTINGS}", sees=sees, changes=configures),
        **collection(f"{API}{APPLICATIONS}", sees=sees, changes=configures),
        ("DELETE", f"{API}{APPLICATIONS}/{{id}}"): configures,
    }
