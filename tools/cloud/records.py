"""The stored records. Their ids are UUIDs in canonical form, and their times are in UTC."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hanse.kit.randomness import Randomness

# The platform has the same limit.
CREDENTIALS_PER_GATEWAY = 5


class EnvironmentType(StrEnum):
    """The platform's types of environments."""

    PRODUCTION = "PRODUCTION"
    SANDBOX = "SANDBOX"


class Role(StrEnum):
    """The roles that a gateway can have in an environment. Each of them makes the environment visible to it."""

    ENVIRONMENT_ADMIN = "Environment Admin"
    IDENTITY_DATA_ADMIN = "Identity Data Admin"


@dataclass(frozen=True)
class Organization:
    """The organization of this service. `public_url` is the address in its credentials."""

    id: str
    name: str
    region: str
    public_url: str


@dataclass(frozen=True)
class Environment:
    """A part of the organization."""

    id: str
    name: str
    type: EnvironmentType
    created_at: datetime


@dataclass(frozen=True)
class Gateway:
    """The platform's record of a connection. It belongs to one environment and can have roles in several."""

    id: str
    environment_id: str
    name: str
    created_at: datetime


@dataclass(frozen=True)
class GatewayCredential:
    """A credential that was issued and not revoked. Its signed text is never stored."""

    id: str
    gateway_id: str
    created_at: datetime
    last_used_at: datetime | None = None


def new_uuid(randomness: Randomness) -> str:
    """Return a random UUID (RFC 9562, section 5.4) as a text."""
    return str(uuid.UUID(bytes=randomness.token_bytes(16), version=4))
