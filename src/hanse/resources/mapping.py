"""How attributes get their values, as every area writes it that maps one contract to another.

Which sources there are and which attributes have to be fulfilled is for each area to say; this module has the shapes,
and knows an expression when it sees one.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from hanse.config.fields import ConfigModel, Expression
from hanse.config.types import Name

SourceType = Literal[
    "TOKEN_EXCHANGE_PROCESSOR_POLICY",
    "ACCOUNT_LINK",
    "ADAPTER",
    "ASSERTION",
    "CONTEXT",
    "CUSTOM_DATA_STORE",
    "EXPRESSION",
    "JDBC_DATA_STORE",
    "LDAP_DATA_STORE",
    "PING_ONE_LDAP_GATEWAY_DATA_STORE",
    "MAPPED_ATTRIBUTES",
    "NO_MAPPING",
    "TEXT",
    "TOKEN",
    "REQUEST",
    "OAUTH_PERSISTENT_GRANT",
    "SUBJECT_TOKEN",
    "ACTOR_TOKEN",
    "PASSWORD_CREDENTIAL_VALIDATOR",
    "IDP_CONNECTION",
    "AUTHENTICATION_POLICY_CONTRACT",
    "CLAIMS",
    "LOCAL_IDENTITY_PROFILE",
    "EXTENDED_CLIENT_METADATA",
    "EXTENDED_PROPERTIES",
    "TRACKED_HTTP_PARAMS",
    "FRAGMENT",
    "INPUTS",
    "ATTRIBUTE_QUERY",
    "IDENTITY_STORE_USER",
    "IDENTITY_STORE_GROUP",
    "SCIM_USER",
    "SCIM_GROUP",
]
Condition = Literal[
    "EQUALS",
    "EQUALS_CASE_INSENSITIVE",
    "EQUALS_DN",
    "NOT_EQUAL",
    "NOT_EQUAL_CASE_INSENSITIVE",
    "NOT_EQUAL_DN",
    "MULTIVALUE_CONTAINS",
    "MULTIVALUE_CONTAINS_CASE_INSENSITIVE",
    "MULTIVALUE_CONTAINS_DN",
    "MULTIVALUE_DOES_NOT_CONTAIN",
    "MULTIVALUE_DOES_NOT_CONTAIN_CASE_INSENSITIVE",
    "MULTIVALUE_DOES_NOT_CONTAIN_DN",
]
EXPRESSION = "EXPRESSION"
MOST_ATTRIBUTES = 1_001
MOST_CRITERIA = 100

# What is compared with, or handed on: an expression or a value of some length.
Value = Annotated[str, Field(max_length=8_192)]


class SourceTypeIdKey(ConfigModel):
    """Where a value comes from: a type of source, and which one where there are several of its type."""

    type: SourceType
    id: Annotated[str | None, Field(max_length=256)] = None


def _is_expression(fulfilment: dict[str, Any]) -> bool:
    source = fulfilment.get("source")
    return isinstance(source, dict) and source.get("type") == EXPRESSION


class AttributeFulfillmentValue(ConfigModel):
    """What an attribute gets: an attribute of the source, a text, or what an expression makes of the attributes."""

    source: SourceTypeIdKey
    value: Annotated[Value, Expression(when=_is_expression)]


Fulfilment = Annotated[dict[Name, AttributeFulfillmentValue], Field(max_length=MOST_ATTRIBUTES)]


class ConditionalIssuanceCriteriaEntry(ConfigModel):
    """A condition without which nothing is issued."""

    source: SourceTypeIdKey
    attribute_name: Name
    condition: Condition
    value: Value
    error_result: Annotated[str | None, Field(max_length=1024)] = None


class ExpressionIssuanceCriteriaEntry(ConfigModel):
    """An expression that has to be true, or nothing is issued."""

    expression: Annotated[Value, Expression(is_condition=True)]
    error_result: Annotated[str | None, Field(max_length=1024)] = None


class IssuanceCriteria(ConfigModel):
    """What has to hold for a mapping to issue anything."""

    conditional_criteria: list[ConditionalIssuanceCriteriaEntry] = Field(default_factory=list, max_length=MOST_CRITERIA)
    expression_criteria: list[ExpressionIssuanceCriteriaEntry] = Field(default_factory=list, max_length=MOST_CRITERIA)


class AttributeMapping(ConfigModel):
    """What fulfils a contract, by the names of its attributes, and under which conditions."""

    attribute_contract_fulfillment: Fulfilment
    issuance_criteria: IssuanceCriteria | None = None
