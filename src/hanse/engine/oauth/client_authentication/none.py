"""`none`: a public client, which only names itself (RFC 6749, section 2.1)."""

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.methods import ClientCredentials
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import AuthType


class PublicClient:
    """Reads `client_id`."""

    name = "none"
    types = frozenset({AuthType.NONE})
    is_guessable = False

    def present(self, _request: Request, form: Parameters) -> ClientCredentials | None:
        """Return the identifier."""
        client_id = form.one("client_id")
        return None if client_id is None else ClientCredentials(client_id)

    async def verify(self, _request: Request, client: RegisteredClient | None, _credentials: ClientCredentials) -> bool:
        """Return whether there is such a public client."""
        return client is not None
