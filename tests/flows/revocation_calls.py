"""Valid calls for revocation checks, and the certificate that they need."""

from tests.flows.role_table import document
from tests.flows.server import API, FlowServer
from tests.flows.store_calls import ca_file
from tests.flows.valid_call import GoodCall, Key

REVOCATION = "/certificates/revocation/settings"
OCSP = "/certificates/revocation/ocspCertificates"
RESPONDER = "responder"


def add_responder(server: FlowServer) -> None:
    """Create the OCSP certificate that the calls need, unless it exists."""
    made = server.basic("Administrator").post(f"{API}{OCSP}", {"id": RESPONDER, **ca_file(RESPONDER)})
    assert made.status_code in (201, 422), made.text


REVOCATION_CALLS: dict[Key, GoodCall] = {
    ("GET", f"{API}{REVOCATION}"): GoodCall(),
    ("PUT", f"{API}{REVOCATION}"): GoodCall(body=lambda _s, _c: {"crlSettings": {}}),
    ("GET", f"{API}/internal/history{REVOCATION}"): GoodCall(),
    ("GET", f"{API}/internal/usedBy{REVOCATION}"): GoodCall(),
    ("GET", f"{API}{OCSP}"): GoodCall(),
    ("POST", f"{API}{OCSP}"): GoodCall(201, body=lambda serial, _c: ca_file(f"responder {serial}")),
    ("GET", f"{API}{OCSP}/{{id}}"): GoodCall(target=RESPONDER),
    ("GET", f"{API}/internal/history{OCSP}/{{id}}"): GoodCall(target=RESPONDER),
    ("GET", f"{API}/internal/usedBy{OCSP}/{{id}}"): GoodCall(target=RESPONDER),
    ("DELETE", f"{API}{OCSP}/{{id}}"): GoodCall(204, target=RESPONDER),
}


def revocation_roles(*, sees: frozenset[str], manages: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        **document(f"{API}{REVOCATION}", sees=sees, changes=manages),
        ("GET", f"{API}{OCSP}"): sees,
        ("POST", f"{API}{OCSP}"): manages,
        ("GET", f"{API}{OCSP}/{{id}}"): sees,
        ("GET", f"{API}/internal/history{OCSP}/{{id}}"): sees,
        ("GET", f"{API}/internal/usedBy{OCSP}/{{id}}"): sees,
        ("DELETE", f"{API}{OCSP}/{{id}}"): manages,
    }
