"""Valid calls for the certificate calendar, and certificates for it."""

from datetime import timedelta

from hanse.crypto.certificate_chains import to_chain
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.flows.server import API, UI, FlowServer
from tests.flows.valid_call import GoodCall, Key
from tests.support.configurations import create
from tests.support.key_pairs import LIFETIME, certificate

CALENDAR = f"{API}/certificates/calendar"
ADDRESS = f"{CALENDAR}/address"
FILE = f"{UI}/certificate-calendar.ics"
CALENDAR_CALLS: dict[Key, GoodCall] = {
    ("GET", CALENDAR): GoodCall(),
    ("GET", ADDRESS): GoodCall(),
    ("POST", ADDRESS): GoodCall(201),
    ("DELETE", ADDRESS): GoodCall(204),
    # Without the secret of an address, there is no file.
    ("GET", FILE): GoodCall(404),
}


def calendar_roles(
    *, sees: frozenset[str], manages: frozenset[str], public: frozenset[str]
) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        ("GET", CALENDAR): sees,
        ("GET", ADDRESS): sees,
        ("POST", ADDRESS): manages,
        ("DELETE", ADDRESS): manages,
        ("GET", FILE): public,
    }


def trust(server: FlowServer, number: int, *, days: float) -> None:
    """Add a trusted CA whose certificate ends in the given number of days."""
    start = server.clock.now().replace(microsecond=0) - LIFETIME + timedelta(days=days)
    (text,) = to_chain([certificate(number, start=start)])
    create(server.core.configuration, TRUSTED_CAS, {"id": f"ca{number}", "certificate": text})
