"""The interface of token generators, which issue tokens other than access tokens (RFC 8693, section 2.2.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from hanse.plugins.contracts.access_tokens import Value
from hanse.plugins.contracts.token_signing import TokenSigningServices

KIND = "tokenGenerator"


@dataclass(frozen=True, kw_only=True)
class GeneratedContent:
    """The content of a token. `expires_by` is the latest time at which it may expire; None for no limit."""

    attributes: Mapping[str, Value]
    # The resources that the request names (RFC 8707). Each is below a resource URI of the generator's group.
    resources: Sequence[str] = ()
    # The claim `act` (RFC 8693, section 4.1); empty if nobody acts for the subject.
    actor: Mapping[str, Any] = field(default_factory=dict)
    # The claim `cnf` (RFC 7800, section 3.1); empty for none.
    confirmation: Mapping[str, str] = field(default_factory=dict)
    expires_by: datetime | None = None


@dataclass(frozen=True)
class GeneratedToken:
    """A token and its expiration."""

    text: str = field(repr=False)
    expires: datetime


class SecurityTokenGenerator(Protocol):
    """Issues tokens. It changes nothing, and its method is safe to call from several threads."""

    def generate(self, content: GeneratedContent, services: TokenSigningServices) -> GeneratedToken:
        """Return a new token. Raises ValueError, with the reason for the log, if that is not possible."""
        ...
