"""A service provider for tests: it sends authentication requests to a real engine and verifies the responses."""

import re
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Any
from urllib.parse import urlencode

import httpx
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.xml.encryption import encrypt_element
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.kit.randomness import SystemRandomness
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.saml.assertion_checks import ClockTolerance, Recipient, check_bearer
from hanse.saml.bindings import SAML_REQUEST, post_value, read_post, redirect_query
from hanse.saml.envelopes import DecryptionKeys, Header, SignatureTrust, open_envelope
from hanse.saml.part_encryption import PartEncryption
from hanse.saml.requests import AuthnRequest
from hanse.saml.responses import RESPONSE, ReceivedResponse, read_response
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, Visitor
from tests.support.certified_keys import certificate, pair, private_key
from tests.support.configurations import replace as replace_document
from tests.support.instances import adapter
from tests.support.mappings import from_source
from tests.support.sp_connections import CONSUMER, PARTNER, adapter_mapping, browser_sso, sp_connection

SERVER = "https://sso.example.com/saml"
SSO = "/idp/SSO.saml2"
START = "/idp/startSSO.ping"
SERVER_PAIR, PARTNER_PAIR = "rsa-1", "rsa-2"
STATE = "opaque state & more"


def partner_key(id_: str = PARTNER_PAIR) -> XmlSigningKey:
    """Return the signing key of the partner."""
    return XmlSigningKey(private_key(id_), certificate(id_))


@dataclass
class ServiceProvider:
    """A partner of a server, with a connection that tests change."""

    site: SignInSite
    adapter: str
    requests: int = 0
    connection: dict[str, Any] = field(default_factory=dict)

    def connect(self, *, sso: dict[str, Any] | None = None, **changes: Any) -> None:
        """Save the connection with changes."""
        mapping = adapter_mapping(self.adapter)
        mapping["attributeContractFulfillment"]["mail"] = from_source("ADAPTER", "username", self.adapter)
        settings = browser_sso(
            adapterMappings=[mapping],
            authenticationPolicyContractAssertionMappings=[],
            attributeContract={"extendedAttributes": [{"name": "mail"}]},
        )
        credentials = {"signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}}}
        body = sp_connection(sso={**settings, **(sso or {})}, active=True, credentials=credentials)
        body |= changes
        engine = self.site.engine
        if self.connection:
            replace_document(engine.core.configuration, SP_CONNECTIONS, "sp-0", body)
            engine.caught_up()
        else:
            self.site.add(SP_CONNECTIONS, body)
        self.connection = body

    def request(self, **changes: Any) -> AuthnRequest:
        """Return a new request, with changes of its members or those of its header."""
        self.requests += 1
        header = Header(
            f"_request{self.requests}", self.site.engine.clock.now(), PARTNER, destination=f"{BASE_URL}{SSO}"
        )
        names = {name for name in changes if name in Header.__dataclass_fields__}
        header = replace(header, **{name: changes.pop(name) for name in names})
        return AuthnRequest(header, **changes)

    def redirect(self, request: AuthnRequest, key: XmlSigningKey | None = None, **options: Any) -> str:
        """Return the address of a request by the redirect binding."""
        given = {"relay_state": STATE, "signing_key": key, "algorithm": "SHA256withRSA", **options}
        return f"{SSO}?{redirect_query(request.to_element(), parameter=SAML_REQUEST, **given)}"

    def post(self, visitor: Visitor, request: AuthnRequest, sign: Any = None) -> httpx.Response:
        """Send a request by the POST binding; `sign` signs the element."""
        element = request.to_element()
        if sign is not None:
            element = sign(element)
        form = {SAML_REQUEST: post_value(element), "RelayState": STATE}
        return visitor.follow(visitor.browser.post(SSO, form))

    def receive(
        self, page: httpx.Response, request: str | None = None, decryption: DecryptionKeys | None = None
    ) -> ReceivedResponse:
        """Return the response that a page posts, after all checks of a service provider."""
        fields = posted_fields(page)
        trust = SignatureTrust([certificate(SERVER_PAIR)])
        received = read_response(open_envelope(read_post(fields["SAMLResponse"]), [RESPONSE]), trust, decryption)
        assert received.header.destination == CONSUMER
        assert received.header.in_response_to == request
        assert received.header.issuer == SERVER
        if received.assertion is not None:
            requests = () if request is None else (request,)
            recipient = Recipient((PARTNER,), (CONSUMER,), requests, allow_unsolicited=request is None)
            check_bearer(received.assertion, recipient, self.site.engine.clock.now(), ClockTolerance())
        return received


def encrypted_parts(*names: str, key: str = SERVER_PAIR) -> PartEncryption:
    """Return the encryption of parts of a message for the owner of a key."""
    return PartEncryption(
        frozenset(names), lambda part: encrypt_element(part, certificate(key), randomness=SystemRandomness())
    )


def verifying(*, encrypts: bool = False, id_: str = PARTNER_PAIR) -> dict[str, Any]:
    """Return a certificate of the partner as the connection has it."""
    pem = certificate(id_).public_bytes(Encoding.PEM).decode()
    return {"x509File": {"fileData": pem}, "activeVerificationCert": not encrypts, "encryptionCert": encrypts}


def posted_fields(page: httpx.Response) -> dict[str, str]:
    """Return the fields of the page that posts a response to the consumer service."""
    assert page.status_code == 200, (page.status_code, page.text)
    found = re.search(r'<form method="post" action="([^"]*)"', page.text)
    assert found is not None, page.text
    assert unescape(found[1]) == CONSUMER
    pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text)
    return {name: unescape(value) for name, value in pairs}


def start_address(**parameters: str) -> str:
    """Return the address at which a sign-in begins at the server."""
    return f"{START}?{urlencode({'PartnerSpId': PARTNER, **parameters})}"


def connected_provider(site: SignInSite) -> ServiceProvider:
    """Return a service provider with a connection to the server."""
    engine = site.engine
    engine.save(SERVER_SETTINGS, {"federationInfo": {"baseUrl": BASE_URL, "saml2EntityId": SERVER}})
    site.add(SIGNING_KEY_PAIRS, pair(SERVER_PAIR))
    made = ServiceProvider(site, str(adapter(0)["id"]))
    made.connect()
    return made
