"""The contract of a client authentication method."""

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

    `candidates` are the readings of a secret or an assertion; one is enough.
    """

    client_id: str
    candidates: tuple[str, ...] = field(default=(), repr=False)


class ClientAuthenticationMethod(Protocol):
    """One method, by its registered name (RFC 7591, section 2)."""

    @property
    def name(self) -> str:
        """The registered name."""
        ...

    @property
    def types(self) -> AbstractSet[AuthType]:
        """The settings that choose it."""
        ...

    @property
    def is_guessable(self) -> bool:
        """Whether what is presented can be guessed, so that failures are counted."""
        ...

    def present(self, request: Request, form: Parameters, /) -> ClientCredentials | None:
        """Return what the request presents by this method; None when it does not use the method.

        Raises InvalidClient for what cannot be read.
        """
        ...

    async def verify(
        self, request: Request, client: RegisteredClient | None, credentials: ClientCredentials, /
    ) -> bool:
        """Return whether the credentials are the client's.

        `client` is None when there is no such client, or none with this method. It takes equally long then.
        """
        ...
