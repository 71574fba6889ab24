"""The attributes that a partner sends about its users, as the API contract names them."""

from typing import Annotated, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.types import Name
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES
from hanse.saml.attributes import SAML_SUBJECT

# The core attribute of a contract with claims; that of assertions is `SAML_SUBJECT`.
CLAIM_SUBJECT: Final = "sub"


class IdpBrowserSsoAttribute(ConfigModel):
    """An attribute that a partner sends."""

    name: Annotated[Name, Field(title="Attribute")]
    masked: Annotated[bool, Field(title="Mask log values", description="Mask this attribute's values in logs.")] = False


class IdpBrowserSsoAttributeContract(ConfigModel):
    """The attributes that the partner sends about its users."""

    core_attributes: Annotated[
        list[IdpBrowserSsoAttribute],
        Field(title="Core attributes", max_length=MOST_ATTRIBUTES, default_factory=list),
    ]
    extended_attributes: Annotated[
        list[IdpBrowserSsoAttribute],
        Field(
            title="Extended attributes",
            description=f"Attributes of the partner that policies can use in addition to {SAML_SUBJECT} (SAML 2.0) or"
            f" {CLAIM_SUBJECT} (OpenID Connect). Others are ignored.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]
