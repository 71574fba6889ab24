"""Rules for the protocol of an SP connection: its profiles, bindings and endpoints.

Members of the other protocol are refused, because they would seem to have an effect.
"""

from collections.abc import Iterator
from typing import Final

from hanse.config.declare.rules import Proposal
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.endpoint_rules import endpoint_errors
from hanse.resources.federation.connections.endpoints import BROWSER_BINDINGS, LOGOUT_PROFILES, Profile
from hanse.resources.federation.connections.logout_rules import logout_endpoint_errors, logout_errors
from hanse.resources.federation.sp_connections.browser_sso import (
    CONSUMER_BINDINGS,
    SUPPORTED_PROTOCOLS,
)
from hanse.resources.federation.sp_connections.model import SSO, SpConnection
from hanse.resources.federation.sp_connections.ws_federation_rules import (
    CONSUMERS,
    WS_FEDERATION_MEMBERS,
    members_of_other_protocol,
    ws_federation_errors,
)

LOGOUT_SERVICES: Final = f"{SSO}.sloServiceEndpoints"
_PROFILES, _BINDINGS = f"{SSO}.enabledProfiles", f"{SSO}.incomingBindings"
_SSO_PROFILES: Final = frozenset({Profile.IDP_INITIATED_SSO, Profile.SP_INITIATED_SSO})


def check_profiles(proposal: Proposal[SpConnection]) -> Iterator[FieldError]:
    """Find a protocol, profiles and bindings that are not supported or do not fit together."""
    sso = proposal.new.sp_browser_sso
    if sso.protocol not in SUPPORTED_PROTOCOLS:
        text = message(
            "{protocol} is not supported by this version. Choose SAML 2.0 or WS-Federation.",
            protocol=sso.protocol.label,
        )
        yield FieldError(text, f"{SSO}.protocol", "not_supported")
        return
    if not sso.is_saml:
        yield from ws_federation_errors(proposal.new)
        return
    yield from members_of_other_protocol(sso, WS_FEDERATION_MEMBERS, "This setting is for WS-Federation.")
    profiles = set(sso.enabled_profiles)
    if profiles & _SSO_PROFILES and not sso.sso_service_endpoints:
        yield FieldError("Add an assertion consumer service.", CONSUMERS, "required_field")
    if Profile.SP_INITIATED_SSO in profiles and not set(sso.incoming_bindings) & set(BROWSER_BINDINGS):
        yield FieldError("Choose POST, Redirect or Artifact.", _BINDINGS, "required_field")


def check_consumers(proposal: Proposal[SpConnection]) -> Iterator[FieldError]:
    """Find errors in the assertion consumer services."""
    endpoints = proposal.new.sp_browser_sso.sso_service_endpoints
    for index, each in enumerate(endpoints):
        if each.binding not in CONSUMER_BINDINGS:
            label = each.binding.label
            text = message(
                "Assertions cannot be sent by the binding {binding}. Choose POST or Artifact.", binding=label
            )
            yield FieldError(text, f"{CONSUMERS}[{index}].binding", "not_supported")
    numbers = [index if each.index is None else each.index for index, each in enumerate(endpoints)]
    if len(set(numbers)) < len(numbers):
        yield FieldError("Two endpoints have the same index.", CONSUMERS, "value_in_use")
    if sum(each.is_default for each in endpoints) > 1:
        yield FieldError("Only one endpoint can be the default.", CONSUMERS, "value_in_use")
    addresses = [(f"{CONSUMERS}[{index}].url", each.url) for index, each in enumerate(endpoints)]
    yield from endpoint_errors(proposal.new.base_url, addresses)


def check_logout(proposal: Proposal[SpConnection]) -> Iterator[FieldError]:
    """Find errors in the single logout services, and what single logout lacks."""
    new = proposal.new
    if not new.sp_browser_sso.is_saml:
        return
    endpoints = new.sp_browser_sso.slo_service_endpoints
    yield from logout_endpoint_errors(new.base_url, endpoints, LOGOUT_SERVICES)
    if LOGOUT_PROFILES & set(new.sp_browser_sso.enabled_profiles):
        yield from logout_errors(new.sp_browser_sso, new.credentials, SSO)
