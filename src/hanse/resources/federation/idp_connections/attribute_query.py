"""Attribute queries to an identity provider (SAML core, section 3.3.2.3), as the API contract names their settings."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty
from hanse.config.declare.types import Name
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.certificates import CERTIFICATES
from hanse.resources.federation.connections.credentials import (
    SIGNING,
    ConnectionCredentials,
    decryption_errors,
    encryption_errors,
)
from hanse.resources.federation.connections.endpoint_rules import endpoint_errors
from hanse.resources.federation.connections.endpoints import EndpointUrl
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES

QUERY: Final = "attributeQuery"


class AttributeQueryNameMapping(ConfigModel):
    """The name of an attribute here, and its name at the partner."""

    local_name: Annotated[Name, Field(title="Local name", description="Name that applications use.")]
    remote_name: Annotated[Name, Field(title="Remote name", description="Name of the attribute at the partner.")]


class IdpAttributeQueryPolicy(ConfigModel):
    """The protection of attribute queries and of their responses."""

    require_signed_response: Annotated[
        bool,
        Field(title="Require signed responses", description="Refuse responses without a signature of the partner."),
    ] = False
    require_signed_assertion: Annotated[
        bool,
        Field(
            title="Require signed assertions",
            description="Refuse assertions without a signature of their own, also in signed responses.",
        ),
    ] = False
    require_encrypted_assertion: Annotated[
        bool,
        Field(
            title="Require encrypted assertions",
            description="Refuse assertions that are not encrypted for the decryption key of the connection.",
        ),
    ] = False
    sign_attribute_query: Annotated[
        bool,
        Field(
            title="Sign attribute queries", description="Sign attribute queries with the signing key of the connection."
        ),
    ] = False
    encrypt_name_id: Annotated[
        bool,
        Field(
            title="Encrypt name identifiers",
            description="Encrypt the name identifier of the user with the partner's certificate.",
        ),
    ] = False
    mask_attribute_values: Annotated[
        bool,
        Field(
            title="Mask attribute values",
            description="Omit the user and the values of attributes in logs. If off, the log has the name identifier.",
        ),
    ] = False


class IdpAttributeQuery(ConfigModel):
    """The partner's attribute service, at which this server requests attributes of users."""

    url: Annotated[
        EndpointUrl,
        Field(
            title="Attribute service URL",
            description="Address of the partner's attribute service (SOAP), or a path below the base URL of the"
            " connection. Without it, no attributes are requested from the partner. Required if there are"
            " attribute names, or if a setting of the attribute query policy is on.",
        ),
    ]
    name_mappings: Annotated[
        list[AttributeQueryNameMapping],
        Field(
            title="Attribute names",
            description="Names of attributes here and at the partner. Attributes without a mapping have the same name"
            " at both.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    policy: Annotated[
        IdpAttributeQueryPolicy, Field(title="Attribute query policy", default_factory=IdpAttributeQueryPolicy)
    ]


def is_configured(query: Any) -> bool:
    """Return whether a body has settings. Forms send the boxes of a part that nobody filled in."""
    if not isinstance(query, dict):
        return query is not None
    policy = query.get("policy")
    chosen = any(policy.values()) if isinstance(policy, dict) else policy
    return bool(query.get("url") or query.get("nameMappings") or chosen)


def query_errors(
    query: IdpAttributeQuery | None, credentials: ConnectionCredentials, base_url: str | None, *, is_saml: bool
) -> Iterator[FieldError]:
    """Find errors in the settings of attribute queries, and keys that they lack."""
    if query is None:
        return
    if not is_saml:
        yield FieldError("Attribute queries require Browser SSO with SAML 2.0.", f"{QUERY}.url", "not_supported")
    yield from endpoint_errors(base_url, [(f"{QUERY}.url", query.url)])
    for member in ("local_name", "remote_name"):
        names = [getattr(each, member) for each in query.name_mappings]
        if len(set(names)) < len(names):
            yield FieldError("A name is in the list twice.", f"{QUERY}.nameMappings", "value_in_use")
    policy = query.policy
    if policy.sign_attribute_query and credentials.signing_settings is None:
        yield FieldError(
            "Choose the key that signs attribute queries.", f"{SIGNING}.signingKeyPairRef", "required_field"
        )
    if (policy.require_signed_response or policy.require_signed_assertion) and not credentials.verifies_signatures:
        yield FieldError("Signed responses need an active verification certificate.", CERTIFICATES, "required_field")
    if policy.encrypt_name_id:
        yield from encryption_errors(credentials)
    if policy.require_encrypted_assertion:
        yield from decryption_errors(credentials)
