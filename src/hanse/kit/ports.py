"""Protocols for services of layers that must not be imported; the composition root provides implementations."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from hanse.kit.errors import FieldError


class LicensedFeature(StrEnum):
    """Features that need a license."""

    OAUTH = "OAUTH"
    WS_TRUST = "WS_TRUST"
    PROVISIONING = "PROVISIONING"


class Entitlements(Protocol):
    """The limits and features of the installed license.

    A refusal is returned, not raised: a form shows it at a field, a joining node logs it. None means consent.
    """

    @property
    def max_connections(self) -> int | None:
        """Return the maximum number of connections; None means no limit."""
        ...

    @property
    def node_limit(self) -> int | None:
        """Return the maximum number of running nodes; None means no limit."""
        ...

    def operational(self, now: datetime) -> bool:
        """Return whether end users and partners are served. Administration always is."""
        ...

    def allows(self, feature: LicensedFeature, now: datetime) -> bool:
        """Return whether a feature may be used."""
        ...

    def connection_refusal(
        self, *, used: int, now: datetime, group: str | None = None, used_in_group: int = 0
    ) -> FieldError | None:
        """Return the reason why another connection may not be added, or None.

        `used` is the number of connections without it; `group` is its license group, and `used_in_group` the number of
        connections in that group.
        """
        ...

    def node_refusal(self, *, running: int) -> FieldError | None:
        """Return the reason why another node may not join, or None; `running` is the number of nodes without it."""
        ...


@dataclass(frozen=True)
class LicenseExpirySummary:
    """The expiration of the license: a status, such as UNKNOWN or EXPIRING, and the text to show."""

    status: str
    prefix: str = ""
    message: str = ""


class LicenseStatus(Protocol):
    """Warnings of the console."""

    def expiry(self, now: datetime) -> LicenseExpirySummary:
        """Return the expiration status of the license."""
        ...


@dataclass(frozen=True)
class CredentialFacts:
    """The claims of a cloud credential, and the address of its region, all unverified."""

    credential_id: str
    connection_id: str
    environment_id: str
    organization_name: str
    region: str
    creation_date: datetime
    management_endpoint: str
    authentication_endpoint: str


class CredentialStatus(StrEnum):
    """The status of a cloud credential, in the terms of the admin API."""

    VALID = "VALID"
    INVALID = "INVALID"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True)
class CredentialCheck:
    """The region's answer about a credential.

    `reason` is for the administrator, and present unless the credential is valid.
    """

    status: CredentialStatus
    reason: str | None = None


@dataclass(frozen=True)
class CloudEnvironment:
    """An environment of the cloud identity service that a connection can access."""

    id: str
    name: str
    type: str | None = None


class CloudPlatform(Protocol):
    """The cloud identity service, in whichever region a credential names.

    Calls can take seconds, so callers must not hold a transaction meanwhile.
    """

    def describe(self, credential: str) -> CredentialFacts | FieldError:
        """Return the claims of a credential, or the reason why it cannot be used. Calls no other system."""
        ...

    def check(self, credential: str) -> CredentialCheck:
        """Ask the credential's region whether the credential is valid."""
        ...

    def refusal(self, credential: str) -> FieldError | None:
        """Ask the same, and return the reason why the credential cannot be used or could not be checked, or None."""
        ...

    def environments(self, credential: str) -> Sequence[CloudEnvironment]:
        """Return the environments that the connection can access, by name; raises ExternalFailure."""
        ...


@dataclass(frozen=True, kw_only=True)
class UserGrant:
    """A grant of a user, or of a client for itself, in the form for administrators."""

    id: str
    user_key: str
    client_id: str
    issuer: str
    grant_type: str
    scopes: tuple[str, ...]
    issued: datetime
    updated: datetime
    # None: does not expire.
    expires: datetime | None


@dataclass(frozen=True)
class UserGrantPage:
    """Some grants in the order of their ids, and the id after which the next page begins; None on the last page."""

    items: tuple[UserGrant, ...]
    next_after: str | None


class UserGrants(Protocol):
    """The persistent grants in the run-time state. Its methods block, and raise `kit.errors.Unavailable`."""

    def page(self, *, user_key: str | None, client_id: str | None, after: str, most: int) -> UserGrantPage:
        """Return grants of a user, to a client, or all of them, after an id."""
        ...

    def revoke(self, grant_id: str) -> UserGrant | None:
        """Revoke a grant with its tokens, and delete the consent to it; None if the grant does not exist."""
        ...

    def close(self) -> None:
        """Close the connections, if there are any."""
        ...


@dataclass(frozen=True, kw_only=True)
class UserFactor:
    """A second factor of a user, in the form for administrators. `kind` is TOTP, PASSKEY or RECOVERY_CODE."""

    id: str
    adapter: str
    user_key: str
    kind: str
    name: str
    created: datetime
    # None before the first use.
    used: datetime | None


@dataclass(frozen=True)
class UserFactorPage:
    """Some second factors in the order of user and id, and the position after which the next page begins, if any."""

    items: tuple[UserFactor, ...]
    next_after: tuple[str, str] | None


class UserFactors(Protocol):
    """The second factors in the run-time state. Its methods block, and raise `kit.errors.Unavailable`."""

    def page(self, *, user_key: str, after: tuple[str, str], most: int) -> UserFactorPage:
        """Return second factors of a user, or of all users if the key is empty, after a position."""
        ...

    def remove(self, factor_id: str) -> UserFactor | None:
        """Delete a second factor and return it; None if it does not exist."""
        ...

    def remove_all(self, user_key: str, adapter: str) -> int:
        """Delete the second factors of a user, of all adapters if none is given; return their number."""
        ...
