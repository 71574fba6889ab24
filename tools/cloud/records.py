"""The stored records: values with canonical UUID texts as IDs, and aware times in UTC."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hanse.kit.randomness import Randomness

CREDENTIALS_PER_GATEWAY = 5  # The platform's own limit.


class EnvironmentType(StrEnum):
    """The two kinds of environment that the platform knows."""

    PRODUCTION = "PRODUCTION"
    SANDBOX = "SANDBOX"


class Role(StrEnum):
    """The built-in roles that a gateway may have; any of them makes an environment visible to it."""

    ENVIRONMENT_ADMIN = "Environment Admin"
    IDENTITY_DATA_ADMIN = "Identity Data Admin"


@dataclass(frozen=True)
class Organization:
    """The organization of this service; `public_url` is the address written into credentials."""

    id: str
    name: str
    region: str
    public_url: str


@dataclass(frozen=True)
class Environment:
    """A subdivision of the organisation."""

    id: str
    name: str
    type: EnvironmentType
    created_at: datetime


@dataclass(frozen=True)
class Gateway:
    """A connection as the platform sees it: it lives in one environment and may have roles in several."""

    id: str
    environment_id: str
    name: str
    created_at: datetime


@dataclass(frozen=True)
class GatewayCredential:
    """A credential that was issued and not revoked; the signed text itself is never stored."""

    id: str
    gateway_id: str
    created_at: datetime
    last_used_at: datetime | None = None


def new_uuid(randomness: Randomness) -> str:
    """Return a fresh random UUID (RFC 9562, section 5.4) as text."""
    return str(uuid.UUID(bytes=randomness.token_bytes(16), version=4))
