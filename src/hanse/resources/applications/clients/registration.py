"""Settings for all clients, and for dynamic client registration (RFC 7591)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty, Ref, ResourceLink, ShortText, Unordered
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import ItemFacts
from hanse.config.declare.validation import to_body
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled
from hanse.resources.applications.clients.choices import ServerOrOwn
from hanse.resources.applications.clients.identifiers import CommonScope, ExclusiveScope
from hanse.resources.applications.clients.model import MOST_SCOPES
from hanse.resources.applications.clients.override_rules import override_errors, together
from hanse.resources.applications.clients.overrides import Overrides
from hanse.resources.applications.clients.parts import IdTokenPolicy
from hanse.resources.applications.clients.registration_ui import CLIENT_SETTINGS_UI
from hanse.resources.applications.clients.software_statements import (
    MOST_ISSUERS,
    SoftwareStatementIssuer,
    issuer_errors,
)


class CertificateIssuer(Labeled):
    """The certificate authority that must have issued the certificates of self-registered clients."""

    NONE = "NONE", "None"
    TRUST_ANY = "TRUST_ANY", "Trust any"
    CERTIFICATE = "CERTIFICATE", "Certificate"


class ClientMetadata(ConfigModel):
    """A member of registration requests in addition to those of RFC 7591."""

    parameter: Annotated[Name, Field(title="Parameter")]
    description: Annotated[str | None, Field(title="Description", max_length=1024)] = None
    multi_valued: Annotated[
        bool,
        Field(title="Multi-valued", description="Always return the attribute as a list, even if it has one value."),
    ] = False


class ClientRegistrationOIDCPolicy(IdTokenPolicy):
    """OpenID Connect settings that self-registered clients receive."""


class DynamicClientRegistration(Overrides):
    """Settings of dynamic client registration: requirements for requests, and settings that new clients receive."""

    initial_access_token_scope: Annotated[
        str | None,
        Field(
            title="Initial Access Token Scope",
            max_length=256,
            description="Scope that an initial access token needs (RFC 7591, section 3). If empty, clients can "
            "register only if Allow Open Registration is selected.",
        ),
        Ref(handles.ANY_COMMON_SCOPE[0], others=(*handles.ANY_COMMON_SCOPE[1:], *handles.ANY_EXCLUSIVE_SCOPE)),
    ] = None
    # The next four fields are not in the contract.
    allow_open_registration: Annotated[
        bool,
        Field(
            title="Allow Open Registration",
            description="Let anybody register clients without an initial access token. Requests are limited to 30 a "
            "minute for each network.",
        ),
    ] = False
    maximum_clients: Annotated[
        int,
        Field(
            title="Maximum Number of Clients",
            ge=1,
            le=1_000_000,
            description="Maximum number of clients that registered themselves. Further registrations are refused. The "
            "default is 10,000.",
        ),
    ] = 10_000
    require_software_statement: Annotated[
        bool,
        Field(
            title="Require Software Statement",
            description="Accept registrations only with a software statement of one of the issuers (RFC 7591, "
            "section 2.3).",
        ),
    ] = False
    software_statement_issuers: Annotated[
        list[SoftwareStatementIssuer],
        Field(
            title="Software Statement Issuers",
            max_length=MOST_ISSUERS,
            default_factory=list,
            description="Organizations whose signed software statements are accepted.",
        ),
    ]
    restrict_common_scopes: Annotated[
        bool,
        Field(
            title="Restrict Common Scopes",
            description="Limit registered clients to the selected common scopes. If not set, they can request all of "
            "them.",
        ),
    ] = False
    restricted_common_scopes: Annotated[
        list[CommonScope],
        Field(
            title="Restricted Common Scopes",
            max_length=MOST_SCOPES,
            default_factory=list,
            description="Common scopes and scope groups that registered clients can request.",
        ),
        Unordered(),
    ]
    allowed_exclusive_scopes: Annotated[
        list[ExclusiveScope],
        Field(
            title="Allowed Exclusive Scopes",
            max_length=MOST_SCOPES,
            default_factory=list,
            description="Exclusive scopes and scope groups that registered clients can request.",
        ),
        Unordered(),
    ]
    allowed_authorization_detail_types: Annotated[
        list[Annotated[ShortText, Ref(handles.DETAIL_TYPES)]],
        Field(
            title="Allowed Authorization Detail Types",
            description="Types of authorization details that registered clients can request (RFC 9396).",
            max_length=500,
            default_factory=list,
        ),
        Unordered(),
    ]
    enforce_replay_prevention: Annotated[
        bool,
        Field(
            title="Replay prevention", description="Reject a client assertion that was used before (replay protection)."
        ),
    ] = False
    client_cert_issuer_type: Annotated[
        CertificateIssuer,
        Field(
            title="Client Certificate Issuer",
            description="Certificate authorities whose certificates registered clients can authenticate with.",
        ),
    ] = CertificateIssuer.NONE
    client_cert_issuer_ref: Annotated[
        ResourceLink | None,
        Field(title="Issuer", description="Certificate authority that is accepted."),
        Ref(handles.TRUSTED_CAS, planned=True),
    ] = None
    oidc_policy: Annotated[
        ClientRegistrationOIDCPolicy,
        Field(title="OpenID Connect", default_factory=ClientRegistrationOIDCPolicy),
        OmittedWhenEmpty(),
    ]
    # Client registration policies of the API contract, which are plug-ins.
    policy_refs: Annotated[
        list[ResourceLink],
        Field(
            title="Client Registration Policies",
            description="Policies that check registrations, in this order. They can change or refuse them.",
            max_length=100,
            default_factory=list,
        ),
        Ref(handles.CLIENT_REGISTRATION_POLICIES),
    ]
    rotate_client_secret: Annotated[
        bool,
        Field(
            title="Rotate Client Secret",
            description="Issue a new client secret each time a client changes its registration.",
        ),
    ] = True
    rotate_registration_access_token: Annotated[
        bool,
        Field(
            title="Rotate Registration Access Token",
            description="Issue a new registration access token each time a client changes its registration.",
        ),
    ] = True
    allow_client_delete: Annotated[
        bool, Field(title="Allow Client Delete", description="Let clients delete their own registrations.")
    ] = False
    disable_registration_access_tokens: Annotated[
        bool,
        Field(
            title="Disable Registration Access Tokens",
            description="Issue no registration access tokens: clients cannot read or change their registrations.",
        ),
    ] = False
    retain_client_secret: Annotated[
        bool,
        Field(title="Retain Client Secret", description="Accept the previous secret for a while after it was rotated."),
    ] = False
    client_secret_retention_period_type: Annotated[
        ServerOrOwn,
        Field(
            title="Client Secret Retention Period",
            description="Use the setting of the authorization server, or one for this client.",
        ),
    ] = ServerOrOwn.SERVER_DEFAULT
    client_secret_retention_period_override: Annotated[
        Annotated[int, Field(ge=0, le=2**31 - 1)] | None,
        Field(title="Retention Period", description="Time in minutes."),
    ] = None

    @property
    def is_available(self) -> bool:
        """Return whether anybody can register a client."""
        return bool(self.initial_access_token_scope) or self.allow_open_registration


class ClientSettings(ConfigModel):
    """Settings for all clients, and for clients that register themselves."""

    client_metadata: Annotated[
        list[ClientMetadata],
        Field(
            title="Client Metadata",
            max_length=500,
            default_factory=list,
            description="Members that a registration can have in addition to those of RFC 7591.",
        ),
    ]
    dynamic_client_registration: Annotated[
        DynamicClientRegistration | None, Field(title="Dynamic Client Registration")
    ] = None


def _with_defaults(body: Mapping[str, Any], _now: datetime) -> dict[str, Any]:
    """Return settings with those for registrations, which are left out of the API's answers unless they are set.

    Otherwise, the form would show no box as selected, and the first save would turn off what is on by default.
    """
    return {"dynamicClientRegistration": to_body(DynamicClientRegistration.model_validate({})), **body}


def _errors(proposal: Proposal[ClientSettings]) -> Iterator[FieldError]:
    seen: set[str] = set()
    for index, each in enumerate(proposal.new.client_metadata):
        if each.parameter in seen:
            message = "This parameter name is already in use."
            yield FieldError(message, f"clientMetadata[{index}].parameter", "value_in_use")
        seen.add(each.parameter)
    registration = proposal.new.dynamic_client_registration
    found = () if registration is None else _registration_errors(registration)
    yield from (error.below("dynamicClientRegistration") for error in found)


def _registration_errors(new: DynamicClientRegistration) -> Iterator[FieldError]:
    yield from override_errors(new)
    yield from issuer_errors(new.software_statement_issuers)
    if new.require_software_statement and not new.software_statement_issuers:
        yield FieldError("Enter at least one issuer.", "softwareStatementIssuers", "required_field")
    yield from together(
        is_own=new.client_secret_retention_period_type is ServerOrOwn.OVERRIDE_SERVER_DEFAULT,
        values={"clientSecretRetentionPeriodOverride": new.client_secret_retention_period_override},
    )
    if new.restricted_common_scopes and not new.restrict_common_scopes:
        yield FieldError(
            "Select Restrict Common Scopes, or remove these scopes.", "restrictedCommonScopes", "not_applicable"
        )
    if (new.client_cert_issuer_type is CertificateIssuer.CERTIFICATE) and new.client_cert_issuer_ref is None:
        yield FieldError("This field is required.", "clientCertIssuerRef", "required_field")


CLIENT_SETTINGS = Resource(
    path=handles.CLIENT_SETTINGS.path,
    model=ClientSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Client Settings", description="Settings for all clients, and for clients that register themselves."
    ),
    default=lambda: ClientSettings(client_metadata=[]),
    saving=SaveRules(rules=(_errors,)),
    deployment=DeploymentOptions(scope=ReplicationScope.CONFIGURATION),
    ui=replace(CLIENT_SETTINGS_UI, item=ItemFacts(at_moment=_with_defaults)),
)
