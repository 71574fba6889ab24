"""Security tokens as WS-Federation sends them: `RequestSecurityTokenResponse` (WS-Trust, Issuance Binding)."""

from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.saml11 import SAML11
from hanse.saml.values import instant_text
from hanse.saml.xml_names import SAML

WSTRUST12: Final = "http://schemas.xmlsoap.org/ws/2005/02/trust"
WSTRUST13: Final = "http://docs.oasis-open.org/ws-sx/ws-trust/200512"
WSSE: Final = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
WSU: Final = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
WSP: Final = "http://schemas.xmlsoap.org/ws/2004/09/policy"
WSA: Final = "http://www.w3.org/2005/08/addressing"
# Types of tokens.
SAML11_TOKEN: Final = SAML11
SAML20_TOKEN: Final = SAML
# RFC 8693, section 3.
JWT_TOKEN: Final = "urn:ietf:params:oauth:token-type:jwt"  # noqa: S105 - the name of a type.
_BASE64: Final = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary"


@dataclass(frozen=True, kw_only=True)
class IssuedSecurityToken:
    """A token for a realm; it is a signed assertion, or an element with a JWT."""

    token: XmlElement
    type: str
    realm: str
    created: datetime
    expires: datetime

    def to_response(self, namespace: str) -> XmlElement:
        """Return the response of the WS-Trust version with this namespace. Version 1.3 wraps it in a collection."""

        def trust(name: str, *content: XmlElement | str) -> XmlElement:
            return new_element(f"{{{namespace}}}{name}", None, *content)

        address = new_element(f"{{{WSA}}}EndpointReference", None, new_element(f"{{{WSA}}}Address", None, self.realm))
        response = trust(
            "RequestSecurityTokenResponse",
            trust("TokenType", self.type),
            trust(
                "Lifetime",
                new_element(f"{{{WSU}}}Created", None, instant_text(self.created)),
                new_element(f"{{{WSU}}}Expires", None, instant_text(self.expires)),
            ),
            new_element(f"{{{WSP}}}AppliesTo", None, address),
            trust("RequestedSecurityToken", self.token),
            trust("RequestType", f"{namespace}/Issue"),
            trust("KeyType", _KEY_TYPES[namespace]),
        )
        return trust("RequestSecurityTokenResponseCollection", response) if namespace == WSTRUST13 else response


# A bearer token has no proof key.
_KEY_TYPES: Final = {
    WSTRUST12: "http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey",
    WSTRUST13: f"{WSTRUST13}/Bearer",
}


def binary_token(jwt: str) -> XmlElement:
    """Return the element with a JWT (WS-Security 1.1, section 6.3)."""
    return new_element(
        f"{{{WSSE}}}BinarySecurityToken",
        {"ValueType": JWT_TOKEN, "EncodingType": _BASE64},
        b64encode(jwt.encode("ascii")).decode(),
    )
