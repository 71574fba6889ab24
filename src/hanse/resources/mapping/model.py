"""What is stored of a mapping, named and typed as the contract has it."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from hanse.config.declare.fields import (
    ConfigModel,
    Expression,
    LongText,
    OmittedWhenEmpty,
    Ref,
    ResourceLink,
    ShortText,
)
from hanse.config.declare.types import Name
from hanse.resources.mapping.conditions import Condition

EXPRESSION = "EXPRESSION"
MOST_ATTRIBUTES, MOST_SOURCES, MOST_CRITERIA, MOST_COLUMNS = 1_001, 50, 200, 1_000

# What is compared with, or handed on: an expression or a value of some length.
Value = Annotated[str, Field(max_length=8_192)]


class SourceType(StrEnum):
    """What values come from; the contract's list."""

    TOKEN_EXCHANGE_PROCESSOR_POLICY = "TOKEN_EXCHANGE_PROCESSOR_POLICY"  # noqa: S105 - the name of a source.
    ACCOUNT_LINK = "ACCOUNT_LINK"
    ADAPTER = "ADAPTER"
    ASSERTION = "ASSERTION"
    CONTEXT = "CONTEXT"
    CUSTOM_DATA_STORE = "CUSTOM_DATA_STORE"
    EXPRESSION = "EXPRESSION"
    JDBC_DATA_STORE = "JDBC_DATA_STORE"
    LDAP_DATA_STORE = "LDAP_DATA_STORE"
    PING_ONE_LDAP_GATEWAY_DATA_STORE = "PING_ONE_LDAP_GATEWAY_DATA_STORE"
    MAPPED_ATTRIBUTES = "MAPPED_ATTRIBUTES"
    NO_MAPPING = "NO_MAPPING"
    TEXT = "TEXT"
    TOKEN = "TOKEN"  # noqa: S105 - the name of a source.
    REQUEST = "REQUEST"
    OAUTH_PERSISTENT_GRANT = "OAUTH_PERSISTENT_GRANT"
    SUBJECT_TOKEN = "SUBJECT_TOKEN"  # noqa: S105 - the name of a source.
    ACTOR_TOKEN = "ACTOR_TOKEN"  # noqa: S105 - the name of a source.
    PASSWORD_CREDENTIAL_VALIDATOR = "PASSWORD_CREDENTIAL_VALIDATOR"  # noqa: S105 - the name of a source.
    IDP_CONNECTION = "IDP_CONNECTION"
    AUTHENTICATION_POLICY_CONTRACT = "AUTHENTICATION_POLICY_CONTRACT"
    CLAIMS = "CLAIMS"
    LOCAL_IDENTITY_PROFILE = "LOCAL_IDENTITY_PROFILE"
    EXTENDED_CLIENT_METADATA = "EXTENDED_CLIENT_METADATA"
    EXTENDED_PROPERTIES = "EXTENDED_PROPERTIES"
    TRACKED_HTTP_PARAMS = "TRACKED_HTTP_PARAMS"
    FRAGMENT = "FRAGMENT"
    INPUTS = "INPUTS"
    ATTRIBUTE_QUERY = "ATTRIBUTE_QUERY"
    IDENTITY_STORE_USER = "IDENTITY_STORE_USER"
    IDENTITY_STORE_GROUP = "IDENTITY_STORE_GROUP"
    SCIM_USER = "SCIM_USER"
    SCIM_GROUP = "SCIM_GROUP"


# Of these there is one wherever there is any. Clients write what they like as its id, which names nothing and stays.
ONLY_ONES = frozenset(
    {
        SourceType.CONTEXT,
        SourceType.EXTENDED_CLIENT_METADATA,
        SourceType.EXTENDED_PROPERTIES,
        SourceType.INPUTS,
        SourceType.MAPPED_ATTRIBUTES,
        SourceType.TRACKED_HTTP_PARAMS,
    }
)


class SourceTypeIdKey(ConfigModel):
    """One source."""

    type: Annotated[SourceType, Field(title="Type")]
    id: Annotated[
        ShortText | None, Field(title="ID", description="The source, if there can be several of this type.")
    ] = None


def _is_expression(fulfilment: dict[str, Any]) -> bool:
    source = fulfilment.get("source")
    return isinstance(source, dict) and source.get("type") == EXPRESSION


class AttributeFulfillmentValue(ConfigModel):
    """Where the value of an attribute comes from."""

    source: Annotated[SourceTypeIdKey, Field(title="Source")]
    value: Annotated[
        Value,
        Field(title="Value", description="Name of an attribute of the source, a text, or an expression."),
        Expression(when=_is_expression),
    ] = ""


