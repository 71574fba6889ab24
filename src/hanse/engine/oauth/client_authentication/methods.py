"""The interface of client authentication methods."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Protocol

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import AuthType


@dataclass(frozen=True, slots=True)
class ClientCredentials:
    """The credentials of a request: the identifier of the client, and its proof.

    `candidates` are possible interpretations of a secret or an assertion; one must match.
    """

    client_id: str
    candidates: tuple[str, ...] = field(default=(), repr=False)


class ClientAuthenticationMethod(Protocol):
    """One method, by its registered name (RFC 7591, section 2)."""

    @property
    def name(self) -> str:
        """Return the registered name."""
        ...

    @property
    def types(self) -> AbstractSet[AuthType]:
        """Return the settings that select the method."""
        ...

    @property
    def is_guessable(self) -> bool:
        """Return whether the credentials can be guessed, so that failures are counted."""
        ...

    def present(self, request: Request, form: Parameters, /) -> ClientCredentials | None:
        """Return the credentials that the request presents by this method; None if it uses another one.

        Raises InvalidClient for malformed credentials.
        """
        ...

    async def verify(
        self, request: Request, client: RegisteredClient | None, credentials: ClientCredentials, /
    ) -> bool:
        """Return whether the credentials are the client's.

        `client` is None if the client does not exist or uses another method. It takes equally long then.
        """
        ...
