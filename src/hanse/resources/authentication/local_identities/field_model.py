"""The fields of the users of a local identity profile."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse.config.declare.fields import ConfigModel, HoldsPattern, ShortText
from hanse.config.declare.types import Name
from hanse.config.declare.ui.annotations import NotInForms
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


REQUIRED, MUST_BE_CHECKED, MUST_PICK_ONE = "Required", "Must Be Checked", "Must Pick One"
UNIQUE_ID, READ_ONLY, MASK = "Unique ID Field", "Read-Only", "Mask Log Values"
# The names of `required` for fields that users tick, in the API contract.
REQUIRED_BY_TYPE: Final = {
    LocalIdentityFieldType.CHECKBOX.value: MUST_BE_CHECKED,
    LocalIdentityFieldType.CHECKBOX_GROUP.value: MUST_PICK_ONE,
}


class LocalIdentityFieldAttributes(ConfigModel):
    """Properties of a field. The names in JSON are those of the API contract's map."""

    required: Annotated[bool, Field(alias=REQUIRED, title="Required", description="Users must enter a value.")] = False
    unique: Annotated[
        bool,
        Field(alias=UNIQUE_ID, title="Unique ID", description="Identifies the user, who can sign in with it."),
    ] = False
    read_only: Annotated[
        bool, Field(alias=READ_ONLY, title="Read-only", description="Users cannot change it later.")
    ] = False
    mask: Annotated[
        bool,
        Field(
            alias=MASK,
            title="Mask in logs",
            description="The values of users are never logged, with or without this mark.",
        ),
    ] = False
    must_be_checked: Annotated[
        bool | None,
        Field(alias=MUST_BE_CHECKED, title="Must be checked", description="The name of Required for check boxes."),
        NotInForms(),
    ] = None
    must_pick_one: Annotated[
        bool | None,
        Field(
            alias=MUST_PICK_ONE, title="Must pick one", description="The name of Required for groups of check boxes."
        ),
        NotInForms(),
    ] = None


class LocalIdentityField(ConfigModel):
    """A field of a profile."""

    type: Annotated[LocalIdentityFieldType, Field(title="Type", description="Kind of value that users enter.")]
    id: Annotated[FieldId, Field(title="ID", description="Name of the attribute in contracts and mappings.")]
    label: Annotated[Name, Field(title="Label", description="Shown to users on their pages.")]
    registration_page_field: Annotated[
        bool,
        Field(
            title="Registration page",
            description="Show the field on the registration page. Hidden fields are never shown.",
        ),
    ] = False
    profile_page_field: Annotated[
        bool,
        Field(title="Profile page", description="Show the field on the profile page. Hidden fields are never shown."),
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

    @model_validator(mode="before")
    @classmethod
    def _rename_required(cls, sent: Any) -> Any:
        """Store the contract's names for fields that users tick as what they mean, so that there is one name."""
        properties = sent.get("attributes") if isinstance(sent, dict) else None
        name = REQUIRED_BY_TYPE.get(str(sent.get("type"))) if isinstance(properties, dict) else None
        if not isinstance(properties, dict) or name is None or properties.get(name) is None:
            return sent
        others = {each: value for each, value in properties.items() if each != name}
        return {**sent, "attributes": {**others, REQUIRED: properties[name]}}


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
