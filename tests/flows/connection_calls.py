"""Valid calls about IdP connections, and the items that they need."""

from tests.flows.role_table import collection
from tests.flows.server import API, Client
from tests.flows.token_calls import calls_of
from tests.flows.valid_call import GoodCall, Key
from tests.support.idp_connections import idp_connection

IDP_CONNECTIONS = "/sp/idpConnections"


def add_connections(admin: Client) -> None:
    """Create the connections that the calls need, unless they exist. The second one can be deleted."""
    for number in (0, 1):
        made = admin.post(f"{API}{IDP_CONNECTIONS}", idp_connection(number))
        assert made.status_code in (201, 422), made.text


CONNECTION_CALLS: dict[Key, GoodCall] = calls_of(
    IDP_CONNECTIONS,
    GoodCall(201, body=lambda serial, _c: idp_connection(f"made-{serial}")),
    GoodCall(body=lambda serial, _c: idp_connection(1, name=f"New {serial}"), target="partner-1"),
)


def connection_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make these calls."""
    lines = collection(f"{API}{IDP_CONNECTIONS}", sees=sees, changes=configures)
    lines["DELETE", f"{API}{IDP_CONNECTIONS}/{{id}}"] = configures
    return lines
