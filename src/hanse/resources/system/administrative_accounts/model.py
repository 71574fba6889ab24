"""The fields of an administrative account."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.access import Role
from hanse.config.declare.fields import (
    PASSWORD_DIGEST,
    ConfigModel,
    HoldsPattern,
    LongText,
    Searchable,
    Secret,
    ShortText,
    Unique,
    Unordered,
)

PASSWORD_LENGTH_LIMIT = 256

# Characters that need no escaping in a path segment (RFC 3986, section 3.3). A colon would end the user name in HTTP
# Basic (RFC 7617, section 2). The rule for the first character excludes `.` and `..`.
USERNAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._@+~-]*$"

Password = Annotated[str, Field(max_length=PASSWORD_LENGTH_LIMIT)]


class AdministrativeAccount(ConfigModel):
    """An administrative account of a person or a program."""

    username: Annotated[
        str,
        Field(min_length=1, max_length=128, title="Username"),
        HoldsPattern(
            USERNAME_PATTERN,
            "A username must begin with a letter or digit. Use only letters A to Z, digits and - . _ ~ @ +.",
        ),
        Unique("This username is already in use."),
    ]
    password: Annotated[
        Password | None,
        Field(
            title="Password",
            description="Password of a new account. Use changePassword or resetPassword to change it later.",
        ),
        Secret(digest=PASSWORD_DIGEST),
    ] = None
    encrypted_password: Annotated[str | None, Field(max_length=4096)] = None
    active: Annotated[bool, Field(title="Active")] = False
    description: Annotated[LongText | None, Searchable(), Field(title="Description")] = None
    auditor: Annotated[
        bool, Field(title="Auditor", description="Has read-only access to everything. Auditors have no roles.")
    ] = False
    phone_number: Annotated[ShortText | None, Field(title="Phone number")] = None
    email_address: Annotated[
        Annotated[
            str,
            Field(max_length=254),
            HoldsPattern(r"^[^@\s]+@[^@\s]+$", "Enter an email address such as jan@example.com."),
        ]
        | None,
        Field(title="Email address"),
        Searchable(),
    ] = None
    department: Annotated[ShortText | None, Searchable(), Field(title="Department")] = None
    roles: Annotated[list[Role], Field(title="Roles", max_length=len(Role)), Unordered()] = Field(default_factory=list)


class UserCredentials(ConfigModel):
    """A new password, together with the current one if it is one's own account."""

    current_password: Password | None = None
    new_password: Password
