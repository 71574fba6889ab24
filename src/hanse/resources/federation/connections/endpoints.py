"""Bindings, profiles and endpoints of SAML 2.0, as both kinds of connections name them."""

from typing import Annotated, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty
from hanse.config.declare.ui.annotations import Offers
from hanse.kit.texts.labels import Labeled

MOST_ENDPOINTS: Final = 100
# Lifetime of an artifact in seconds.
ARTIFACT_SECONDS: Final = 60
# An endpoint is an address, or a path below the base URL of the connection.
EndpointUrl = Annotated[str, Field(min_length=1, max_length=2048)]


class Protocol(Labeled):
    """Protocol by which users sign in across a connection."""

    SAML20 = "SAML20", "SAML 2.0"
    WSFED = "WSFED", "WS-Federation"
    SAML11 = "SAML11", "SAML 1.1"
    SAML10 = "SAML10", "SAML 1.0"
    OIDC = "OIDC", "OpenID Connect"


class Binding(Labeled):
    """Transport of a SAML message (SAML 2.0 Bindings)."""

    POST = "POST", "POST"
    REDIRECT = "REDIRECT", "Redirect"
    ARTIFACT = "ARTIFACT", "Artifact"
    SOAP = "SOAP", "SOAP"


class Profile(Labeled):
    """A profile of SAML 2.0 that a connection allows."""

    SP_INITIATED_SSO = "SP_INITIATED_SSO", "SP-initiated SSO"
    IDP_INITIATED_SSO = "IDP_INITIATED_SSO", "IdP-initiated SSO"
    SP_INITIATED_SLO = "SP_INITIATED_SLO", "SP-initiated SLO"
    IDP_INITIATED_SLO = "IDP_INITIATED_SLO", "IdP-initiated SLO"


# The bindings that take a message through the user's browser.
BROWSER_BINDINGS: Final = (Binding.POST, Binding.REDIRECT, Binding.ARTIFACT)
# The bindings of logout messages.
LOGOUT_BINDINGS: Final = (*BROWSER_BINDINGS, Binding.SOAP)
LOGOUT_PROFILES: Final = frozenset({Profile.SP_INITIATED_SLO, Profile.IDP_INITIATED_SLO})
BindingField = Annotated[
    Binding, Field(title="Binding", description="How messages are sent to the endpoint (SAML 2.0 Bindings).")
]
EndpointUrlField = Annotated[
    EndpointUrl,
    Field(title="Endpoint URL", description="Address of the endpoint, or a path below the base URL of the connection."),
]

Profiles = Annotated[list[Profile], Field(max_length=len(Profile), default_factory=list)]
Bindings = Annotated[list[Binding], Field(max_length=len(Binding), default_factory=list)]


class SloServiceEndpoint(ConfigModel):
    """An endpoint for single logout of a partner."""

    binding: Annotated[BindingField, Offers(LOGOUT_BINDINGS)]
    url: EndpointUrlField
    response_url: Annotated[
        EndpointUrl | None,
        Field(title="Response URL", description="Address for logout responses, if it differs from that for requests."),
    ] = None


SloServiceEndpoints = Annotated[
    list[SloServiceEndpoint],
    Field(
        title="Single logout services",
        description="Addresses of the partner for logout messages. The first one with the binding Redirect, POST or"
        " Artifact is used. One with the binding SOAP is used if there is no other, and for sessions of other"
        " browsers.",
        max_length=MOST_ENDPOINTS,
        default_factory=list,
    ),
    OmittedWhenEmpty(),
]


class ArtifactResolverLocation(ConfigModel):
    """An endpoint at which a partner resolves artifacts."""

    index: Annotated[
        int,
        Field(title="Index", description="Index of the endpoint, which each artifact contains.", ge=0, le=65_535),
    ]
    url: EndpointUrlField


class ArtifactSettings(ConfigModel):
    """Settings of the Artifact binding."""

    lifetime: Annotated[
        int | None,
        Field(
            title="Artifact lifetime",
            description="Time in which the partner can exchange an artifact of this server for its message, in"
            " seconds. The default is 60.",
            ge=1,
            le=3600,
        ),
    ] = None
    resolver_locations: Annotated[
        list[ArtifactResolverLocation],
        Field(
            title="Artifact resolver locations",
            description="Artifact resolution services of the partner, at which this server exchanges the partner's"
            " artifacts for messages. Required if Artifact is one of the incoming bindings.",
            max_length=MOST_ENDPOINTS,
            default_factory=list,
        ),
    ]
    source_id: Annotated[
        str | None,
        Field(
            title="Source ID",
            description="Source ID of the partner's artifacts, in hexadecimal. If not set, it is the SHA-1 digest of"
            " the entity ID (SAML 2.0 Bindings, section 3.6.4).",
            max_length=40,
        ),
    ] = None

    @property
    def seconds(self) -> int:
        """Return the lifetime of artifacts in seconds."""
        return self.lifetime or ARTIFACT_SECONDS


class UrlWhitelistEntry(ConfigModel):
    """Addresses of a partner to which users can be sent besides its endpoints."""

    valid_domain: Annotated[
        str,
        Field(
            title="Host", description="Host name. *. matches every host below a domain.", min_length=1, max_length=253
        ),
    ]
    valid_path: Annotated[
        str | None,
        Field(title="Path", description="If empty, every path of the host is accepted.", max_length=2048),
    ] = None
    allow_query_and_fragment: Annotated[
        bool, Field(title="Any query and fragment", description="Accept any query and fragment after the path.")
    ] = False
    require_https: Annotated[bool, Field(title="HTTPS only", description="Reject addresses without encryption.")] = True
