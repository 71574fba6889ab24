"""The user repository of just-in-time provisioning: a local identity profile, a directory or a table.

The members of directories and tables are those of the API contract, as are their names; `attributes` and
`namingAttribute` are additions.
"""

import re
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, model_validator

from hanse import handles
from hanse.config.declare.fields import ConfigModel, LongText, OmittedWhenEmpty, Ref, ResourceLink, ShortText
from hanse.config.declare.types import Name
from hanse.config.declare.validation_messages import refusal
from hanse.kit.texts.labels import Labeled
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES
from hanse.resources.mapping.model import Fulfillment

PROFILE: Final = "localIdentityProfileRef"
REPOSITORY_MAPPING: Final = "jitRepositoryAttributeMapping"
STORE, BASE_DN, FILTER = "dataStoreRef", "baseDn", "uniqueUserIdFilter"
NAMING, SQL_METHOD, ATTRIBUTES = "namingAttribute", "sqlMethod", "attributes"
# An attribute description (RFC 4512, section 2.5): a name or an object identifier.
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z0-9-]*|[0-9]+(\.[0-9]+)+")


class UserRepositoryType(Labeled):
    """The kinds of user repositories."""

    LOCAL_IDENTITY_PROFILE = "LOCAL_IDENTITY_PROFILE", "Local identity profile"
    LDAP = "LDAP", "LDAP directory"
    JDBC = "JDBC", "Database table"


# The members of each type of repository, besides the type and the attribute mapping.
_MEMBERS: Final = {
    UserRepositoryType.LOCAL_IDENTITY_PROFILE: frozenset({PROFILE}),
    UserRepositoryType.LDAP: frozenset({STORE, BASE_DN, FILTER, NAMING, ATTRIBUTES}),
    UserRepositoryType.JDBC: frozenset({STORE, SQL_METHOD, ATTRIBUTES}),
}
_OWN_MEMBERS: Final = frozenset().union(*_MEMBERS.values())


def is_attribute_name(text: str) -> bool:
    """Return whether a text can be the name of an LDAP attribute."""
    return _ATTRIBUTE.fullmatch(text) is not None


def _naming_attribute(text: str | None) -> str | None:
    if text and not is_attribute_name(text):
        raise ValueError("Enter the name of an attribute such as uid or cn.")
    return text or None


class JdbcTable(ConfigModel):
    """The table in which users are rows."""

    schema_: Annotated[
        ShortText | None,
        Field(
            alias="schema",
            title="Schema",
            description="Schema of the table. If empty, the default schema of the database user is used.",
        ),
    ] = None
    table_name: Annotated[Name, Field(title="Table", description="Table in which each user is a row.")]
    unique_id_column: Annotated[
        Name,
        Field(
            title="Unique ID column",
            description="Column whose value identifies a user. It needs a unique constraint, so that simultaneous"
            " sign-ins create one row.",
        ),
    ]


class SqlMethod(ConfigModel):
    """The way in which a database is written."""

    table: Annotated[JdbcTable | None, Field(title="Table")] = None

    @model_validator(mode="before")
    @classmethod
    def _check_method(cls, sent: Any) -> Any:
        if isinstance(sent, dict) and "storedProcedure" in sent:
            if sent["storedProcedure"]:
                raise refusal("not_supported", "Stored procedures are not supported. Use a table.")
            return {name: value for name, value in sent.items() if name != "storedProcedure"}
        return sent


class JitUserRepository(ConfigModel):
    """The repository in which users are created, and the sources of the values of its attributes."""

    type: Annotated[
        UserRepositoryType,
        Field(
            title="Type",
            description="Users of local identity profiles have accounts of this server. Entries of a directory and rows"
            " of a database are for applications and look-ups.",
        ),
    ] = UserRepositoryType.LOCAL_IDENTITY_PROFILE
    local_identity_profile_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Local identity profile",
            description="Profile in which users of the partner are created at their first sign-in. They are found again"
            " by the entity ID of the partner and their identifier there, never by an e-mail address or a name. If not"
            " set, users are not provisioned.",
        ),
        Ref(handles.LOCAL_IDENTITY_PROFILES),
    ] = None
    data_store_ref: Annotated[
        ResourceLink | None,
        Field(title="Data store", description="Data store whose account can write to the repository."),
        Ref(handles.DATA_STORES),
    ] = None
    base_dn: Annotated[
        LongText | None,
        Field(
            title="Base DN",
            description="Entry below which users are searched, and directly below which they are created.",
        ),
    ] = None
    unique_user_id_filter: Annotated[
        LongText | None,
        Field(
            title="Unique user ID filter",
            description="Filter that finds the entry of a user, such as uid=${SAML_SUBJECT}. Values of the partner are"
            " escaped. Everyone for whom the partner sends the value of an existing entry gets this entry, so use a"
            " base DN of its own for each partner.",
        ),
    ] = None
    naming_attribute: Annotated[
        ShortText | None,
        Field(
            title="Naming attribute",
            description="Attribute of the relative distinguished names of new entries, such as cn in Active Directory."
            " By default that of the filter.",
        ),
        AfterValidator(_naming_attribute),
    ] = None
    sql_method: Annotated[SqlMethod | None, Field(title="SQL method")] = None
    attributes: Annotated[
        list[Name],
        Field(
            title="Attributes or columns",
            description="Attributes of the directory or columns of the table that are written. Each gets a row in the"
            " attribute mapping.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    jit_repository_attribute_mapping: Annotated[Fulfillment, Field(title="Attribute mapping", default_factory=dict)]

    @model_validator(mode="before")
    @classmethod
    def _select_members(cls, sent: Any) -> Any:
        """Remove the members of other types of repositories, which forms send along after the type has changed.

        List the attributes that clients of the API contract send in the mapping only, so that forms show them.
        """
        if not isinstance(sent, dict):
            return sent
        own = _MEMBERS.get(sent.get("type") or UserRepositoryType.LOCAL_IDENTITY_PROFILE, _OWN_MEMBERS)
        chosen = {name: value for name, value in sent.items() if name not in _OWN_MEMBERS or name in own}
        listed, mapping = chosen.get(ATTRIBUTES) or [], chosen.get(REPOSITORY_MAPPING)
        if ATTRIBUTES in own and isinstance(mapping, dict) and isinstance(listed, list):
            chosen[ATTRIBUTES] = [*listed, *(name for name in mapping if name not in listed)]
        return chosen
