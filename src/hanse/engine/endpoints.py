"""All protocol endpoints of the engine: the one list that decides what an issuer answers."""

from collections.abc import Sequence

from hanse.engine.http.endpoint import ProtocolEndpoint
from hanse.engine.oauth.token.endpoints import token_endpoints
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import signin_endpoints


def protocol_endpoints(services: Services) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints that every issuer has below its host and path."""
    return (*signin_endpoints(services), *token_endpoints(services))
