"""Attribute queries of a service provider (SAML core, section 3.3.2.3), as the API contract names their settings."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.types import Name
from hanse.config.declare.view import View
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES
from hanse.resources.mapping.contexts import request_context
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import MappingOffer, MappingSource
from hanse.saml.attributes import SAML_SUBJECT

QUERY: Final = "attributeQuery"


class SpAttributeQueryPolicy(ConfigModel):
    """The protection of attribute queries and of their responses."""

    require_signed_attribute_query: Annotated[
        bool,
        Field(
            title="Require signed attribute queries",
            description="Refuse queries without a valid signature of the partner, also if it has sent the password of"
            " the back channel.",
        ),
    ] = False
    sign_response: Annotated[
        bool, Field(title="Sign responses", description="Sign the responses to attribute queries.")
    ] = False
    sign_assertion: Annotated[
        bool, Field(title="Sign assertions", description="Sign the assertion with the attributes.")
    ] = False
    encrypt_assertion: Annotated[
        bool,
        Field(
            title="Encrypt assertions",
            description="Encrypt the assertion with the attributes with the partner's certificate.",
        ),
    ] = False
    require_encrypted_name_id: Annotated[
        bool,
        Field(
            title="Require encrypted name identifiers",
            description="Refuse queries whose name identifier is not encrypted for the decryption key of the"
            " connection.",
        ),
    ] = False


class SpAttributeQuery(AttributeMapping):
    """The attributes that the partner can request about a user, without a sign-in, and their sources."""

    attributes: Annotated[
        list[Name],
        Field(
            title="Attributes",
            description="Attributes that the partner can request by attribute queries. Without attributes, attribute"
            " queries are refused.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]
    policy: Annotated[
        SpAttributeQueryPolicy, Field(title="Attribute query policy", default_factory=SpAttributeQueryPolicy)
    ]


def is_configured(query: Any) -> bool:
    """Return whether a body has settings. Forms send the boxes of a part that nobody filled in."""
    if not isinstance(query, dict):
        return query is not None
    policy = query.get("policy")
    chosen = any(policy.values()) if isinstance(policy, dict) else policy
    return bool(query.get("attributes") or query.get("attributeContractFulfillment") or chosen)


def query_offer(_view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the attributes of attribute queries, and their sources: the subject of the query, and the request."""
    query = body.get(QUERY) or {}
    names = tuple(dict.fromkeys(each for each in query.get("attributes") or () if each))
    subject = MappingSource(SourceType.ATTRIBUTE_QUERY, SourceType.ATTRIBUTE_QUERY.label, (SAML_SUBJECT,))
    return MappingOffer(names, (subject, request_context()))
