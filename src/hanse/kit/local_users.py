"""The users that the server stores itself, and the protocol of their store."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

UserValue: TypeAlias = str | list[str]


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
    # An argon2id digest; empty if the user has no password yet.
    password: str = field(default="", repr=False)
    # True if the user must set another password at the next sign-in.
    must_change_password: bool = False
    created: float
    updated: float
    version: int = 0


@dataclass(frozen=True)
class LocalUserPage:
    """Some users in the order of their usernames, and the ID after which the next page begins; None on the last."""

    items: tuple[LocalUser, ...]
    next_after: str | None


class LocalUsers(Protocol):
    """The store of users. Its methods block, and raise `kit.errors.Unavailable`.

    Names and addresses are compared without regard to letter case.
    """

    def create(self, user: LocalUser) -> bool:
        """Store a new user. Returns False if another user of the profile has one of the names."""
        ...

    def update(self, user: LocalUser) -> bool:
        """Store a changed user. Returns False if the user was changed since, or if another user has one of the names.

        `user.version` is the version that was read.
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

    def by_email(self, profile: str, email: str, most: int) -> Sequence[LocalUser]:
        """Return the users with an address."""
        ...

    def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        """Return users whose username, address or another name contains a text, after the user with an ID."""
        ...


def comparable(name: str) -> str:
    """Return the form in which names and addresses are compared (RFC 8265, section 3.3, without its refusals)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
