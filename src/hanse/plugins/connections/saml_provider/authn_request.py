"""Authentication requests to a SAML identity provider (SAML core, section 3.4).

A request that names its identity provider can have options, which are validated before the sign-in begins.
"""

from collections.abc import Sequence
from datetime import datetime
from string import ascii_letters, digits
from typing import Final, Self

from hanse.crypto.xml.signatures import sign_enveloped
from hanse.plugins.connections.saml_provider.settings import SamlProvider, SsoEndpoint
from hanse.plugins.contracts.adapters import SAML_CALLBACK, AdapterRequest, Redirect
from hanse.plugins.pending_requests import PendingRequest, maximum_age
from hanse.saml.artifacts import artifact_address
from hanse.saml.bindings import RELAY_STATE, SAML_REQUEST, post_value, redirect_query
from hanse.saml.envelopes import Header
from hanse.saml.paths import SP_ACS_PATH
from hanse.saml.requests import AuthnRequest, NameIdPolicy, RequestedAuthnContext
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_REDIRECT

# The names of the options.
NAME_ID_FORMAT, SP_NAME_QUALIFIER, ALLOW_CREATE = "nameIdFormat", "spNameQualifier", "allowCreate"
BINDING, COMPARISON, VIRTUAL_SERVER_ID = "binding", "comparison", "virtualServerId"
_ALPHABET: Final = ascii_letters + digits
# More than 160 bits (SAML core, section 1.3.4).
_LENGTH: Final = 32


class PendingAuthnRequest(PendingRequest, frozen=True):
    """The values of an authentication request with which its response is verified."""

    # Empty for a response that was not requested.
    id: str
    # Finds the sign-in, and proves that the response is for this request.
    relay_state: str
    acs_url: str
    # The entity ID of this server in the request.
    issuer: str

    @classmethod
    def begin(cls, request: AdapterRequest, provider: SamlProvider) -> Self:
        """Return new values."""
        return cls(
            id=new_message_id(request),
            relay_state=f"{request.flow}.{_random(request)}",
            acs_url=f"{request.issuer}{SP_ACS_PATH}",
            issuer=request.source_options.get(VIRTUAL_SERVER_ID) or provider.own_entity_id,
            sent=request.now.timestamp(),
            max_age=maximum_age(request),
        )

    @classmethod
    def unsolicited(cls, request: AdapterRequest, provider: SamlProvider) -> Self:
        """Return the values for a response that was not requested (SAML profiles, section 4.1.5)."""
        return cls(
            id="",
            relay_state="",
            acs_url=f"{request.issuer}{SP_ACS_PATH}",
            issuer=provider.own_entity_id,
            sent=request.now.timestamp(),
            max_age=None,
        )


def new_message_id(request: AdapterRequest) -> str:
    """Return a new identifier of a message; one of XML does not begin with a digit."""
    return f"_{_random(request)}"


def _random(request: AdapterRequest) -> str:
    return request.services.random_text(_LENGTH, _ALPHABET)


def send_request(provider: SamlProvider, pending: PendingAuthnRequest, request: AdapterRequest) -> Redirect:
    """Return the redirect, or the form, that takes the user to the partner with a request."""
    endpoint = endpoint_for(provider.sso_endpoints, request.source_options.get(BINDING, ""))
    if endpoint is None:
        raise ValueError("the partner has no address for requests")
    element = _authn_request(provider, endpoint, pending, request).to_element()
    signing, form = provider.signing, dict[str, str]()
    if endpoint.binding == BINDING_REDIRECT:
        query = redirect_query(
            element,
            parameter=SAML_REQUEST,
            relay_state=pending.relay_state,
            signing_key=None if signing is None else signing.key,
            algorithm="" if signing is None else signing.algorithm,
        )
        url = f"{endpoint.url}{'&' if '?' in endpoint.url else '?'}{query}"
    else:
        if signing is not None:
            sign_enveloped(
                element, signing.key, algorithm=signing.algorithm, include_certificate=signing.includes_certificate
            )
        if endpoint.binding == BINDING_ARTIFACT:
            artifact = request.services.store_artifact(
                provider.entity_id, pending.issuer, element.serialized(), provider.artifact_seconds
            )
            url = artifact_address(endpoint.url, artifact, pending.relay_state)
        else:
            url, form = endpoint.url, {SAML_REQUEST: post_value(element), RELAY_STATE: pending.relay_state}
    return Redirect(url=url, form=form, state=pending.as_state(), callback=SAML_CALLBACK, is_silent=request.passive)


def endpoint_for(endpoints: Sequence[SsoEndpoint], binding: str) -> SsoEndpoint | None:
    """Return the first endpoint with a binding, given by its URI; with an empty one the first of all."""
    return next((each for each in endpoints if binding in ("", each.binding)), None)


def _authn_request(
    provider: SamlProvider, endpoint: SsoEndpoint, pending: PendingAuthnRequest, request: AdapterRequest
) -> AuthnRequest:
    now: datetime = request.now
    options = request.source_options
    return AuthnRequest(
        header=Header(id=pending.id, issue_instant=now, issuer=pending.issuer, destination=endpoint.url),
        acs_url=pending.acs_url,
        protocol_binding=provider.response_binding,
        force_authn=request.force_authentication or request.max_age == 0,
        is_passive=request.passive,
        name_id_policy=NameIdPolicy(
            format=options.get(NAME_ID_FORMAT) or None,
            sp_name_qualifier=options.get(SP_NAME_QUALIFIER) or None,
            allow_create=options.get(ALLOW_CREATE) != "false",
        ),
        context=_requested_context(provider, request),
    )


def _requested_context(provider: SamlProvider, request: AdapterRequest) -> RequestedAuthnContext | None:
    """Return the partner's names of the contexts that the application requests; other names must be URIs."""
    names = (provider.contexts.get(each, each) for each in request.acr_values)
    classes = tuple(dict.fromkeys(each for each in names if ":" in each))
    comparison = request.source_options.get(COMPARISON, "exact")
    return RequestedAuthnContext(classes, comparison=comparison) if classes else None
