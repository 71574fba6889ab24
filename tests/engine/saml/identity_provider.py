"""A SAML identity provider, and a server whose users sign in there."""

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import httpx
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import XmlSigningKey, sign_enveloped
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.saml.assertions import Assertion, AuthnStatement, Conditions, Subject, SubjectConfirmation
from hanse.saml.attributes import SamlAttribute
from hanse.saml.bindings import RELAY_STATE, SAML_REQUEST, SAML_RESPONSE, post_value, read_post, read_redirect
from hanse.saml.envelopes import Header, SignatureTrust, open_envelope
from hanse.saml.name_ids import NameId
from hanse.saml.requests import AUTHN_REQUEST, AuthnRequest, read_authn_request
from hanse.saml.responses import SamlResponse
from hanse.saml.statuses import Status
from hanse.saml.xml_names import CONTEXT_PROTECTED_TRANSPORT
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, Visitor, continues_at
from tests.support.certified_keys import certificate, private_key
from tests.support.clock import ManualClock
from tests.support.instances import Body
from tests.support.mappings import from_source
from tests.support.policies import contract, done, policy

PARTNER = "https://idp.partner.example/saml"
SSO = "https://idp.partner.example/sso"
ACS = f"{BASE_URL}/sp/ACS.saml2"
CONNECTION = "saml-0"
KEY, FORGED_KEY = "rsa-7", "rsa-8"


def pem_of(key: str) -> str:
    return certificate(key).public_bytes(Encoding.PEM).decode()


def saml_connection(**changes: Any) -> Body:
    """Return a connection whose partner sends its users' e-mail addresses. `changes` are those of `idpBrowserSso`."""
    sso = {
        "protocol": "SAML20",
        "enabledProfiles": ["SP_INITIATED_SSO"],
        "incomingBindings": ["POST"],
        "ssoServiceEndpoints": [{"binding": "REDIRECT", "url": SSO}],
        "idpIdentityMapping": "NONE",
        "attributeContract": {"extendedAttributes": [{"name": "mail"}, {"name": "groups"}]},
        **changes,
    }
    return {
        "type": "IDP",
        "id": CONNECTION,
        "name": "Partner",
        "entityId": PARTNER,
        "active": True,
        "credentials": {"certs": [{"x509File": {"fileData": pem_of(KEY)}, "activeVerificationCert": True}]},
        "idpBrowserSso": sso,
    }


def by_connection(id_: str = CONNECTION, subject: str = "SAML_SUBJECT") -> Body:
    """Return a policy that signs users in with a connection."""
    mail = from_source("IDP_CONNECTION", "mail", id_)
    end = contract("apc-0", subject=from_source("IDP_CONNECTION", subject, id_), mail=mail)
    source = {"type": "IDP_CONNECTION", "sourceRef": {"id": id_}}
    root = {
        "action": {"type": "AUTHN_SOURCE", "authenticationSource": source},
        "children": [done("Fail"), end],
    }
    return policy("Partner", root)


def with_entity_id(site: SignInSite, entity_id: str | None = BASE_URL) -> None:
    """Give the server an entity ID."""
    info = {"baseUrl": BASE_URL, **({"saml2EntityId": entity_id} if entity_id else {})}
    site.engine.save(SERVER_SETTINGS, {"federationInfo": info})


@dataclass
class SamlSite:
    """A server with a connection and a policy that uses it."""

    site: SignInSite
    partner: "IdentityProvider"

    @classmethod
    def opened(cls, site: SignInSite, clock: ManualClock, **changes: Any) -> "SamlSite":
        with_entity_id(site)
        site.add(IDP_CONNECTIONS, saml_connection(**changes))
        site.add_policy(by_connection())
        return cls(site, IdentityProvider(clock))

    def away(self, user: Visitor, **changed: Any) -> "ReceivedRequest":
        """Begin a sign-in, and return the request with which the user arrives at the partner."""
        return received(user.authorize(**changed))

    def answer(self, user: Visitor, response: XmlElement, relay_state: str) -> httpx.Response:
        """Post a response, and follow the page of the server to the end."""
        page = self.post(user, response, relay_state)
        if page.status_code != httpx.codes.OK or 'id="continue"' not in page.text:
            return page
        return user.follow(user.browser.get(continues_at(page)))

    def post(self, user: Visitor, response: XmlElement, relay_state: str) -> httpx.Response:
        form = {SAML_RESPONSE: post_value(response), RELAY_STATE: relay_state}
        return user.browser.post("/sp/ACS.saml2", form)

    def sign_in(self, user: Visitor, **changed: Any) -> httpx.Response:
        """Sign in at the partner, and come back."""
        request = self.away(user, **changed)
        return self.answer(user, self.partner.response(request), request.relay_state)


