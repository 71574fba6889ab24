"""Valid calls for authorization details, and the items that they need."""

from typing import Any

from tests.flows.role_table import collection
from tests.flows.server import API, Client
from tests.flows.valid_call import GoodCall, Key
from tests.support.payment_details import PAYMENT, processor

PROCESSORS = f"{API}/oauth/authorizationDetailProcessors"
DETAIL_TYPES = f"{API}/oauth/authorizationDetailTypes"
EFFECTIVE = f"{API}/internal/effective/oauth/authorizationDetailProcessors/{{id}}"
HISTORY, USED_BY = f"{API}/internal/history/oauth", f"{API}/internal/usedBy/oauth"
# One processor is used by the type, the other can be deleted.
USED, SPARE, TYPE = "payments-0", "payments-1", "pays"


def detail_type(serial: str) -> dict[str, Any]:
    """Return the body of an authorization detail type."""
    return {
        "id": serial,
        "type": f"{PAYMENT['type']}-{serial}",
        "authorizationDetailProcessorRef": {"id": USED},
        "active": True,
    }


def new_processor(serial: str) -> dict[str, Any]:
    """Return the body of a new processor."""
    return {**processor(), "id": f"made-{serial}", "name": f"Made {serial}"}


def add_details(admin: Client) -> None:
    """Create the items that the calls need, unless they exist."""
    for number in (0, 1):
        made = admin.post(PROCESSORS, processor(number))
        assert made.status_code in (201, 422), made.text
    made = admin.post(DETAIL_TYPES, detail_type(TYPE))
    assert made.status_code in (201, 422), made.text


DETAIL_CALLS: dict[Key, GoodCall] = {
    ("GET", PROCESSORS): GoodCall(),
    ("POST", PROCESSORS): GoodCall(201, body=lambda serial, _c: new_processor(serial)),
    ("GET", f"{PROCESSORS}/descriptors"): GoodCall(),
    ("GET", f"{PROCESSORS}/descriptors/{{id}}"): GoodCall(target="hanse.json-schema"),
    ("GET", f"{PROCESSORS}/{{id}}"): GoodCall(target=SPARE),
    ("PUT", f"{PROCESSORS}/{{id}}"): GoodCall(body=lambda s, _c: {**processor(1), "name": f"New {s}"}, target=SPARE),
    ("DELETE", f"{PROCESSORS}/{{id}}"): GoodCall(204, target=SPARE),
    ("GET", f"{HISTORY}/authorizationDetailProcessors/{{id}}"): GoodCall(target=SPARE),
    ("GET", f"{USED_BY}/authorizationDetailProcessors/{{id}}"): GoodCall(target=SPARE),
    ("GET", EFFECTIVE): GoodCall(target=SPARE),
    ("GET", DETAIL_TYPES): GoodCall(),
    ("POST", DETAIL_TYPES): GoodCall(201, body=lambda serial, _c: detail_type(f"made-{serial}")),
    ("GET", f"{DETAIL_TYPES}/{{id}}"): GoodCall(target=TYPE),
    ("PUT", f"{DETAIL_TYPES}/{{id}}"): GoodCall(
        body=lambda serial, _c: {**detail_type(TYPE), "description": serial}, target=TYPE
    ),
    ("DELETE", f"{DETAIL_TYPES}/{{id}}"): GoodCall(204, target=TYPE),
    ("GET", f"{HISTORY}/authorizationDetailTypes/{{id}}"): GoodCall(target=TYPE),
    ("GET", f"{USED_BY}/authorizationDetailTypes/{{id}}"): GoodCall(target=TYPE),
}


def detail_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call. Types are deleted before the processors that they use."""
    return {
        **collection(PROCESSORS, sees=sees, changes=configures),
        ("GET", EFFECTIVE): sees,
        ("GET", f"{PROCESSORS}/descriptors"): sees,
        ("GET", f"{PROCESSORS}/descriptors/{{id}}"): sees,
        **collection(DETAIL_TYPES, sees=sees, changes=configures),
        ("DELETE", f"{DETAIL_TYPES}/{{id}}"): configures,
        ("DELETE", f"{PROCESSORS}/{{id}}"): configures,
    }
