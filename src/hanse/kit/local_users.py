"""The users of local identity profiles, and the protocol of their stores: the server itself, or a directory."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

from hanse.kit.errors import Unavailable

UserValue: TypeAlias = str | list[str]
# In the inbound mapping of a policy, the ID of the user in another system; in the outbound mapping, the ID of the user.
UNIQUE_ID: Final = "pf.local.identity.unique.id"

# The maximum number of links of an account to users of other systems.
MOST_LINKS: Final = 4

# The password of a user whose store does not disclose it, not even as a digest.
PASSWORD_IN_DIRECTORY: Final = "\0in directory"  # noqa: S105 - this is no password.


class PasswordRefused(Unavailable):
    """The store of a user does not accept a password. The text has the reason of the directory."""


class TooManyUsers(Exception):
    """More users match than can be listed. The argument is the limit."""


class LocalUserEventKind(StrEnum):
    """The events in the history of a user, in the terms of the admin API."""

    REGISTERED = "REGISTERED"
    CREATED = "CREATED"
    CHANGED = "CHANGED"
    PASSWORD_CHANGED = "PASSWORD_CHANGED"  # noqa: S105 - the name of an event.
    TEMPORARY_PASSWORD_SET = "TEMPORARY_PASSWORD_SET"  # noqa: S105 - the name of an event.
    EMAIL_VERIFIED = "EMAIL_VERIFIED"
    DISABLED = "DISABLED"
    ENABLED = "ENABLED"
    SESSIONS_ENDED = "SESSIONS_ENDED"
    PASSWORD_LINK_SENT = "PASSWORD_LINK_SENT"  # noqa: S105 - the name of an event.
    VERIFICATION_LINK_SENT = "VERIFICATION_LINK_SENT"
    ACCOUNT_LINKED = "ACCOUNT_LINKED"
    ACCOUNT_UNLINKED = "ACCOUNT_UNLINKED"


@dataclass(frozen=True, kw_only=True)
class LocalUserEvent:
    """An event of a user's history. `actor` is the administrator who caused it; empty for the user."""

    time: float
    kind: LocalUserEventKind
    actor: str = ""


class LocalUserStatus(StrEnum):
    """The statuses of a user, in the terms of the admin API."""

    ACTIVE = "ACTIVE"
    DISABLED = "DISABLED"


@dataclass(frozen=True, kw_only=True)
class LocalUser:
    """A user of a local identity profile.

    `names` are the values by which the user is found and signs in, which no other user of the profile has. `version`
    is that of the stored row, for changes.
    """

    id: str
    profile: str
    username: str
    names: tuple[str, ...]
    email: str = ""
    email_verified: bool = False
    status: LocalUserStatus = LocalUserStatus.ACTIVE
    attributes: Mapping[str, UserValue] = field(default_factory=dict)
    # An argon2id digest; empty if the user has no password yet. For users in a directory it is PASSWORD_IN_DIRECTORY,
    # or the password that will be set in the directory.
    password: str = field(default="", repr=False)
    # True if the user must set another password at the next sign-in.
    must_change_password: bool = False
    # Users of other systems who sign in to this account, each with the source and the ID there.
    links: tuple[str, ...] = ()
    created: float
    updated: float
    # The name of the user's entry in a directory (RFC 4514); empty for users whom the server stores itself.
    dn: str = ""
    # Time of the last sign-in; 0 before the first.
    signed_in: float = 0.0
    version: int = 0


@dataclass(frozen=True)
class LocalUserPage:
    """Some users in the order of their usernames, and the ID after which the next page begins; None on the last."""

    items: tuple[LocalUser, ...]
    next_after: str | None


class LocalUsers(Protocol):
    """A store of users. Its methods block, and raise `kit.errors.Unavailable`.

    Names and addresses are compared without regard to letter case.
    """

    def create(self, user: LocalUser, event: LocalUserEvent | None = None) -> LocalUser | None:
        """Store a new user with the first event, and return it with the ID that the store has chosen.

        Returns None if another user of the profile has one of the names. Raises PasswordRefused.
        """
        ...

    def update(self, user: LocalUser, event: LocalUserEvent | None = None) -> bool:
        """Store a changed user, with the event of the change.

        Returns False if the user was changed since, or if another user has one of the names. `user.version` is the
        version that was read. The time of the last sign-in stays the same. Raises PasswordRefused.
        """
        ...

    def delete(self, profile: str, id_: str) -> bool:
        """Delete a user; False if there is none."""
        ...

    def get(self, profile: str, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        ...

    def by_name(self, profile: str, name: str) -> LocalUser | None:
        """Return the user with one of the names."""
        ...

    def by_link(self, profile: str, link: str) -> LocalUser | None:
        """Return the user with a link to a user of another system."""
        ...

    def by_dn(self, profile: str, dn: str) -> LocalUser | None:
        """Return the user with an entry in the directory of the profile; None if the server stores the users itself."""
        ...

    def by_email(self, profile: str, email: str, most: int) -> Sequence[LocalUser]:
        """Return the users with an address."""
        ...

    def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        """Return users whose username, address or another name contains a text, after the user with an ID.

        Raises TooManyUsers.
        """
        ...

    def add_event(self, profile: str, id_: str, event: LocalUserEvent) -> None:
        """Add an event that did not change the stored user."""
        ...

    def events(self, id_: str, most: int) -> Sequence[LocalUserEvent]:
        """Return the newest events of a user, the newest first."""
        ...

    def record_sign_in(self, profile: str, id_: str, now: float) -> None:
        """Store the time of a sign-in."""
        ...

    def is_active(self, profile: str, id_: str) -> bool:
        """Return whether a user exists and is not disabled."""
        ...

    def has_namesake(self, profile: str, id_: str, name: str) -> bool:
        """Return whether another user of the profile has a name."""
        ...


class EmbeddedLocalUsers(LocalUsers, Protocol):
    """The store of users whom the server stores itself."""

    def of_ids(self, profile: str, ids: Sequence[str]) -> Sequence[LocalUser]:
        """Return those of some users who exist, in any order."""
        ...


class AccountLinkPurpose(StrEnum):
    """The purposes of links that administrators send to users."""

    PASSWORD = "PASSWORD"  # noqa: S105 - the name of a purpose.
    VERIFICATION = "VERIFICATION"


class LocalUserAccess(Protocol):
    """The access of local users: their sessions, and the grants of applications. Its methods block."""

    def sessions(self, local_user: str, most: int) -> Sequence[datetime]:
        """Return when the sessions of a user began, the newest first."""
        ...

    def end_sessions(self, local_user: str, *, revoked_until: datetime | None) -> int:
        """End the sessions of a user, and return their number. With a time, their tokens are revoked until then."""
        ...

    def revoke_grants(self, local_user: str) -> int:
        """Revoke the grants of a user, and delete the consents to them. Returns their number."""
        ...

    def send_link(self, user: LocalUser, purpose: AccountLinkPurpose) -> bool:
        """Request the e-mail with a link for a user; False if too many messages are waiting."""
        ...


def comparable(name: str) -> str:
    """Return the form in which names and addresses are compared (RFC 8265, section 3.3, without its refusals)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
