"""The plug-in, and the adapter for its settings."""

from typing import Any, Final

import msgspec

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.crypto.jws_signing import PreparedSigner, mac_signer
from hanse.kit.randomness import new_token
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.access_tokens import SignerProfile
from hanse.plugins.contracts.sp_adapters import KIND, ApplicationPost, HandedOverUser
from hanse.plugins.contracts.token_signing import TokenSigningServices
from hanse.plugins.sp_adapters.signed_jwt.fields import FORM, AdapterSettings

SUBJECT: Final = "sub"
# Explicit typing keeps other tokens that the same keys sign, such as ID tokens, from being accepted as hand-overs
# (RFC 8725, section 3.11).
TYPE, LOGOUT_TYPE = "sso+jwt", "logout+jwt"
LOGOUT_PARAMETER: Final = "logout_token"
LOGOUT_EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
# OpenID Connect Back-Channel Logout 1.0, section 2.4, recommends at most two minutes.
LOGOUT_SECONDS: Final = 120
_ID_OCTETS: Final = 16
# Claims that this adapter sets, and those that have a meaning in other kinds of tokens. No attribute becomes one.
_RESERVED: Final = frozenset(
    {"iss", "aud", "exp", "nbf", "iat", "jti", "sid", "auth_time", "acr", "amr", "target_resource", "events", "nonce"}
    | {"at_hash", "c_hash", "client_id", "scope", "cnf", "act", "may_act"}
)


class SignedJwtAdapter:
    """Hands users over; the interface is `contracts.sp_adapters.ServiceProviderAdapter`."""

    subject_attribute = SUBJECT

    def __init__(self, settings: Settings) -> None:
        self._settings = AdapterSettings.read(settings)
        self.receives_logouts = bool(self._settings.logout)

    def hand_over(self, user: HandedOverUser, services: TokenSigningServices) -> ApplicationPost:
        """Return a form with a signed token. Raises ValueError without a subject or without a key."""
        subject = user.attributes.get(SUBJECT)
        if not isinstance(subject, str) or not subject:
            raise ValueError(message("The attribute {name} must have one value.", name=SUBJECT))
        claims: dict[str, Any] = {name: value for name, value in user.attributes.items() if name not in _RESERVED}
        optional = {
            "sid": user.session_id,
            "auth_time": int(user.auth_time),
            "acr": user.acr,
            "amr": list(user.amr),
            "target_resource": user.target,
        }
        claims |= {name: value for name, value in optional.items() if value}
        token = self._signed(TYPE, claims, self._settings.lifetime, services)
        return ApplicationPost(self._settings.application, {self._settings.parameter: token})

    def log_out(self, subject: str, session_id: str, services: TokenSigningServices) -> ApplicationPost:
        """Return a form with a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4)."""
        claims: dict[str, Any] = {"sub": subject, "sid": session_id, "events": {LOGOUT_EVENT: {}}}
        token = self._signed(LOGOUT_TYPE, claims, LOGOUT_SECONDS, services)
        return ApplicationPost(self._settings.logout, {LOGOUT_PARAMETER: token})

    def _signed(self, type_: str, claims: dict[str, Any], lifetime: int, services: TokenSigningServices) -> str:
        issued = int(services.now.timestamp())
        payload = claims | {
            "iss": self._settings.issuer or services.issuer,
            "aud": self._settings.audience,
            "iat": issued,
            "exp": issued + lifetime,
            "jti": new_token(services.randomness, _ID_OCTETS),
        }
        return self._signer(type_, services).sign(msgspec.json.encode(payload))

    def _signer(self, type_: str, services: TokenSigningServices) -> PreparedSigner:
        algorithm = self._settings.algorithm
        if self._settings.secret and algorithm.startswith("HS"):
            return mac_signer(self._settings.secret, algorithm, {"typ": type_})
        key = services.central_key(algorithm)
        return key.signer(SignerProfile(algorithm, type_, key.key_id))


SIGNED_JWT: Final = Plugin(
    kind=KIND,
    id="hanse.signed-jwt-sp-adapter",
    name="Signed JWT SP Adapter",
    keywords=("JWT", "RFC 7519", "OpenToken", "reference ID"),
    make=SignedJwtAdapter,
    attribute_contract=(SUBJECT,),
    supports_extended_contract=True,
    form=FORM,
)