# By the name of an attribute.
Fulfilment = Annotated[dict[Name, AttributeFulfillmentValue], Field(max_length=MOST_ATTRIBUTES)]


class _AttributeSource(ConfigModel):
    """What is looked up in a data store for a mapping."""

    id: Annotated[ShortText | None, Field(title="ID", description="Name of this source in contract fulfillment.")] = (
        None
    )
    description: Annotated[ShortText | None, Field(title="Description")] = None
    data_store_ref: Annotated[ResourceLink, Field(title="Data store"), Ref("/dataStores")]
    attribute_contract_fulfillment: Annotated[Fulfilment | None, Field(title="Attribute contract fulfillment")] = None


class JdbcAttributeSource(_AttributeSource):
    """Columns of one row of a table."""

    type: Annotated[Literal["JDBC"], Field(title="Type")]
    schema_: Annotated[ShortText | None, Field(alias="schema", title="Schema")] = None
    table: Annotated[Name, Field(title="Table")]
    column_names: Annotated[list[Name], Field(title="Columns", max_length=MOST_COLUMNS, default_factory=list)]
    filter: Annotated[LongText, Field(title="Where", min_length=1)]


class SearchScope(StrEnum):
    """How far below its base a search looks (RFC 4511, section 4.5.1.2)."""

    OBJECT = "OBJECT"
    ONE_LEVEL = "ONE_LEVEL"
    SUBTREE = "SUBTREE"


class BinaryLdapAttributeSettings(ConfigModel):
    """How octets are written."""

    binary_encoding: Literal["BASE64", "HEX", "SID"] | None = None


class LdapAttributeSource(_AttributeSource):
    """Attributes of one entry of a directory."""

    type: Annotated[Literal["LDAP", "PING_ONE_LDAP_GATEWAY"], Field(title="Type")]
    base_dn: Annotated[LongText | None, Field(title="Base DN")] = None
    search_scope: Annotated[SearchScope, Field(title="Search scope")]
    search_filter: Annotated[LongText, Field(title="Filter", min_length=1)]
    search_attributes: Annotated[list[Name], Field(title="Attributes", max_length=MOST_COLUMNS, default_factory=list)]
    binary_attribute_settings: Annotated[
        dict[Name, BinaryLdapAttributeSettings] | None,
        Field(title="Binary attribute settings", max_length=MOST_COLUMNS),
    ] = None
    member_of_nested_group: Annotated[bool | None, Field(title="Members of nested groups")] = None


class FieldEntry(ConfigModel):
    """One value of a filter."""

    name: Annotated[Name, Field(title="Name")]
    value: Annotated[LongText | None, Field(title="Value")] = None


class CustomAttributeSource(_AttributeSource):
    """What a data store of another type gives."""

    type: Annotated[Literal["CUSTOM"], Field(title="Type")]
    filter_fields: Annotated[list[FieldEntry], Field(title="Filter", max_length=MOST_COLUMNS, default_factory=list)]


AttributeSource = Annotated[
    JdbcAttributeSource | LdapAttributeSource | CustomAttributeSource, Field(discriminator="type")
]


class ConditionalIssuanceCriteriaEntry(ConfigModel):
    """A comparison that has to hold."""

    source: Annotated[SourceTypeIdKey, Field(title="Source")]
    attribute_name: Annotated[Name, Field(title="Attribute")]
    condition: Annotated[Condition, Field(title="Condition")]
    value: Annotated[Value, Field(title="Value")]
    error_result: Annotated[LongText | None, Field(title="Error result")] = None


class ExpressionIssuanceCriteriaEntry(ConfigModel):
    """An expression that has to be true."""

    expression: Annotated[Value, Field(title="Expression"), Expression(is_condition=True)]
    error_result: Annotated[LongText | None, Field(title="Error result")] = None


class IssuanceCriteria(ConfigModel):
    """Conditions that must be met before anything is issued."""

    conditional_criteria: Annotated[
        list[ConditionalIssuanceCriteriaEntry],
        Field(title="Criteria", max_length=MOST_CRITERIA, default_factory=list),
    ]
    expression_criteria: Annotated[
        list[ExpressionIssuanceCriteriaEntry],
        Field(title="Criteria as expressions", max_length=MOST_CRITERIA, default_factory=list),
        OmittedWhenEmpty(),
    ]


class AttributeMapping(ConfigModel):
    """A mapping; areas derive theirs."""

    attribute_sources: Annotated[
        list[AttributeSource], Field(title="Attribute sources", max_length=MOST_SOURCES, default_factory=list)
    ]
    attribute_contract_fulfillment: Annotated[Fulfilment, Field(title="Contract fulfillment")]
    issuance_criteria: Annotated[IssuanceCriteria | None, Field(title="Issuance criteria")] = None
