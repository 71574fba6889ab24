"""The parts of a client that every request needs, read from its stored body without the rest.

Reading all settings takes thirty times as long, and a client credentials request needs few of them. Names and types are
those of `resources.applications.clients`, whose model has checked the stored body.
"""

from typing import Final

import msgspec

from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.grants import GrantType


class SecondarySecretEssentials(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """A previous secret of a client."""

    expiry_time: str
    encrypted_secret: str | None = None


class AuthenticationEssentials(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """The authentication method of a client, and its sealed secrets."""

    type: AuthType = AuthType.NONE
    encrypted_secret: str | None = None
    secondary_secrets: tuple[SecondarySecretEssentials, ...] | None = None


class ReferenceEssentials(msgspec.Struct, frozen=True, gc=False):
    """A reference to another resource."""

    id: str


class PropertyEssentials(msgspec.Struct, frozen=True, gc=False):
    """The values of an extended property."""

    values: tuple[str, ...] = ()


class ClientEssentials(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """The identity of a client, its authentication, and its tokens."""

    client_id: str
    grant_types: frozenset[GrantType]
    enabled: bool = True
    client_auth: AuthenticationEssentials = AuthenticationEssentials()
    restrict_scopes: bool = False
    restricted_scopes: frozenset[str] = frozenset()
    exclusive_scopes: frozenset[str] = frozenset()
    default_access_token_manager_ref: ReferenceEssentials | None = None
    restrict_to_default_access_token_manager: bool = False
    validate_using_all_eligible_atms: bool = False
    require_dpop: bool = False
    tls_client_certificate_bound_access_tokens: bool = False
    extended_parameters: dict[str, PropertyEssentials] = {}


# Raises msgspec.DecodeError for a body that this version does not understand.
read_essentials: Final = msgspec.json.Decoder(ClientEssentials).decode
