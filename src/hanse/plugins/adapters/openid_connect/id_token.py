"""Validation of ID tokens (OpenID Connect Core 1.0, section 3.1.3.7; RFC 8725)."""

from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Final

from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.crypto.jwt_claims import ClaimsRefused, number
from hanse.crypto.token_hashes import half_hash
from hanse.kit.texts.messages import message
from hanse.plugins.adapters.openid_connect.authorization import ProviderRequest
from hanse.plugins.adapters.openid_connect.provider_metadata import ProviderMetadata
from hanse.plugins.adapters.openid_connect.settings import ProviderSettings
from hanse.plugins.claim_attributes import text_of
from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.provider_failures import FailureCode, ProviderFailure

SUBJECT: Final = "sub"
# Section 2.
_LONGEST_SUBJECT: Final = 255
_TYPES: Final = ("", "jwt")


@dataclass(frozen=True)
class TokenCheck:
    """The checks of tokens of a provider. They raise ProviderFailure and ClaimsRefused."""

    settings: ProviderSettings
    metadata: ProviderMetadata
    services: AdapterServices
    now: float

    def id_token_claims(self, text: str, access_token: str, pending: ProviderRequest) -> Mapping[str, Any]:
        """Return the claims of the valid ID token that answers a request."""
        try:
            token = read_compact(text)
            self.check_signature(token, _TYPES)
            claims = token.claims()
            self.check_parties(claims)
            self.check_subject(claims)
            self.check_times(claims)
            _check_bindings(claims, token.algorithm, access_token, pending)
            self._check_age(claims, pending)
        except MalformedToken as error:
            raise invalid("it is no signed JWT") from error
        except ClaimsRefused as error:
            raise invalid(str(error)) from error
        return claims

    def check_signature(self, token: CompactToken, types: tuple[str, ...]) -> None:
        """Refuse a token of another type, and one that no key of the provider has signed."""
        # The algorithm is checked before any key is chosen, so that a token cannot select another kind of check.
        if token.algorithm not in self.settings.algorithms:
            raise invalid("its signing algorithm is not accepted")
        if token.type not in types:
            raise invalid("typ belongs to another kind of token")
        keys = self.services.keys_at(self.metadata.jwks_uri, token.algorithm, token.key_id)
        if not any(token.is_signed_by(key, token.algorithm) for key in keys):
            raise invalid("no key of the provider has signed it")

    def check_parties(self, claims: Mapping[str, Any]) -> None:
        """Check the issuer and the audience."""
        if not self.settings.accepts_issuer(text_of(claims, "iss")):
            raise invalid("iss is not the configured issuer")
        # Item 3: this server trusts no other audience, so tokens with further audiences are refused.
        if claims.get("aud") not in (self.settings.client_id, [self.settings.client_id]):
            raise invalid("aud is not the client ID of this server")
        if claims.get("azp", self.settings.client_id) != self.settings.client_id:
            raise invalid("azp is not the client ID of this server")

    def check_subject(self, claims: Mapping[str, Any]) -> None:
        """Check the form of the subject."""
        subject = text_of(claims, SUBJECT)
        if not 0 < len(subject) <= _LONGEST_SUBJECT or not subject.isprintable():
            raise invalid("sub is missing or malformed")

    def check_expiry(self, claims: Mapping[str, Any]) -> float:
        """Check when the token expires, and return the time."""
        expires = number(claims, "exp")
        if expires is None or expires <= self.now - self.settings.tolerance:
            raise invalid("exp is missing or has passed")
        return expires

    def check_times(self, claims: Mapping[str, Any]) -> float:
        """Check the times, and return when the token expires."""
        expires = self.check_expiry(claims)
        issued, starts = (number(claims, name) for name in ("iat", "nbf"))
        if issued is None or issued > self.now + self.settings.tolerance:
            raise invalid("iat is missing or in the future")
        if starts is not None and starts > self.now + self.settings.tolerance:
            raise invalid("nbf is in the future")
        return expires

    def _check_age(self, claims: Mapping[str, Any], pending: ProviderRequest) -> None:
        """Refuse an authentication that is older than requested; `max_age` of 0 requires one after the request."""
        if pending.max_age is None:
            return
        authenticated = number(claims, "auth_time")
        if authenticated is None:
            raise invalid("auth_time is missing, although max_age was requested")
        earliest = pending.sent if pending.max_age == 0 else self.now - pending.max_age
        if authenticated < earliest - self.settings.tolerance:
            raise ProviderFailure(FailureCode.TOO_OLD, "The user's authentication at the provider is too old.")


def _check_bindings(claims: Mapping[str, Any], algorithm: str, access_token: str, pending: ProviderRequest) -> None:
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not compare_digest(nonce.encode(), pending.nonce.encode()):
        raise invalid("nonce is not that of the request")
    # Section 3.1.3.6: optional in the code flow. The implicit flow returns no access token (section 3.2.2.9).
    if access_token and claims.get("at_hash", wanted := half_hash(access_token, algorithm)) != wanted:
        raise invalid("at_hash is not that of the access token")


def invalid(reason: str) -> ProviderFailure:
    """Return the failure for a reason."""
    return ProviderFailure(FailureCode.INVALID, message("The provider's token is not valid: {reason}.", reason=reason))
