"""Validation of logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6)."""

from collections.abc import Mapping
from typing import Any, Final

from hanse.crypto.jws_verification import MalformedToken, read_compact
from hanse.crypto.jwt_claims import ClaimsRefused, token_id
from hanse.plugins.adapters.openid_connect.id_token import SUBJECT, TokenCheck
from hanse.plugins.claim_attributes import text_of
from hanse.plugins.contracts.remote_logouts import LogoutRefused, RemoteLogout
from hanse.plugins.provider_failures import ProviderFailure

SESSION: Final = "sid"
_TYPES: Final = ("", "logout+jwt")
_EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"


def read_logout_token(text: str, check: TokenCheck) -> RemoteLogout:
    """Return the content of a valid logout token. Raises LogoutRefused."""
    try:
        token = read_compact(text)
        check.check_signature(token, _TYPES)
        claims = token.claims()
        check.check_parties(claims)
        if SUBJECT in claims:
            check.check_subject(claims)
        expires = check.check_times(claims)
        id_ = token_id(claims)
    except MalformedToken as error:
        raise LogoutRefused("it is no signed JWT") from error
    except (ClaimsRefused, ProviderFailure) as error:
        raise LogoutRefused(str(error)) from error
    session = text_of(claims, SESSION)
    if SUBJECT not in claims and not session:
        # Section 2.4: without `sub`, the token identifies the session.
        raise LogoutRefused("it has neither sub nor sid")
    if SESSION in claims and not session:
        raise LogoutRefused("sid is malformed")
    _check_content(claims)
    issuer, settings = text_of(claims, "iss"), check.settings
    claimed = "" if id_ is None else f"logout {settings.unambiguous(issuer, id_)}"
    if not claimed or not check.services.claim(claimed, expires + settings.tolerance - check.now):
        raise LogoutRefused("jti is missing, or the token was already used")
    return RemoteLogout(
        attributes={SUBJECT: claims[SUBJECT]} if SUBJECT in claims else {},
        session=settings.unambiguous(issuer, session),
        further_issuer=settings.further_issuer(issuer),
    )


def _check_content(claims: Mapping[str, Any]) -> None:
    events = claims.get("events")
    if not isinstance(events, dict) or not isinstance(events.get(_EVENT), dict):
        raise LogoutRefused("events does not contain the event of a logout")
    if "nonce" in claims:
        # An ID token must not be accepted in place of a logout token.
        raise LogoutRefused("nonce is not allowed")
