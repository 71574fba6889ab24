"""The interface of client registration policies, which check and change registrations of clients (RFC 7591)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

KIND = "clientRegistrationPolicy"
# The members of RFC 7591, section 2, and of other registered specifications, as JSON values.
Metadata = Mapping[str, Any]


class RegistrationRefused(Exception):
    """A policy refuses a registration. The text is the description in the answer to the client."""


@dataclass(frozen=True)
class RegistrationAttempt:
    """A registration, or a change of one. `response_types` and `grant_types` are always present."""

    metadata: Metadata = field(default_factory=dict)
    # True if a client changes its registration (RFC 7592, section 2.2).
    is_update: bool = False
    # The issuer of the verified software statement; empty without one. Its claims are part of the metadata.
    statement_issuer: str = ""
    # The client to which the initial access token was issued; empty without one.
    token_client: str = ""


class RegistrationPolicy(Protocol):
    """Checks registrations. It changes nothing else, and is safe to call from several threads.

    Metadata comes from strangers and can be any JSON object of limited size.
    """

    def apply(self, attempt: RegistrationAttempt, now: datetime) -> Metadata:
        """Return the metadata to register, which may differ from the requested one. Raises RegistrationRefused."""
        ...
