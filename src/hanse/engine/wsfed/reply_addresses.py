"""The addresses to which a partner may have tokens and users sent (`wreply`)."""

from collections.abc import Iterable
from typing import Final

from hanse.engine.http.redirect_validation import fits_host, split_target
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.snapshot.configuration_parts import REDIRECTS
from hanse.engine.snapshot.model import Snapshot

_PORTS: Final = {"https": 443, "http": 80}


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
    target = split_target(address)
    # Entries have no port. Another port of their host may be another party's.
    if target is None or target[0].port not in (None, _PORTS[target[0].scheme.lower()]):
        return False
    return any(fits_host(each, *target) for each in partner.sso.url_whitelist_entries)


def _is_of(partner: SpPartner, address: str) -> bool:
    own = {_origin(each.url) for each in partner.consumers}
    return _origin(address) in own


def _origin(address: str) -> tuple[str, str, int | None] | None:
    found = split_target(address)
    if found is None:
        return None
    parts, host = found
    return parts.scheme.lower(), host, parts.port
