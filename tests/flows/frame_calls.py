"""Good calls of the resources whose pages are frame forms, and what they are about."""

from typing import Any

from tests.flows.good_call import GoodCall, Key
from tests.flows.kinds import collection, document
from tests.flows.server import API, Client

HISTORY, USED_BY = f"{API}/internal/history", f"{API}/internal/usedBy"
CONTRACTS = "/authenticationPolicyContracts"
CONTRACT = "employees"


def contract(serial: str) -> dict[str, Any]:
    """Return the body of a policy contract."""
    return {"id": serial, "name": f"Contract {serial}", "extendedAttributes": [{"name": "mail"}]}


def add_framed(admin: Client) -> None:
    """Make what the calls are about, where it is not there."""
    made = admin.post(f"{API}{CONTRACTS}", contract(CONTRACT))
    assert made.status_code in (201, 422), made.text


def _settings(path: str, put: GoodCall) -> dict[Key, GoodCall]:
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("PUT", f"{API}{path}"): put,
        ("GET", f"{HISTORY}{path}"): GoodCall(),
        ("GET", f"{USED_BY}{path}"): GoodCall(),
    }


def _collection(path: str, post: GoodCall, put: GoodCall) -> dict[Key, GoodCall]:
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


FRAME_CALLS: dict[Key, GoodCall] = {
    **_settings(
        "/redirectValidation",
        GoodCall(
            body=lambda serial, _c: {
                "redirectValidationLocalSettings": {"whiteList": [{"validDomain": f"{serial}.example"}]}
            }
        ),
    ),
    **_settings(
        "/extendedProperties", GoodCall(body=lambda serial, _c: {"items": [{"name": serial, "multiValued": True}]})
    ),
    **_collection(
        CONTRACTS,
        GoodCall(201, body=lambda serial, _c: contract(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: {**contract(CONTRACT), "name": f"New {serial}"}, target=CONTRACT),
    ),
}


def frame_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return who may make these calls."""
    return {
        **document(f"{API}/redirectValidation", sees=sees, changes=configures),
        **document(f"{API}/extendedProperties", sees=sees, changes=configures),
        **collection(f"{API}{CONTRACTS}", sees=sees, changes=configures),
        ("DELETE", f"{API}{CONTRACTS}/{{id}}"): configures,
    }
