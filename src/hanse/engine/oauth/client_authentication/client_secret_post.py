"""`client_secret_post`: identifier and secret as parameters of the body (RFC 6749, section 2.3.1)."""

from hanse.engine.errors import InvalidClient
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.client_secret import SecretComparison
from hanse.engine.oauth.client_authentication.methods import ClientCredentials


class ClientSecretPost(SecretComparison):
    """Reads `client_id` and `client_secret`."""

    name = "client_secret_post"

    def present(self, _request: Request, form: Parameters) -> ClientCredentials | None:
        """Return the identifier and the secret. Raises InvalidClient for a secret without an identifier."""
        secret = form.one("client_secret")
        if secret is None:
            return None
        client_id = form.one("client_id")
        if client_id is None:
            raise InvalidClient("The parameter client_id is required with client_secret.")
        return ClientCredentials(client_id, (secret,))
