"""The stored form of a mapping, with the names and types of the API contract."""

from typing import Annotated, Any, Literal

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import (
    ConfigModel,
    HoldsExpression,
    LongText,
    OmittedWhenEmpty,
    Ref,
    ResourceLink,
    ShortText,
)
from hanse.config.declare.types import Name
from hanse.kit.texts.labels import Labeled
from hanse.resources.mapping.conditions import Condition

EXPRESSION = "EXPRESSION"
MOST_ATTRIBUTES, MOST_SOURCES, MOST_CRITERIA, MOST_COLUMNS = 1_001, 50, 200, 1_000

# Maximum length of an expression or a value.
Value = Annotated[str, Field(max_length=8_192)]


class SourceType(Labeled):
    """Type of the source of a value, as the API contract lists them."""

    TOKEN_EXCHANGE_PROCESSOR_POLICY = "TOKEN_EXCHANGE_PROCESSOR_POLICY", "Token exchange processor policy"
    ACCOUNT_LINK = "ACCOUNT_LINK", "Account link"
    ADAPTER = "ADAPTER", "IdP adapter"
    ASSERTION = "ASSERTION", "Assertion"
    CONTEXT = "CONTEXT", "Context"
    CUSTOM_DATA_STORE = "CUSTOM_DATA_STORE", "Custom data store"
    EXPRESSION = "EXPRESSION", "Expression"
    JDBC_DATA_STORE = "JDBC_DATA_STORE", "JDBC data store"
    LDAP_DATA_STORE = "LDAP_DATA_STORE", "LDAP data store"
    PING_ONE_LDAP_GATEWAY_DATA_STORE = "PING_ONE_LDAP_GATEWAY_DATA_STORE", "PingOne LDAP gateway"
    MAPPED_ATTRIBUTES = "MAPPED_ATTRIBUTES", "Mapped attributes"
    NO_MAPPING = "NO_MAPPING", "No mapping"
    TEXT = "TEXT", "Text"
    TOKEN = "TOKEN", "Token"
    REQUEST = "REQUEST", "Request"
    OAUTH_PERSISTENT_GRANT = "OAUTH_PERSISTENT_GRANT", "Persistent grant"
    SUBJECT_TOKEN = "SUBJECT_TOKEN", "Subject token"
    ACTOR_TOKEN = "ACTOR_TOKEN", "Actor token"
    PASSWORD_CREDENTIAL_VALIDATOR = "PASSWORD_CREDENTIAL_VALIDATOR", "Password credential validator"
    IDP_CONNECTION = "IDP_CONNECTION", "IdP connection"
    AUTHENTICATION_POLICY_CONTRACT = "AUTHENTICATION_POLICY_CONTRACT", "Authentication policy contract"
    CLAIMS = "CLAIMS", "Claims"
    LOCAL_IDENTITY_PROFILE = "LOCAL_IDENTITY_PROFILE", "Local identity profile"
    EXTENDED_CLIENT_METADATA = "EXTENDED_CLIENT_METADATA", "Extended client metadata"
    EXTENDED_PROPERTIES = "EXTENDED_PROPERTIES", "Extended properties"
    TRACKED_HTTP_PARAMS = "TRACKED_HTTP_PARAMS", "Tracked HTTP parameters"
    FRAGMENT = "FRAGMENT", "Fragment"
    INPUTS = "INPUTS", "Inputs"
    ATTRIBUTE_QUERY = "ATTRIBUTE_QUERY", "Attribute query"
    IDENTITY_STORE_USER = "IDENTITY_STORE_USER", "Identity store user"
    IDENTITY_STORE_GROUP = "IDENTITY_STORE_GROUP", "Identity store group"
    SCIM_USER = "SCIM_USER", "SCIM user"
    SCIM_GROUP = "SCIM_GROUP", "SCIM group"


# Types with one source only. Clients may send any id for them; it is stored and has no meaning.
ONLY_ONES = frozenset(
    {
        SourceType.ASSERTION,
        SourceType.ATTRIBUTE_QUERY,
        SourceType.CONTEXT,
        SourceType.EXTENDED_CLIENT_METADATA,
        SourceType.EXTENDED_PROPERTIES,
        SourceType.INPUTS,
        SourceType.MAPPED_ATTRIBUTES,
        SourceType.TRACKED_HTTP_PARAMS,
        SourceType.SUBJECT_TOKEN,
        SourceType.ACTOR_TOKEN,
    }
)


