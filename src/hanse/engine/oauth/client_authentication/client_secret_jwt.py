"""`client_secret_jwt`: an assertion with a MAC made with the client's secret (OpenID Connect Core 1.0, section 9)."""

from typing import Final

from hanse.crypto.jws_verification import read_compact
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.assertion import AssertionRules, read_assertion
from hanse.engine.oauth.client_authentication.methods import ClientCredentials
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.clock import Clock
from hanse.resources.applications.clients.choices import AuthType

ALGORITHMS: Final = ("HS256", "HS384", "HS512")
# The assertion of a client that does not exist is verified with this key, so that it takes as long.
_DUMMY_SECRET: Final = "0" * 64


class ClientSecretJwt:
    """Verifies with the client's secrets, including previous ones that are still valid."""

    name = "client_secret_jwt"
    types = frozenset({AuthType.CLIENT_SECRET_JWT})
    # A secret that signs has at least 256 bits, so it cannot be guessed.
    is_guessable = False

    def __init__(self, rules: AssertionRules, clock: Clock) -> None:
        self._rules = rules
        self._clock = clock

    def present(self, _request: Request, form: Parameters) -> ClientCredentials | None:
        """Return an assertion with a MAC."""
        found = read_assertion(form)
        return found[0] if found is not None and found[1].algorithm in ALGORITHMS else None

    async def verify(self, request: Request, client: RegisteredClient | None, credentials: ClientCredentials) -> bool:
        """Return whether the assertion was signed with a secret of the client and is acceptable for this request."""
        token = read_compact(credentials.candidates[0])
        chosen = client.settings.client_auth.token_endpoint_auth_signing_algorithm if client is not None else None
        secrets = (_DUMMY_SECRET,) if client is None else client.secrets(self._clock.now())
        matches = [token.has_mac_of(each.encode(), token.algorithm) for each in secrets]
        if client is None or not any(matches) or (chosen is not None and token.algorithm != chosen.value):
            return False
        return await self._rules.accept(request, client, token)
