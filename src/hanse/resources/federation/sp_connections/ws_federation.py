"""Members of SP connections with WS-Federation: the token, its name identifier, and further addresses."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Field

from hanse.config.declare.fields import OmittedWhenEmpty
from hanse.kit.texts.labels import Labeled
from hanse.resources.federation.connections.endpoints import MOST_ENDPOINTS, UrlWhitelistEntry

# Members of Browser SSO, and of its endpoints, that only SAML 2.0 has. The rules allow only their defaults.
_OF_SAML: Final = frozenset({"enabledProfiles", "incomingBindings", "spSamlIdentityMapping", "signResponseAsRequired"})
_OF_SAML_ENDPOINTS: Final = frozenset({"binding", "index"})


class WsFedTokenType(Labeled):
    """The type of the token that a partner receives."""

    SAML11 = "SAML11", "SAML 1.1"
    SAML20 = "SAML20", "SAML 2.0"
    JWT = "JWT", "JWT"


class WsTrustVersion(Labeled):
    """The version of the message that contains the token."""

    WSTRUST12 = "WSTRUST12", "WS-Trust 1.2"
    WSTRUST13 = "WSTRUST13", "WS-Trust 1.3"


class SpWsFedIdentityMapping(Labeled):
    """The kind of name identifier in tokens. The contract spells the name of the user principal name this way."""

    EMAIL_ADDRESS = "EMAIL_ADDRESS", "E-mail address"
    USER_PRINCIPLE_NAME = "USER_PRINCIPLE_NAME", "User principal name"
    COMMON_NAME = "COMMON_NAME", "Common name"


WsFedTokenTypeField: TypeAlias = Annotated[
    WsFedTokenType | None,
    Field(title="Token type", description="Type of the token that the partner receives. The default is SAML 1.1."),
]
WsTrustVersionField: TypeAlias = Annotated[
    WsTrustVersion | None,
    Field(
        title="WS-Trust version",
        description="Version of the message that contains the token. The default is WS-Trust 1.2.",
    ),
]
SpWsFedIdentityMappingField: TypeAlias = Annotated[
    SpWsFedIdentityMapping | None,
    Field(
        title="Kind of name identifier in tokens",
        description="Kind of the mapped value of SAML_SUBJECT. It determines the format of the name identifier. The"
        " default is the e-mail address.",
    ),
]
UrlWhitelistEntries: TypeAlias = Annotated[
    list[UrlWhitelistEntry],
    Field(
        title="Additional allowed addresses",
        description="Addresses that the partner can name as wreply besides its service URLs: to receive a token, and"
        " to receive users after sign-out.",
        max_length=MOST_ENDPOINTS,
        default_factory=list,
    ),
    OmittedWhenEmpty(),
]


def without_saml(sso: Mapping[str, Any]) -> dict[str, Any]:
    """Return Browser SSO with WS-Federation without the members of SAML 2.0 that it does not use.

    Clients that compare connections with what they have sent would report them as differences.
    """
    shown = _without(sso, _OF_SAML)
    shown["ssoServiceEndpoints"] = [_without(each, _OF_SAML_ENDPOINTS) for each in sso.get("ssoServiceEndpoints", ())]
    contract = sso.get("attributeContract", {})
    # The kind of name identifier determines the format.
    core = [_without(each, {"nameFormat"}) for each in contract.get("coreAttributes", ())]
    return {**shown, "attributeContract": {**contract, "coreAttributes": core}}


def _without(members: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if name not in names}
