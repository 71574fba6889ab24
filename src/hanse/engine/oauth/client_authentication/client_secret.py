"""The comparison of client secrets, which `client_secret_basic` and `client_secret_post` share."""

from datetime import datetime
from hmac import compare_digest

from hanse.engine.http.request import Request
from hanse.engine.oauth.client_authentication.methods import ClientCredentials
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.clock import Clock
from hanse.resources.applications.clients.choices import AuthType

_DUMMY_SECRET = "0" * 64


class SecretComparison:
    """Compares secrets, including previous ones that are still valid."""

    types = frozenset({AuthType.SECRET})
    is_guessable = True

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def verify(self, _request: Request, client: RegisteredClient | None, credentials: ClientCredentials) -> bool:
        """Return whether one of the candidates is a secret of the client."""
        now = self._clock.now()
        matches = [_matches(client, each, now) for each in credentials.candidates]
        return any(matches)


def _matches(client: RegisteredClient | None, secret: str, now: datetime) -> bool:
    if client is None:
        # The comparison takes as long for a client that does not exist.
        compare_digest(_DUMMY_SECRET.encode(), secret.encode())
        return False
    return client.accepts_secret(secret, now)
