"""A partner with WS-Federation: it sends requests to a real engine, and verifies the tokens with signxml."""

import re
from base64 import b64decode
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from typing import Any, Final
from urllib.parse import urlencode

import httpx
from lxml import etree
from signxml.algorithms import CanonicalizationMethod
from signxml.verifier import SignatureConfiguration, XMLVerifier

from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.saml.values import instant_text
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, Visitor
from tests.support.certified_keys import certificate, pair
from tests.support.configurations import replace as replace_document
from tests.support.instances import adapter
from tests.support.mappings import from_source
from tests.support.sp_connections import adapter_mapping, sp_connection

REALM: Final = "urn:partner"
SERVICE: Final = "https://rp.example.com/wsfed"
SERVER: Final = "urn:hanse:realm"
# The server's entity ID for SAML, which tokens of WS-Federation must not have.
ENTITY_ID: Final = "https://sso.example.com/saml"
ENDPOINT: Final = "/idp/prp.wsf"
CONTEXT: Final = "rm=0&id=passive&ru=/a?b=<c>"
SERVER_PAIR: Final = "rsa-1"
T12: Final = "{http://schemas.xmlsoap.org/ws/2005/02/trust}"
T13: Final = "{http://docs.oasis-open.org/ws-sx/ws-trust/200512}"
SAML11: Final = "{urn:oasis:names:tc:SAML:1.0:assertion}"
SAML20: Final = "{urn:oasis:names:tc:SAML:2.0:assertion}"
_WSSE: Final = "{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}"


@dataclass
class RelyingParty:
    """The partner, with a connection that tests change."""

    site: SignInSite
    adapter: str
    number: int = 0
    connection: dict[str, Any] = field(default_factory=dict)

    @property
    def realm(self) -> str:
        """Return the entity ID of the connection."""
        return REALM if self.number == 0 else f"{REALM}:{self.number}"

    @property
    def service(self) -> str:
        """Return the service URL of the connection."""
        return SERVICE if self.number == 0 else f"https://rp{self.number}.example.com/wsfed"

    def connect(self, *, sso: dict[str, Any] | None = None, **changes: Any) -> None:
        """Save the connection with changes."""
        mapping = adapter_mapping(self.adapter)
        mapping["attributeContractFulfillment"]["mail"] = from_source("ADAPTER", "username", self.adapter)
        settings = {
            "protocol": "WSFED",
            "ssoServiceEndpoints": [{"url": self.service}],
            "attributeContract": {"extendedAttributes": [{"name": "mail"}]},
            "adapterMappings": [mapping],
            **(sso or {}),
        }
        body = sp_connection(f"wsfed-{self.number}", sso=settings, entityId=self.realm, active=True)
        body["credentials"] = {"signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}}}
        body |= changes
        engine = self.site.engine
        if self.connection:
            replace_document(engine.core.configuration, SP_CONNECTIONS, body["id"], body)
            engine.caught_up()
        else:
            self.site.add(SP_CONNECTIONS, body)
        self.connection = body

    def address(self, **parameters: str | None) -> str:
        """Return the address of a sign-in request. None omits a parameter."""
        usual = {"wa": "wsignin1.0", "wtrealm": self.realm, "wctx": CONTEXT}
        given = {name: value for name, value in {**usual, **parameters}.items() if value is not None}
        return f"{ENDPOINT}?{urlencode(given)}"

    def sign_in(self, visitor: Visitor, user: str = "joe", **parameters: str | None) -> httpx.Response:
        """Sign a user in, and return the page that posts the token."""
        return visitor.sign_in(visitor.follow(visitor.browser.get(self.address(**parameters))), user)


def posted(page: httpx.Response, address: str = SERVICE) -> dict[str, str]:
    """Return the fields that a page posts to a service URL."""
    assert page.status_code == 200, (page.status_code, page.text)
    found = re.search(r'<form method="post" action="([^"]*)"', page.text)
    assert found is not None, page.text
    assert unescape(found[1]) == address
    pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text, re.DOTALL)
    return {name: unescape(value) for name, value in pairs}


def response_of(page: httpx.Response, trust: str = T12) -> Any:
    """Return the response with the token, as an element of lxml."""
    fields = posted(page)
    assert fields["wa"] == "wsignin1.0"
    root: Any = etree.fromstring(fields["wresult"].encode(), etree.XMLParser(resolve_entities=False))
    if trust == T13:
        assert root.tag == f"{T13}RequestSecurityTokenResponseCollection"
        [root] = root
    assert root.tag == f"{trust}RequestSecurityTokenResponse"
    return root


def assertion_of(page: httpx.Response, trust: str = T12) -> Any:
    """Return the assertion in a response, after the verification of its signature."""
    [assertion] = response_of(page, trust).find(f"{trust}RequestedSecurityToken")
    name = "AssertionID" if assertion.tag == f"{SAML11}Assertion" else "ID"
    public = certificate(SERVER_PAIR)
    config = SignatureConfiguration(
        location="./",
        expect_references=1,
        verification_time=public.not_valid_before_utc,
        default_reference_c14n_method=CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0,
    )
    result: Any = XMLVerifier().verify(
        etree.tostring(assertion), x509_cert=public, id_attribute=name, expect_config=config, validate_schema=False
    )
    assert result.signed_xml.get(name) == assertion.get(name)
    return result.signed_xml


def jwt_of(page: httpx.Response) -> str:
    """Return the JWT in a response."""
    [token] = response_of(page).find(f"{T12}RequestedSecurityToken")
    assert token.tag == f"{_WSSE}BinarySecurityToken"
    return b64decode(token.text).decode()


def texts(element: Any, name: str) -> list[str]:
    """Return the texts of all elements with a name."""
    return [str(each.text) for each in element.iter(name)]


def now_text(party: RelyingParty, **difference: int) -> str:
    """Return the time of the server, with a difference, as partners write it."""
    return instant_text(party.site.engine.clock.now() + timedelta(**difference))


def connected_party(site: SignInSite) -> RelyingParty:
    """Return a partner with a connection to the server."""
    info = {"baseUrl": BASE_URL, "saml2EntityId": ENTITY_ID, "wsfedRealm": SERVER}
    site.engine.save(SERVER_SETTINGS, {"federationInfo": info})
    site.add(SIGNING_KEY_PAIRS, pair(SERVER_PAIR))
    made = RelyingParty(site, str(adapter(0)["id"]))
    made.connect()
    return made
