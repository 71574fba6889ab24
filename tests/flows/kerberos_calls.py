"""Valid calls for Kerberos realms, and the roles that may make them."""

from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.token_calls import calls_of
from tests.flows.valid_call import GoodCall, Key
from tests.support.kerberos import kerberos_realm

REALMS = "/kerberos/realms"
SETTINGS = f"{API}{REALMS}/settings"
TARGET = "realm-0"


def _realm(serial: str) -> dict[str, Any]:
    return kerberos_realm(serial, kerberosPassword="a-password")


def add_kerberos_realm(admin: Client) -> None:
    """Create the realm that the calls need, unless it exists."""
    made = admin.post(f"{API}{REALMS}", _realm("0"))
    assert made.status_code in (201, 422), made.text


KERBEROS_CALLS: dict[Key, GoodCall] = {
    **calls_of(
        REALMS,
        GoodCall(201, body=lambda serial, _c: _realm(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: kerberos_realm(0, kerberosUsername=f"svc-{serial}"), target=TARGET),
    ),
    ("GET", SETTINGS): GoodCall(),
    ("GET", f"{API}/internal/history{REALMS}/settings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy{REALMS}/settings"): GoodCall(),
    ("PUT", SETTINGS): GoodCall(body=lambda _s, _c: {"kdcRetries": "3", "kdcTimeout": "4", "forceTcp": True}),
}


def kerberos_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        **collection(f"{API}{REALMS}", sees=sees, changes=configures),
        ("DELETE", f"{API}{REALMS}/{{id}}"): configures,
        **document(SETTINGS, sees=sees, changes=configures),
    }
