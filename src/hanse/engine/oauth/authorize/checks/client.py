"""`client_id`: the client that sends the request (RFC 6749, section 2.2)."""

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.snapshot.model import Snapshot


def find_client(snapshot: Snapshot, parameters: Parameters) -> RegisteredClient:
    """Return the client of a request. Raises InvalidRequest, which must be shown and not redirected."""
    client = snapshot.part(CLIENTS).get(parameters.required("client_id"))
    if client is None:
        raise InvalidRequest("The client is unknown or disabled.")
    return client
