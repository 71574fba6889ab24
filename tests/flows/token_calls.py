"""Good calls about access tokens and what they carry, and what these calls are about."""

from typing import Any

from tests.flows.good_call import GoodCall, Key
from tests.flows.kinds import collection, document
from tests.flows.server import API, Client
from tests.support.access_tokens import REFERENCE, manager

HISTORY, USED_BY = f"{API}/internal/history", f"{API}/internal/usedBy"
MANAGERS, MANAGER_SETTINGS = "/oauth/accessTokenManagers", "/oauth/accessTokenManagers/settings"
EFFECTIVE = f"{API}/internal/effective{MANAGERS}/{{id}}"
# One manager is used, the other can be deleted.
USED, SPARE = "manager-0", "manager-1"


def add_tokens(admin: Client) -> None:
    """Make what the calls are about, where it is not there."""
    for number in (0, 1):
        made = admin.post(f"{API}{MANAGERS}", manager(number))
        assert made.status_code in (201, 422), made.text


def _named(serial: str) -> dict[str, Any]:
    return {**manager(), "id": f"made-{serial}", "name": f"Made {serial}"}


def calls_of(path: str, post: GoodCall, put: GoodCall) -> dict[Key, GoodCall]:
    """Return the calls of a collection; what is changed is read and deleted as well."""
    target = put.target
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("POST", f"{API}{path}"): post,
        ("GET", f"{API}{path}/{{id}}"): GoodCall(target=target),
        ("PUT", f"{API}{path}/{{id}}"): put,
        ("DELETE", f"{API}{path}/{{id}}"): GoodCall(204, target=target),
        ("GET", f"{HISTORY}{path}/{{id}}"): GoodCall(target=target),
        ("GET", f"{USED_BY}{path}/{{id}}"): GoodCall(target=target),
    }


def settings_of(path: str, put: GoodCall) -> dict[Key, GoodCall]:
    """Return the calls of something that there is once."""
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("PUT", f"{API}{path}"): put,
        ("GET", f"{HISTORY}{path}"): GoodCall(),
        ("GET", f"{USED_BY}{path}"): GoodCall(),
    }


TOKEN_CALLS: dict[Key, GoodCall] = {
    **calls_of(
        MANAGERS,
        GoodCall(201, body=lambda serial, _c: _named(serial)),
        GoodCall(body=lambda serial, _c: {**manager(1), "name": f"New {serial}"}, target=SPARE),
    ),
    ("GET", f"{API}{MANAGERS}/descriptors"): GoodCall(),
    ("GET", f"{API}{MANAGERS}/descriptors/{{id}}"): GoodCall(target=REFERENCE),
    ("GET", EFFECTIVE): GoodCall(target=SPARE),
    **settings_of(MANAGER_SETTINGS, GoodCall(body=lambda _s, _c: {"defaultAccessTokenManagerRef": {"id": USED}})),
}


def token_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return who may make these calls; in this order, as what is used cannot be deleted."""
    return {
        **collection(f"{API}{MANAGERS}", sees=sees, changes=configures),
        ("GET", f"{API}{MANAGERS}/descriptors"): sees,
        ("GET", f"{API}{MANAGERS}/descriptors/{{id}}"): sees,
        ("GET", EFFECTIVE): sees,
        **document(f"{API}{MANAGER_SETTINGS}", sees=sees, changes=configures),
        ("DELETE", f"{API}{MANAGERS}/{{id}}"): configures,
    }