@dataclass
class ReceivedRequest:
    """An authentication request as the partner receives it."""

    message: AuthnRequest
    relay_state: str
    is_signed: bool
    binding: str


def received(away: httpx.Response, key: str = "") -> ReceivedRequest:
    """Return the request of a redirect or of a page with a form. `key` must have signed it, if it is signed."""
    trust = SignatureTrust([certificate(key)] if key else [])
    if away.status_code == httpx.codes.SEE_OTHER:
        location = urlsplit(away.headers["location"])
        assert f"{location.scheme}://{location.netloc}{location.path}" == SSO
        message = read_redirect(location.query)
        body = message.body(open_envelope(message.xml, [AUTHN_REQUEST]), trust)
        return ReceivedRequest(read_authn_request(body), message.relay_state or "", body.is_signed, "REDIRECT")
    assert f'action="{SSO}"' in away.text, away.text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', away.text))
    body = open_envelope(read_post(unescape(fields[SAML_REQUEST])), [AUTHN_REQUEST]).body(trust)
    return ReceivedRequest(read_authn_request(body), unescape(fields[RELAY_STATE]), body.is_signed, "POST")


def no_request(clock: ManualClock, entity_id: str = BASE_URL, acs: str = ACS) -> ReceivedRequest:
    """Return the empty request to which an unsolicited response is sent."""
    header = Header(id="", issue_instant=clock.now(), issuer=entity_id)
    return ReceivedRequest(AuthnRequest(header=header, acs_url=acs), "", is_signed=False, binding="")


@dataclass
class IdentityProvider:
    """The partner. It makes and signs responses."""

    clock: ManualClock
    numbers: int = 0

    def assertion(self, request: ReceivedRequest, **changes: Any) -> Assertion:
        """Return an assertion about Joe that answers a request, with changes."""
        now = self.clock.now()
        self.numbers += 1
        confirmation = SubjectConfirmation(
            recipient=request.message.acs_url,
            not_on_or_after=now + timedelta(minutes=5),
            in_response_to=request.message.header.id or None,
        )
        usual = Assertion(
            id=f"_a{self.numbers}",
            issue_instant=now,
            issuer=PARTNER,
            subject=Subject(NameId("joe@partner"), (confirmation,)),
            conditions=Conditions(
                now - timedelta(minutes=1), now + timedelta(minutes=5), ((request.message.header.issuer,),)
            ),
            authn_statements=(AuthnStatement(now, session_index="_s1", class_ref=CONTEXT_PROTECTED_TRANSPORT),),
            attributes=(
                SamlAttribute("mail", ("joe@partner.example",)),
                SamlAttribute("groups", ("staff", "admins")),
                SamlAttribute("unknown", ("ignored",)),
            ),
        )
        return replace(usual, **changes)

    def response(self, request: ReceivedRequest, assertion: Assertion | None = None, key: str = KEY) -> XmlElement:
        """Return a response with a signed assertion."""
        made = self.assertion(request) if assertion is None else assertion
        return self.message(request, signed(made.to_element(), key))

    def message(
        self, request: ReceivedRequest, content: XmlElement | None, status: Status | None = None, **header: Any
    ) -> XmlElement:
        """Return an unsigned response with an assertion element."""
        self.numbers += 1
        usual = Header(
            id=f"_r{self.numbers}",
            issue_instant=self.clock.now(),
            issuer=PARTNER,
            destination=request.message.acs_url,
            in_response_to=request.message.header.id or None,
        )
        return SamlResponse(replace(usual, **header), status or Status(), content).to_element()


def signed(element: XmlElement, key: str = KEY, algorithm: str = "SHA256withRSA") -> XmlElement:
    signing_key = XmlSigningKey(private_key(key), certificate(key))
    return sign_enveloped(element, signing_key, algorithm=algorithm)
