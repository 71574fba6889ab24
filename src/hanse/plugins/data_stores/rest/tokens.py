"""Access tokens for a service, by the client credentials grant (RFC 6749, section 4.4)."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from hanse.data_stores.settings import CredentialsRefused, HttpRequest, SourceFailed
from hanse.kit.texts.messages import message
from hanse.plugins.basic_credentials import basic_of_client
from hanse.plugins.contracts.data_stores import HttpSender

# A token is not used in the last seconds of its lifetime, as requests and clocks take time.
_MARGIN_SECONDS: Final = 30.0
# The lifetime of a token whose answer has none (RFC 6749, section 5.1).
_USUAL_SECONDS: Final = 300.0
_LONGEST_SECONDS: Final = 3600.0
_REFUSED: Final = (400, 401, 403)


@dataclass(frozen=True)
class ServiceTokenEndpoint:
    """A token endpoint, and the client that requests tokens there."""

    url: str
    client: str
    secret: str = field(repr=False)
    scope: str = ""

    def request(self) -> HttpRequest:
        """Return the request. The client authenticates with HTTP Basic (RFC 6749, section 2.3.1)."""
        form = {"grant_type": "client_credentials"} | ({"scope": self.scope} if self.scope else {})
        return HttpRequest(
            method="POST",
            url=self.url,
            headers=(
                ("Authorization", basic_of_client(self.client, self.secret)),
                ("Content-Type", "application/x-www-form-urlencoded"),
                ("Accept", "application/json"),
            ),
            content=urlencode(form).encode(),
        )


class TokenCache:
    """The current token of a data store; many threads may use it."""

    def __init__(self, endpoint: ServiceTokenEndpoint, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._endpoint, self._monotonic = endpoint, monotonic
        self._lock = threading.Lock()
        self._token, self._end = "", 0.0

    def token(self, sender: HttpSender) -> str:
        """Return a valid token, a new one if necessary; raises SourceFailed."""
        with self._lock:
            if self._token and self._monotonic() < self._end:
                return self._token
        # Without the lock, so that a slow token endpoint does not stop requests that could use a token of another one.
        token, seconds = self._requested(sender)
        with self._lock:
            self._token, self._end = token, self._monotonic() + seconds
        return token

    def forget(self, token: str) -> None:
        """Forget a token that the service does not accept."""
        with self._lock:
            if self._token == token:
                self._token = ""

    def _requested(self, sender: HttpSender) -> tuple[str, float]:
        answer = sender.send(self._endpoint.request())
        if answer.status in _REFUSED:
            raise CredentialsRefused("The token endpoint rejected the client.")
        try:
            found = json.loads(answer.content)
            token, seconds = found["access_token"], found.get("expires_in", _USUAL_SECONDS)
            lifetime = min(float(seconds), _LONGEST_SECONDS) - _MARGIN_SECONDS
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise SourceFailed(
                message("The token endpoint answers with status {status} and no token.", status=answer.status)
            ) from error
        if not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise SourceFailed("The token endpoint answers with a malformed token.")
        return token, lifetime
