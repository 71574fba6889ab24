"""Sign-ins that begin at this server (IdP-initiated SSO; SAML profiles, section 4.1.5)."""

from typing import Final
from urllib.parse import urlsplit

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.redirect_validation import RedirectUse, is_allowed
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.name_ids import requested_format
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.saml.idp.server_identity import server_identity
from hanse.engine.saml.idp.sp_partner import RESPONSE_BINDINGS, AssertionConsumer, SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.snapshot.configuration_parts import REDIRECTS
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.federation.connections.endpoints import Binding, Profile
from hanse.saml.bindings import checked_relay_state
from hanse.saml.requests import NameIdPolicy

_BINDING_NAMES: Final = {"POST": Binding.POST, "Artifact": Binding.ARTIFACT}


def initiated_request(request: Request) -> tuple[SpPartner, WantedAssertion]:
    """Return the partner, of any protocol, and the assertion that a link requests.

    Raises InvalidRequest and XmlRefused.
    """
    query = request.query
    partner = request.snapshot.part(SP_PARTNERS).find_any(query.required("PartnerSpId"))
    if partner is None:
        raise UnknownRequest("There is no active SP connection with this entity ID.")
    if partner.sso.is_saml and Profile.IDP_INITIATED_SSO not in partner.sso.enabled_profiles:
        raise UnknownRequest("IdP-initiated SSO is not enabled for the connection.")
    consumer = _consumer(partner, query)
    identity = server_identity(request.snapshot, partner, query.one("vsid"))
    policy = NameIdPolicy(query.one("RequestedFormat"))
    return partner, WantedAssertion(
        connection=partner.id,
        partner=partner.entity_id,
        server=identity.entity_id,
        virtual_id=identity.virtual_id,
        consumer=consumer.url,
        binding=consumer.binding,
        relay_state=_target(request.snapshot, partner, query.one("TargetResource")),
        name_id_format=requested_format(partner, policy) if partner.sso.is_saml else "",
    )


def _consumer(partner: SpPartner, query: Parameters) -> AssertionConsumer:
    """Return the consumer service with the index of the query, or the default one."""
    named, index = query.one("Binding"), query.one("ACSIdx")
    binding = {**RESPONSE_BINDINGS, **_BINDING_NAMES}.get(named or "")
    if named is not None and binding is None:
        raise UnknownRequest("Responses are sent by the bindings POST and Artifact only.")
    found = [
        each
        for each in partner.consumers
        if (index is None or str(each.index) == index) and binding in (None, each.binding)
    ]
    if not found:
        raise UnknownRequest("The connection has no such assertion consumer service.")
    return found[0]


def _target(snapshot: Snapshot, partner: SpPartner, target: str | None) -> str | None:
    """Return the address that users open at the partner. Raises UnknownRequest.

    It is at an origin of the partner, or the redirect validation settings list it.
    """
    if target is None:
        return partner.sso.default_target_url or None
    if target == partner.sso.default_target_url:
        return target
    known = [each.url for each in partner.consumers]
    if partner.settings.base_url:
        known.append(partner.settings.base_url)
    origin = _origin(target)
    is_own = origin is not None and origin in {_origin(each) for each in known}
    if not is_own and not _is_listed(snapshot, target):
        raise UnknownRequest("The target resource is not an address of the partner.")
    return checked_relay_state(target)


def _is_listed(snapshot: Snapshot, target: str) -> bool:
    settings = snapshot.part(REDIRECTS)
    is_validated = settings.redirect_validation_local_settings.enable_target_resource_validation_for_sso
    return is_validated and is_allowed(settings, target, RedirectUse.SIGN_IN)


def _origin(url: str) -> tuple[str, str] | None:
    """Return scheme and authority of an http or https URL, or None."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - reading it checks it.
    except ValueError:
        return None
    is_plain = "\\" not in url and "@" not in parts.netloc and url.isascii() and url.isprintable()
    if not is_plain or parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.scheme, parts.netloc.lower()