class SourceTypeIdKey(ConfigModel):
    """Identification of a source: its type, and its id if there are several of the type."""

    type: Annotated[SourceType, Field(title="Type")]
    id: Annotated[
        ShortText | None, Field(title="ID", description="The source, if there can be several of this type.")
    ] = None


def _is_expression(fulfillment: dict[str, Any]) -> bool:
    source = fulfillment.get("source")
    return isinstance(source, dict) and source.get("type") == EXPRESSION


class AttributeFulfillmentValue(ConfigModel):
    """Source and value of one attribute."""

    source: Annotated[SourceTypeIdKey, Field(title="Source")]
    value: Annotated[
        Value,
        Field(title="Value", description="Name of an attribute of the source, a text, or an expression."),
        HoldsExpression(when=_is_expression),
    ] = ""


# By the name of the attribute.
Fulfillment = Annotated[dict[Name, AttributeFulfillmentValue], Field(max_length=MOST_ATTRIBUTES)]


class _AttributeSource(ConfigModel):
    """A look-up in a data store whose results a mapping can use."""

    id: Annotated[ShortText | None, Field(title="ID", description="Name of this source in contract fulfillment.")] = (
        None
    )
    description: Annotated[ShortText | None, Field(title="Description")] = None
    data_store_ref: Annotated[ResourceLink, Field(title="Data store"), Ref(handles.DATA_STORES)]
    attribute_contract_fulfillment: Annotated[Fulfillment | None, Field(title="Attribute contract fulfillment")] = None


class JdbcAttributeSource(_AttributeSource):
    """A look-up of columns in one row of a database table."""

    type: Annotated[Literal["JDBC"], Field(title="Type")]
    schema_: Annotated[ShortText | None, Field(alias="schema", title="Schema")] = None
    table: Annotated[Name, Field(title="Table")]
    column_names: Annotated[list[Name], Field(title="Columns", max_length=MOST_COLUMNS, default_factory=list)]
    filter: Annotated[LongText, Field(title="Where", min_length=1)]


class SearchScope(Labeled):
    """Scope of a search below its base entry (RFC 4511, section 4.5.1.2)."""

    OBJECT = "OBJECT", "Object"
    ONE_LEVEL = "ONE_LEVEL", "One level"
    SUBTREE = "SUBTREE", "Subtree"


class BinaryLdapAttributeSettings(ConfigModel):
    """Text encoding of a binary LDAP attribute."""

    binary_encoding: Literal["BASE64", "HEX", "SID"] | None = None


class LdapAttributeSource(_AttributeSource):
    """A look-up of attributes in one entry of a directory."""

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
    """A value of a search filter."""

    name: Annotated[Name, Field(title="Name")]
    value: Annotated[LongText | None, Field(title="Value")] = None


class CustomAttributeSource(_AttributeSource):
    """A look-up in a data store of a custom type."""

    type: Annotated[Literal["CUSTOM"], Field(title="Type")]
    filter_fields: Annotated[list[FieldEntry], Field(title="Filter", max_length=MOST_COLUMNS, default_factory=list)]


AttributeSource = Annotated[
    JdbcAttributeSource | LdapAttributeSource | CustomAttributeSource, Field(discriminator="type")
]


class ConditionalIssuanceCriteriaEntry(ConfigModel):
    """A comparison that must hold before anything is issued."""

    source: Annotated[SourceTypeIdKey, Field(title="Source")]
    attribute_name: Annotated[Name, Field(title="Attribute")]
    condition: Annotated[Condition, Field(title="Condition")]
    value: Annotated[Value, Field(title="Value")]
    error_result: Annotated[LongText | None, Field(title="Error result")] = None


class ExpressionIssuanceCriteriaEntry(ConfigModel):
    """An expression that must be true before anything is issued."""

    expression: Annotated[Value, Field(title="Expression"), HoldsExpression(is_condition=True)]
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
    """A mapping; areas derive their own models from it."""

    attribute_sources: Annotated[
        list[AttributeSource], Field(title="Attribute sources", max_length=MOST_SOURCES, default_factory=list)
    ]
    attribute_contract_fulfillment: Annotated[Fulfillment, Field(title="Contract fulfillment")]
    issuance_criteria: Annotated[IssuanceCriteria | None, Field(title="Issuance criteria")] = None
