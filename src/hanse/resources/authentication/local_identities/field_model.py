"""The fields of the users of a local identity profile."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, HoldsPattern, ShortText
from hanse.config.declare.types import Name
from hanse.kit.texts.labels import Labeled

MOST_FIELDS, MOST_OPTIONS = 50, 100
FieldId = Annotated[
    str,
    Field(min_length=1, max_length=64),
    HoldsPattern(r"^[A-Za-z][A-Za-z0-9._-]*$", "Enter letters, digits, and . _ - only, starting with a letter."),
]


class LocalIdentityFieldType(Labeled):
    """Types of fields."""

    TEXT = "TEXT", "Text"
    EMAIL = "EMAIL", "E-mail address"
    PHONE = "PHONE", "Phone number"
    DATE = "DATE", "Date"
    CHECKBOX = "CHECKBOX", "Check box"
    CHECKBOX_GROUP = "CHECKBOX_GROUP", "Group of check boxes"
    DROP_DOWN = "DROP_DOWN", "Drop-down list"
    HIDDEN = "HIDDEN", "Hidden"


class LocalIdentityFieldAttributes(ConfigModel):
    """Properties of a field. The names in JSON are those of the API contract's map."""

    required: Annotated[bool, Field(alias="Required", title="Required", description="Users must enter a value.")] = (
        False
    )
    unique: Annotated[
        bool,
        Field(alias="Unique ID Field", title="Unique ID", description="Identifies the user, who can sign in with it."),
    ] = False
    read_only: Annotated[
        bool, Field(alias="Read-Only", title="Read-only", description="Users cannot change it later.")
    ] = False
    mask: Annotated[
        bool,
        Field(
            alias="Mask Log Values",
            title="Mask in logs",
            description="The values of users are never logged, with or without this mark.",
        ),
    ] = False


class LocalIdentityField(ConfigModel):
    """A field of a profile."""

    type: Annotated[LocalIdentityFieldType, Field(title="Type", description="Kind of value that users enter.")]
    id: Annotated[FieldId, Field(title="ID", description="Name of the attribute in contracts and mappings.")]
    label: Annotated[Name, Field(title="Label", description="Shown to users on their pages.")]
    registration_page_field: Annotated[
        bool, Field(title="Registration page", description="Show the field on the registration page.")
    ] = False
    profile_page_field: Annotated[
        bool, Field(title="Profile page", description="Show the field on the profile page.")
    ] = False
    attributes: Annotated[
        LocalIdentityFieldAttributes, Field(title="Properties", default_factory=LocalIdentityFieldAttributes)
    ]
    options: Annotated[
        list[Annotated[Name, Field(title="Option")]] | None,
        Field(
            title="Options",
            description="Values of a drop-down list or of a group of check boxes.",
            max_length=MOST_OPTIONS,
        ),
    ] = None
    default_value: Annotated[
        ShortText | None, Field(title="Default", description="Value of users who do not enter another one.")
    ] = None


class FieldConfig(ConfigModel):
    """The fields of a profile."""

    fields: Annotated[
        list[LocalIdentityField],
        Field(
            title="Fields",
            description="Data that the server stores about each user.",
            max_length=MOST_FIELDS,
            default_factory=list,
        ),
    ]
    strip_space_from_unique_field: Annotated[
        bool,
        Field(
            title="Strip spaces from unique ID fields",
            description="Remove spaces from the values of unique ID fields before they are stored.",
        ),
    ] = False
