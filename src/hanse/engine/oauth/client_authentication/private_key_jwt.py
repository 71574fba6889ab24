"""`private_key_jwt`: an assertion that the client signs with a key of its own (OpenID Connect Core 1.0, section 9)."""

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.crypto.jws_verification import read_compact
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication import client_secret_jwt
from hanse.engine.oauth.client_authentication.assertion import AssertionRules, read_assertion
from hanse.engine.oauth.client_authentication.methods import ClientCredentials
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import AuthType


class PrivateKeyJwt:
    """Verifies with the client's public keys."""

    name = "private_key_jwt"
    types = frozenset({AuthType.PRIVATE_KEY_JWT})
    is_guessable = False

    def __init__(self, keys: ClientKeys, rules: AssertionRules) -> None:
        self._keys = keys
        self._rules = rules

    def present(self, _request: Request, form: Parameters) -> ClientCredentials | None:
        """Return an assertion without a MAC; `verify` refuses one without any signature."""
        found = read_assertion(form)
        return found[0] if found is not None and found[1].algorithm not in client_secret_jwt.ALGORITHMS else None

    async def verify(self, request: Request, client: RegisteredClient | None, credentials: ClientCredentials) -> bool:
        """Return whether a key of the client signed the assertion and it is acceptable for this request.

        The time may reveal that a client exists, because its keys may have to be fetched. Identifiers of clients are
        not secret (RFC 6749, section 2.2).
        """
        token = read_compact(credentials.candidates[0])
        if client is None or token.algorithm not in ALGORITHMS:
            return False
        chosen = client.settings.client_auth.token_endpoint_auth_signing_algorithm
        if chosen is not None and token.algorithm != chosen.value:
            return False
        candidates = await self._keys.verifying(client, token.algorithm, token.key_id)
        if not any(token.is_signed_by(key, token.algorithm) for key in candidates):
            return False
        return await self._rules.accept(request, client, token)
