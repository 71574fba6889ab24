"""The directory in which the users of a profile are stored, with the names and types of the API contract.

`accountDisabledAttribute` and `accountDisabledValue` are not part of the contract.
"""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, HoldsPattern, LongText, Ref, ResourceLink, ShortText
from hanse.config.declare.ui.annotations import KeyedLines
from hanse.kit.texts.labels import Labeled
from hanse.resources.authentication.local_identities.field_model import MOST_FIELDS, FieldId

# An attribute description with options (RFC 4512, section 2.5), or an object identifier.
_NAME = r"([A-Za-z][A-Za-z0-9-]*|[0-9]+(\.[0-9]+)+)(;[A-Za-z0-9-]+)*"
_EXPECTED = "Enter the name of an LDAP attribute or object class, such as uid."
LdapName = Annotated[str, Field(min_length=1, max_length=256), HoldsPattern(f"^{_NAME}$", _EXPECTED)]


class LocalIdentityDataStoreType(Labeled):
    """Types of data stores for users. The API contract has more, which are refused."""

    LDAP = "LDAP", "LDAP"


class DataStoreAttribute(ConfigModel):
    """An attribute of a directory."""

    type: Annotated[LocalIdentityDataStoreType, Field(title="Type")] = LocalIdentityDataStoreType.LDAP
    name: Annotated[LdapName, Field(title="Attribute")]
    metadata: Annotated[dict[ShortText, ShortText], Field(title="Metadata", max_length=20, default_factory=dict)]


class LdapDataStoreConfig(ConfigModel):
    """The directory, and the entries of users in it."""

    type: Annotated[LocalIdentityDataStoreType, Field(title="Type")] = LocalIdentityDataStoreType.LDAP
    data_store_ref: Annotated[
        ResourceLink,
        Field(
            title="LDAP data store",
            description="Directory in which the users of this profile are stored. If not set, this server stores them."
            " The user DN of the data store needs the right to add, change and delete entries and to set passwords.",
        ),
        Ref(handles.DATA_STORES),
    ]
    base_dn: Annotated[
        LongText,
        Field(
            title="Base DN",
            description="Part of the directory in which users are found and added, such as"
            " ou=people,dc=example,dc=com.",
            min_length=1,
        ),
        HoldsPattern(
            r"^[^=,${}]+=[^,${}]+(,[^=,${}]+=[^,${}]+)*$",
            "Enter a distinguished name such as ou=people,dc=example,dc=com.",
        ),
    ]
    create_pattern: Annotated[
        ShortText,
        Field(
            title="Create pattern",
            description="Name of new entries relative to the base DN, with fields of the profile in braces, such as"
            " uid=${mail}. ${entryUUID} is a random UUID. If empty, no users can be added.",
        ),
        HoldsPattern(
            r"^$|^ *[A-Za-z][A-Za-z0-9-]*=[^,+=<>;\"\\]+(, *[A-Za-z][A-Za-z0-9-]*=[^,+=<>;\"\\]+)*$",
            "Enter an attribute and its value, such as uid=${mail}.",
        ),
    ] = ""
    object_class: Annotated[
        ShortText,
        Field(
            title="Object class",
            description="Structural object class of new entries, such as inetOrgPerson. Users are entries of this"
            " class. If empty, users are entries of any class, and no users can be added.",
        ),
        HoldsPattern(f"^({_NAME})?$", _EXPECTED),
    ] = ""
    auxiliary_object_classes: Annotated[
        list[Annotated[LdapName, Field(title="Object class")]],
        Field(
            title="Auxiliary object classes",
            description="Additional object classes of new entries.",
            max_length=20,
            default_factory=list,
        ),
    ]
    data_store_mapping: Annotated[
        dict[FieldId, DataStoreAttribute],
        Field(
            title="Attribute mapping",
            description="LDAP attribute of each field of the profile, one per line, such as mail=mail. Attributes that"
            " only the directory sets, such as entryUUID, are read and never written.",
            max_length=2 * MOST_FIELDS,
        ),
        KeyedLines("name"),
    ]
    account_disabled_attribute: Annotated[
        LdapName | None,
        Field(
            title="Account disabled attribute",
            description="Attribute that disables an account in the directory, such as pwdAccountLockedTime. If not"
            " set, a user who is disabled here cannot sign in through this server, but is not disabled in the"
            " directory.",
        ),
    ] = None
    account_disabled_value: Annotated[
        ShortText | None,
        Field(
            title="Account disabled value",
            description="Value of the attribute for disabled accounts, such as 000001010000Z. The attribute is removed"
            " when a user is enabled.",
        ),
    ] = None
