"""Responses by the Artifact binding: the server exchanges the artifact of an identity provider for the response."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.kit.randomness import SystemRandomness
from hanse.plugins.connections.saml_provider.sign_in import SamlSignIn
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.artifacts import ARTIFACT_RESOLVE, Artifact, ArtifactResponse, read_artifact_resolve
from hanse.saml.bindings import RELAY_STATE
from hanse.saml.envelopes import Body, Header, SignatureTrust, envelope_of
from hanse.saml.errors import REQUEST_DENIED, REQUESTER
from hanse.saml.soap import read_soap, soap_fault, soap_message
from hanse.saml.statuses import Status
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST
from tests.engine.saml.identity_provider import (
    CONNECTION,
    FORGED_KEY,
    PARTNER,
    ReceivedRequest,
    SamlSite,
    by_connection,
    saml_connection,
    signed,
    with_entity_id,
)
from tests.engine.saml.identity_provider import IdentityProvider as Partner
from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, Visitor, continues_at, opened_site, returned
from tests.engine.signin.test_sessions import code_of
from tests.support.certified_keys import certificate, pair
from tests.support.configurations import replace as replace_document
from tests.support.json_service import Service, serving_json

ACS = "/sp/ACS.saml2"
RESOLUTION = "/ars"
OWN_KEY = "rsa-1"
INDEX = 3
EXTERNAL = b"""<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><x>&a;</x></s:Body></s:Envelope>"""
Change = Callable[[ArtifactResponse], XmlElement]


def signed_whole(answer: ArtifactResponse) -> XmlElement:
    return signed(answer.to_element())


@dataclass
class ArtifactSite:
    """A server with a connection whose partner sends artifacts, and the partner's artifact resolution service."""

    saml: SamlSite
    service: Service
    # Messages by artifacts.
    messages: dict[str, XmlElement] = field(default_factory=dict)
    change: Change = signed_whole

    @property
    def engine(self) -> EngineServer:
        return self.saml.site.engine

    def connect(self, credentials: dict[str, Any] | None = None, base_url: str = "", **changes: Any) -> None:
        """Replace the connection. With a base URL, the address of the service is a path below it."""
        locations = [{"index": INDEX, "url": f"{'' if base_url else self.service.url}{RESOLUTION}"}]
        sso = {"incomingBindings": ["ARTIFACT"], "artifact": {"lifetime": 60, "resolverLocations": locations}}
        body = saml_connection(**{**sso, **changes})
        body |= {"baseUrl": base_url} if base_url else {}
        body["credentials"] |= credentials or {}
        replace_document(self.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
        self.engine.caught_up()

    def artifact(self, message: XmlElement | None, entity_id: str = PARTNER, index: int = INDEX) -> str:
        """Return a new artifact of the partner for a message."""
        made = str(Artifact.new(entity_id, index, SystemRandomness()))
        if message is not None:
            self.messages[made] = message
        return made

    def resolve(self, body: bytes) -> tuple[int, bytes]:
        """Answer a request with the message of the artifact, once."""
        asked = read_artifact_resolve(Body(envelope_of(read_soap(body), [ARTIFACT_RESOLVE]).document.root, False))
        header = Header("_answer", self.engine.clock.now(), PARTNER, in_response_to=asked.header.id)
        answer = ArtifactResponse(header, Status(), self.messages.pop(asked.artifact, None))
        return 200, soap_message(self.change(answer))

    def begin(self, user: Visitor) -> tuple[ReceivedRequest, XmlElement]:
        """Begin a sign-in, and return the request and the partner's response with a signed assertion."""
        request = self.saml.away(user)
        return request, self.saml.partner.response(request)

    def bring(self, user: Visitor, artifact: str, relay_state: str, method: str = "GET") -> httpx.Response:
        """Bring an artifact to the server, and follow the page of the server to the end."""
        form = {"SAMLart": artifact, RELAY_STATE: relay_state}
        page = user.browser.get(f"{ACS}?{urlencode(form)}") if method == "GET" else user.browser.post(ACS, form)
        return user.follow(user.browser.get(continues_at(page)))


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    return opened_site(engine)


@pytest.fixture
def artifacts(engine: EngineServer, site: SignInSite) -> Iterator[ArtifactSite]:
    with serving_json() as service:
        with_entity_id(site)
        site.add(SIGNING_KEY_PAIRS, pair(OWN_KEY))
        site.add(IDP_CONNECTIONS, saml_connection())
        site.add_policy(by_connection())
        made = ArtifactSite(SamlSite(site, Partner(engine.clock)), service)
        service.makers[RESOLUTION] = made.resolve
        made.connect()
        yield made


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reasons of failed sign-ins, which users do not see."""
    found: list[str] = []
    original = SamlSignIn.resume

    def resume(source: SamlSignIn, request: AdapterRequest) -> AdapterResult:
        result = original(source, request)
        if isinstance(result, Failure):
            found.append(result.detail)
        return result

    monkeypatch.setattr(SamlSignIn, "resume", resume)
    return found


def assert_signed_in(artifacts: ArtifactSite, answer: httpx.Response) -> None:
    code = code_of(artifacts.saml.site, returned(answer)["code"])
    assert code.context.user_key == "joe@partner"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_user_signs_in_with_an_artifact(artifacts: ArtifactSite, site: SignInSite, method: str) -> None:
    user = site.browser()
    request, response = artifacts.begin(user)
    assert request.message.protocol_binding == BINDING_ARTIFACT
    assert_signed_in(artifacts, artifacts.bring(user, artifacts.artifact(response), request.relay_state, method))
    [(sent, _path, headers, _body)] = artifacts.service.received
    assert sent == "POST"
    assert headers["Content-Type"] == "text/xml; charset=utf-8"
    assert headers["SOAPAction"] == "http://www.oasis-open.org/committees/security"


def test_requests_name_the_first_binding_of_the_connection(artifacts: ArtifactSite, site: SignInSite) -> None:
    for bindings, named in ((["POST", "ARTIFACT"], BINDING_POST), (["ARTIFACT", "POST"], BINDING_ARTIFACT)):
        artifacts.connect(incomingBindings=bindings)
        user = site.browser()
        request, response = artifacts.begin(user)
        assert request.message.protocol_binding == named
        assert_signed_in(artifacts, artifacts.bring(user, artifacts.artifact(response), request.relay_state))


def test_the_resolution_service_can_be_a_path_below_the_base_url(artifacts: ArtifactSite, site: SignInSite) -> None:
    artifacts.connect(base_url=f"{artifacts.service.url}/")
    user = site.browser()
    request, response = artifacts.begin(user)
    assert_signed_in(artifacts, artifacts.bring(user, artifacts.artifact(response), request.relay_state))


def test_a_configured_source_id_identifies_the_partner(artifacts: ArtifactSite, site: SignInSite) -> None:
    locations = [{"index": INDEX, "url": f"{artifacts.service.url}{RESOLUTION}"}]
    source = Artifact.parse(artifacts.artifact(None, "urn:other")).source_id.hex()
    artifacts.connect(artifact={"lifetime": 60, "resolverLocations": locations, "sourceId": source.upper()})
    user = site.browser()
    request, response = artifacts.begin(user)
    assert_signed_in(artifacts, artifacts.bring(user, artifacts.artifact(response, "urn:other"), request.relay_state))


def test_the_server_authenticates_as_the_connection_requires(artifacts: ArtifactSite, site: SignInSite) -> None:
    signing = {"signingSettings": {"signingKeyPairRef": {"id": OWN_KEY}}}
    basic = {"httpBasicCredentials": {"username": "hanse", "password": "Schiffer12"}}
    trust = SignatureTrust([certificate(OWN_KEY)])
    for credentials, is_signed, has_password in (
        ({}, False, False),
        (signing, True, False),
        ({**signing, "outboundBackChannelAuth": {"type": "OUTBOUND", **basic}}, False, True),
        ({**signing, "outboundBackChannelAuth": {"type": "OUTBOUND", **basic, "digitalSignature": True}}, True, True),
    ):
        artifacts.connect(credentials)
        user = site.browser()
        request, response = artifacts.begin(user)
        assert_signed_in(artifacts, artifacts.bring(user, artifacts.artifact(response), request.relay_state))
        _, _, headers, body = artifacts.service.received[-1]
        assert envelope_of(read_soap(body), [ARTIFACT_RESOLVE]).body(trust).is_signed is is_signed
        assert (headers.get("Authorization") == "Basic aGFuc2U6U2NoaWZmZXIxMg==") is has_password


def unsigned(answer: ArtifactResponse) -> XmlElement:
    return answer.to_element()


def test_a_response_is_signed_itself_or_by_the_answer_that_contains_it(
    artifacts: ArtifactSite, site: SignInSite, failures: list[str]
) -> None:
    """Without TLS, which proves the partner's identity as well, one signature is required."""
    for change, is_accepted in ((signed_whole, True), (unsigned, False)):
        artifacts.change = change
        user = site.browser()
        request = artifacts.saml.away(user)
        response = artifacts.saml.partner.message(request, artifacts.saml.partner.assertion(request).to_element())
        answer = artifacts.bring(user, artifacts.artifact(response), request.relay_state)
        assert ("code" in returned(answer)) is is_accepted
    assert failures[-1].endswith("Neither the response nor its assertion is signed.")


def test_responses_by_other_bindings_than_those_of_the_connection_are_refused(
    artifacts: ArtifactSite, site: SignInSite, failures: list[str]
) -> None:
    user = site.browser()
    request, response = artifacts.begin(user)
    assert "error" in returned(artifacts.saml.answer(user, response, request.relay_state))
    artifacts.connect(incomingBindings=["POST"])
    user = site.browser()
    request, response = artifacts.begin(user)
    assert "error" in returned(artifacts.bring(user, artifacts.artifact(response), request.relay_state))
    assert [each.rpartition(": ")[2] for each in failures] == [
        "The connection does not accept responses by this binding."
    ] * 2
    assert artifacts.service.received == []


HOSTILE: dict[str, tuple[Change, str]] = {
    "signed with another key": (
        lambda answer: signed(answer.to_element(), FORGED_KEY),
        "The signature does not verify with any certificate of the partner.",
    ),
    "answer of another partner": (
        lambda answer: signed(
            replace(answer, header=replace(answer.header, issuer="https://evil.example")).to_element()
        ),
        "Another partner has answered the request for the artifact.",
    ),
    "answer to another request": (
        lambda answer: signed(replace(answer, header=replace(answer.header, in_response_to="_x")).to_element()),
        "The response to the request for the artifact answers another request.",
    ),
    "refusal": (
        lambda answer: signed(ArtifactResponse(answer.header, Status(REQUESTER, REQUEST_DENIED)).to_element()),
        "The partner has refused the request for the artifact.",
    ),
    "no message": (
        lambda answer: signed(replace(answer, message=None).to_element()),
        "The artifact is unknown to the partner.",
    ),
    "other message": (
        lambda answer: signed(replace(answer, message=new_element("{urn:x}Other")).to_element()),
        "Other is not expected here.",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_answer_is_refused(artifacts: ArtifactSite, site: SignInSite, failures: list[str], name: str) -> None:
    artifacts.change, reason = HOSTILE[name]
    user = site.browser()
    request, response = artifacts.begin(user)
    assert "error" in returned(artifacts.bring(user, artifacts.artifact(response), request.relay_state))
    assert failures[-1].endswith(reason)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((200, EXTERNAL), "A document type declaration is not accepted."),
        ((200, b"x" * (512 * 1024 + 1)), "The artifact resolution service does not answer"),
        ((500, soap_fault("no")), "The artifact resolution service answered with the status 500."),
        ((302, b""), "The artifact resolution service answered with the status 302."),
        ((200, b"<x/>"), "This is no SOAP message."),
    ],
)
def test_an_answer_that_is_no_message_is_refused(
    artifacts: ArtifactSite, site: SignInSite, failures: list[str], answer: tuple[int, bytes], reason: str
) -> None:
    artifacts.service.makers[RESOLUTION] = lambda _body: answer
    user = site.browser()
    request, response = artifacts.begin(user)
    assert "error" in returned(artifacts.bring(user, artifacts.artifact(response), request.relay_state))
    assert reason in failures[-1]


def test_an_artifact_of_another_source_or_endpoint_is_not_sent_anywhere(
    artifacts: ArtifactSite, site: SignInSite, failures: list[str]
) -> None:
    for made, reason in (
        (artifacts.artifact(None, "https://evil.example"), "Another partner issued the artifact."),
        (
            artifacts.artifact(None, index=INDEX + 1),
            "The connection has no artifact resolver location with the index of the artifact.",
        ),
        ("AAQ=", "This is no artifact of type 4."),
    ):
        user = site.browser()
        request, _response = artifacts.begin(user)
        assert "error" in returned(artifacts.bring(user, made, request.relay_state))
        assert failures[-1].endswith(reason)
    assert artifacts.service.received == []


def test_an_artifact_continues_only_the_sign_in_of_its_relay_state(
    artifacts: ArtifactSite, site: SignInSite, failures: list[str]
) -> None:
    user = site.browser()
    request, response = artifacts.begin(user)
    flow = request.relay_state.partition(".")[0]
    assert "error" in returned(artifacts.bring(user, artifacts.artifact(response), f"{flow}.guess"))
    assert failures[-1].endswith("The relay state of the response is not that of the request.")
    assert artifacts.service.received == []


def test_a_response_in_a_query_is_refused(artifacts: ArtifactSite, site: SignInSite) -> None:
    """SAML profiles, section 4.1.2: the Redirect binding is not used for responses."""
    user = site.browser()
    request, _response = artifacts.begin(user)
    query = urlencode({"SAMLResponse": "x", RELAY_STATE: request.relay_state})
    assert user.browser.get(f"{ACS}?{query}").status_code == 400
