"""Users, as password credential validators and adapters describe them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

AttributeValue: TypeAlias = str | list[str]


@dataclass(frozen=True)
class CredentialResult:
    """A password credential validator's result for a user name and a password.

    `attributes` are those of the user if the password is correct, and empty otherwise. `expired` means that the
    password is correct but must be changed first; `locked` and `disabled` that the account cannot sign in.
    """

    valid: bool
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    expired: bool = False
    locked: bool = False
    disabled: bool = False
    # Days until the password expires, if the validator knows.
    expires_in_days: int | None = None
    # The key of a page text for the user, instead of the usual one, if the sign-in fails.
    message: str = ""
    # The ID of the user in a local identity profile; empty for users of other systems.
    local_user: str = ""


@dataclass(frozen=True)
class UserRecord:
    """A validator's record of a user who has not entered a password."""

    username: str
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    display_name: str = ""
    email: str = ""
    # None if the validator does not know whether the address belongs to the user.
    email_verified: bool | None = None
    disabled: bool = False
    # The ID of the user in a local identity profile; empty for users of other systems.
    local_user: str = ""
