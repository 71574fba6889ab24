"""A local identity profile in the form in which the engine works with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class ProfileFieldType(StrEnum):
    """The types of a profile's fields, in the terms of the admin API."""

    CHECKBOX = "CHECKBOX"
    CHECKBOX_GROUP = "CHECKBOX_GROUP"
    DATE = "DATE"
    DROP_DOWN = "DROP_DOWN"
    EMAIL = "EMAIL"
    PHONE = "PHONE"
    TEXT = "TEXT"
    HIDDEN = "HIDDEN"


@dataclass(frozen=True, kw_only=True)
class ProfileField:
    """A field of a profile. Users never see or send a hidden field."""

    id: str
    label: str
    type: ProfileFieldType = ProfileFieldType.TEXT
    on_registration_page: bool = False
    on_profile_page: bool = False
    required: bool = False
    # Users set it when they register, and cannot change it afterwards.
    read_only: bool = False
    # No two users have the same value, and users can sign in with it.
    unique: bool = False
    options: tuple[str, ...] = ()
    default: str = ""


@dataclass(frozen=True, kw_only=True)
class EmailVerification:
    """The proof that an e-mail address belongs to its user. `field` has the address, and `status_field` the result."""

    field: str
    status_field: str
    by_link: bool = True
    # The length and the characters of a code, and the number of codes that a user can try.
    length: int = 8
    characters: str = ""
    tries: int = 3
    seconds: float = 0.0
    # Users without a verified address cannot sign in.
    required: bool = False
    publisher: str = ""
    # Templates of the message, of the message with a code, of the page that waits, and of the page for a failure.
    message: str = ""
    code_message: str = ""
    page: str = ""
    error_page: str = ""


@dataclass(frozen=True, kw_only=True)
class DirectoryStorage:
    """The directory in which the users of a profile are entries.

    `rdn` is the template of the name of new entries, relative to `base`, such as `uid=${login}`. Without it or without
    an object class, no users can be added.
    """

    store: str
    base: str
    rdn: str
    # The class by which entries are found, and the other classes of new entries.
    object_class: str
    other_classes: tuple[str, ...] = ()
    # Attributes of entries by the IDs of the profile's fields.
    attributes: Mapping[str, str]
    # The attribute that disables a user, and its value; empty if the directory does not know that users are disabled.
    disabling_attribute: str = ""
    disabling_value: str = ""


@dataclass(frozen=True, kw_only=True)
class LocalProfile:
    """A local identity profile."""

    id: str
    name: str
    fields: tuple[ProfileField, ...]
    # The ID of the field with the username.
    username_field: str
    # The policy contract of policies in which the users sign in.
    contract: str = ""
    registration_enabled: bool = False
    registration_template: str = ""
    signs_in_after_registration: bool = False
    profile_enabled: bool = False
    profile_template: str = ""
    deletion_enabled: bool = False
    strips_spaces: bool = False
    minimum_password_length: int = 12
    refuses_common_passwords: bool = True
    verification: EmailVerification | None = None
    # None if the server stores the users itself.
    directory: DirectoryStorage | None = None

    @property
    def email_field(self) -> str:
        """Return the ID of the field with the user's address; empty if there is none."""
        if self.verification is not None:
            return self.verification.field
        return next((each.id for each in self.fields if each.type is ProfileFieldType.EMAIL), "")

    @property
    def unique_fields(self) -> tuple[str, ...]:
        """Return the IDs of the fields whose values identify users."""
        return tuple(each.id for each in self.fields if each.unique)


class PageText(str):
    """The key of a page text, with the values in the text."""

    __slots__ = ("values",)
    values: dict[str, object]

    def __new__(cls, key: str, **values: object) -> Self:
        """Return a text for users that is translated when a page shows it."""
        made = super().__new__(cls, key)
        made.values = values
        return made
