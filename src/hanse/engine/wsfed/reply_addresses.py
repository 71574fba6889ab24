"""The addresses to which a partner may have tokens and users sent (`wreply`)."""

from collections.abc import Iterable

from hanse.engine.http.redirect_validation import is_listed, split_target
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.snapshot.configuration_parts import REDIRECTS
from hanse.engine.snapshot.model import Snapshot


def receives_tokens(partner: SpPartner, address: str) -> bool:
    """Return whether tokens may be sent to an address: a service URL, or an additional address of the connection."""
    return address in {each.url for each in partner.consumers} or _is_listed(partner, address)


def may_follow_sign_out(snapshot: Snapshot, partners: Iterable[SpPartner], address: str) -> bool:
    """Return whether users may be redirected to an address after sign-out.

    It is at the origin of a service URL of the partners, or an additional address of a connection, unless the settings
    of redirect validation allow all addresses.
    """
    target = split_target(address)
    if target is None:
        return False
    if not snapshot.part(REDIRECTS).redirect_validation_partner_settings.enable_wreply_validation_slo:
        return True
    return any(_is_of(partner, address) or _is_listed(partner, address) for partner in partners)


def _is_listed(partner: SpPartner, address: str) -> bool:
    return is_listed(partner.sso.url_whitelist_entries, address)


def _is_of(partner: SpPartner, address: str) -> bool:
    own = {_origin(each.url) for each in partner.consumers}
    return _origin(address) in own


def _origin(address: str) -> tuple[str, str, int | None] | None:
    found = split_target(address)
    if found is None:
        return None
    parts, host = found
    return parts.scheme.lower(), host, parts.port
