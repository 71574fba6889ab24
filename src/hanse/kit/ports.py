"""What one layer needs of another that it may not import: protocols, bound by the composition root."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from hanse.kit.errors import FieldError


class LicensedFeature(StrEnum):
    """What a licence can switch off as a whole."""

    OAUTH = "OAUTH"
    WS_TRUST = "WS_TRUST"
    PROVISIONING = "PROVISIONING"


class Entitlements(Protocol):
    """What the installed license allows.

    A refusal is returned, not raised: a form puts it on its field, a joining node logs it. None is consent.
    """

    @property
    def max_connections(self) -> int | None:
        """How many connections may exist; None is no limit."""
        ...

    @property
    def node_limit(self) -> int | None:
        """How many nodes may run at once; None is no limit."""
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
        """Return why one more connection may not be added.

        `used` counts the connections there are without it; `group` is the licence group it is to belong to,
        and `used_in_group` counts those already in that group.
        """
        ...

    def node_refusal(self, *, running: int) -> FieldError | None:
        """Return why one more node may not join; `running` counts the nodes there are without it."""
        ...


@dataclass(frozen=True)
class LicenceExpiry:
    """How far the licence is from its end: a status, such as UNKNOWN or EXPIRING, and the text to show for it."""

    status: str
    prefix: str = ""
    message: str = ""


class LicenceStatus(Protocol):
    """What the console warns of."""

    def expiry(self, now: datetime) -> LicenceExpiry:
        """Return where the licence stands."""
        ...


@dataclass(frozen=True)
class CredentialFacts:
    """What a cloud credential says of itself, and where its region is served; nothing of it is proved."""

    credential_id: str
    connection_id: str
    environment_id: str
    organization_name: str
    region: str
    creation_date: datetime
    management_endpoint: str
    authentication_endpoint: str


class CredentialStatus(StrEnum):
    """What is known of a cloud credential; the admin API's words."""

    VALID = "VALID"
    INVALID = "INVALID"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True)
class CredentialCheck:
    """What a credential's region says of it; `reason` is for the administrator, and there unless it is valid."""

    status: CredentialStatus
    reason: str | None = None


@dataclass(frozen=True)
class CloudEnvironment:
    """An environment of the cloud identity service that a connection may see."""

    id: str
    name: str
    type: str | None = None


class CloudPlatform(Protocol):
    """The cloud identity service, in whichever region a credential names.

    What asks it takes seconds at the worst, so no caller may hold a transaction meanwhile.
    """

    def describe(self, credential: str) -> CredentialFacts | FieldError:
        """Return what a credential says, or why it cannot be used; asks nobody."""
        ...

    def check(self, credential: str) -> CredentialCheck:
        """Ask the credential's region whether the credential is valid."""
        ...

    def refusal(self, credential: str) -> FieldError | None:
        """Ask the same, and return why the credential cannot be used or could not be checked; None if it is valid."""
        ...

    def environments(self, credential: str) -> Sequence[CloudEnvironment]:
        """Ask which environments the connection may see, by name; raises ExternalFailure."""
        ...


@dataclass(frozen=True, kw_only=True)
class UserGrant:
    """What a user, or a client for itself, was granted, as far as administrators see it."""

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
        """End a grant with its tokens, and forget the consent to it; None when there is no such grant."""
        ...

    def close(self) -> None:
        """Close the connections, if there are any."""
        ...
