"""Valid calls for the demo. It is disabled on the servers of these tests, as it would start a program."""

from tests.flows.server import API
from tests.flows.valid_call import GoodCall, Key

DEMO = f"{API}/internal/demo"
DEMO_CALLS: dict[Key, GoodCall] = {
    ("GET", DEMO): GoodCall(),
    ("POST", DEMO): GoodCall(404),
    ("DELETE", DEMO): GoodCall(404),
}


def demo_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {("GET", DEMO): sees, ("POST", DEMO): configures, ("DELETE", DEMO): configures}
