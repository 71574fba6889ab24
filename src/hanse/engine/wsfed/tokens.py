"""The tokens that partners receive: assertions of SAML 1.1 and 2.0, and JWTs, signed with the key of the connection."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.jws_signing import CompactSigner, algorithms_of
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import LAST
from hanse.engine.saml.idp.message_protection import signed_for
from hanse.engine.saml.idp.refusals import ResponseFailed
from hanse.engine.saml.idp.response_building import AssertedUser, ResponseBuilder, texts_of
from hanse.engine.signin.contracts import Value
from hanse.resources.federation.connections.algorithms import SignatureAlgorithm
from hanse.resources.federation.sp_connections.ws_federation import (
    SpWsFedIdentityMapping,
    WsFedTokenType,
    WsTrustVersion,
)
from hanse.saml.attributes import SAML_SUBJECT
from hanse.saml.saml11 import ID_ATTRIBUTE, Saml11Assertion, Saml11Attribute
from hanse.saml.security_tokens import (
    JWT_TOKEN,
    SAML11_TOKEN,
    SAML20_TOKEN,
    WSTRUST12,
    WSTRUST13,
    IssuedSecurityToken,
    binary_token,
)
from hanse.saml.values import new_saml_id
from hanse.saml.xml_names import NAMEID_EMAIL

_CLAIMS: Final = "http://schemas.xmlsoap.org/claims"
# Formats of name identifiers, as partners with AD FS know them.
_FORMATS: Final = {
    SpWsFedIdentityMapping.EMAIL_ADDRESS: f"{_CLAIMS}/EmailAddress",
    SpWsFedIdentityMapping.USER_PRINCIPLE_NAME: f"{_CLAIMS}/UPN",
    SpWsFedIdentityMapping.COMMON_NAME: f"{_CLAIMS}/CommonName",
}
# RFC 7518, section 3.1.
_JWT_ALGORITHMS: Final = {
    SignatureAlgorithm.RSA_SHA256: "RS256",
    SignatureAlgorithm.RSA_SHA384: "RS384",
    SignatureAlgorithm.RSA_SHA512: "RS512",
}
_RESERVED: Final = frozenset({"iss", "aud", "sub", "iat", "nbf", "exp", "jti", "auth_time", "acr"})


def name_id_format(mapping: SpWsFedIdentityMapping | None, token: WsFedTokenType | None) -> str:
    """Return the format of the name identifiers in a token. SAML 2.0 has a format of its own for e-mail addresses."""
    kind = mapping or SpWsFedIdentityMapping.EMAIL_ADDRESS
    if kind is SpWsFedIdentityMapping.EMAIL_ADDRESS and token is WsFedTokenType.SAML20:
        return NAMEID_EMAIL
    return _FORMATS[kind]


@dataclass(frozen=True)
class TokenBuilder:
    """Builds the message with a token, for one request."""

    base: ResponseBuilder

    def response(self, user: AssertedUser) -> XmlElement:
        """Return the `RequestSecurityTokenResponse` with a signed token. Raises ResponseFailed."""
        partner = self.base.partner
        token, type_ = self._token(user)
        issued = IssuedSecurityToken(
            token=token,
            type=type_,
            realm=partner.entity_id,
            created=self.base.now,
            expires=self.base.now + timedelta(minutes=partner.sso.assertion_lifetime.minutes_after),
        )
        is_newer = partner.sso.ws_trust_version is WsTrustVersion.WSTRUST13
        return issued.to_response(WSTRUST13 if is_newer else WSTRUST12)

    def _token(self, user: AssertedUser) -> tuple[XmlElement, str]:
        partner, key = self.base.partner, self.base.key
        match partner.sso.ws_fed_token_type:
            case WsFedTokenType.JWT:
                return binary_token(self._jwt(user)), JWT_TOKEN
            case WsFedTokenType.SAML20:
                return signed_for(partner, key, self.base.assertion(user).to_element()), SAML20_TOKEN
            case _:
                element = self._saml11(user).to_element()
                return signed_for(partner, key, element, position=LAST, id_attribute=ID_ATTRIBUTE), SAML11_TOKEN

    def _saml11(self, user: AssertedUser) -> Saml11Assertion:
        lifetime, now = self.base.partner.sso.assertion_lifetime, self.base.now
        contract = self.base.partner.sso.attribute_contract
        return Saml11Assertion(
            id=new_saml_id(self.base.randomness),
            issue_instant=now,
            issuer=self.base.wanted.server,
            audience=self.base.partner.entity_id,
            not_before=now - timedelta(minutes=lifetime.minutes_before),
            not_on_or_after=now + timedelta(minutes=lifetime.minutes_after),
            name_id=user.name_id.value,
            name_id_format=user.name_id.effective_format,
            authn_instant=user.authenticated,
            context=user.context,
            attributes=tuple(
                Saml11Attribute.of(each.name, each.name_format, values)
                for each in contract.extended_attributes
                if each.name != SAML_SUBJECT and (values := texts_of(user.attributes.get(each.name, [])))
            ),
        )

    def _jwt(self, user: AssertedUser) -> str:
        key = self.base.key
        if key is None:
            raise ResponseFailed("The signing key of the connection cannot be used.")
        settings = self.base.partner.settings.credentials.signing_settings
        chosen = None if settings is None else settings.algorithm
        algorithm = _JWT_ALGORITHMS.get(chosen) if chosen is not None else None
        usual = algorithms_of(key.private)
        if not usual:
            raise ResponseFailed("The signing key of the connection is not suitable for JWTs.")
        der = key.certificate.public_bytes(Encoding.DER)
        thumbprint = urlsafe_b64encode(key.certificate.fingerprint(hashes.SHA256())).rstrip(b"=").decode()
        header: dict[str, Any] = {"typ": "JWT", "x5t#S256": thumbprint}
        if settings is not None and settings.include_cert_in_signature:
            header["x5c"] = [b64encode(der).decode()]
        signer = CompactSigner(key.private, algorithm if algorithm in usual else usual[0], None)
        return signer.sign(msgspec.json.encode(self._claims(user)), header)

    def _claims(self, user: AssertedUser) -> Mapping[str, Any]:
        lifetime, now = self.base.partner.sso.assertion_lifetime, self.base.now
        contract = {each.name for each in self.base.partner.sso.attribute_contract.extended_attributes}
        attributes: dict[str, Value] = {
            name: value
            for name, value in user.attributes.items()
            if name in contract and name not in _RESERVED and value not in ("", [])
        }
        return {
            **attributes,
            "iss": self.base.wanted.server,
            "aud": self.base.partner.entity_id,
            "sub": user.name_id.value,
            "iat": int(now.timestamp()),
            "nbf": int((now - timedelta(minutes=lifetime.minutes_before)).timestamp()),
            "exp": int((now + timedelta(minutes=lifetime.minutes_after)).timestamp()),
            "jti": new_saml_id(self.base.randomness),
            "auth_time": int(user.authenticated.timestamp()),
            "acr": user.context,
        }
