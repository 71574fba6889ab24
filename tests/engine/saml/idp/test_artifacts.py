"""Responses by the Artifact binding: the service provider exchanges an artifact for the response."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from hanse.crypto.xml.elements import new_element
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.saml.artifacts import (
    ARTIFACT_RESPONSE,
    Artifact,
    ArtifactResolve,
    ArtifactResponse,
    enveloped_message,
    read_artifact_response,
    source_id,
)
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.errors import NO_PASSIVE
from hanse.saml.responses import RESPONSE, ReceivedResponse, read_response
from hanse.saml.soap import soap_message
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST
from tests.engine.saml.idp.back_channel import answer_of, assert_fault, basic, call, header, signed
from tests.engine.saml.idp.service_provider import (
    SERVER,
    SERVER_PAIR,
    STATE,
    ServiceProvider,
    partner_key,
    posted_fields,
    start_address,
    verifying,
)
from tests.engine.signin.site import Visitor
from tests.support.certified_keys import certificate
from tests.support.sp_connections import CONSUMER

PATH = "/idp/ARS.ssaml2"
ARTIFACTS = "https://sp.example.com/saml/artifacts"
BY_ARTIFACT = {"binding": "ARTIFACT", "url": ARTIFACTS, "index": 0, "isDefault": True}
BY_POST = {"binding": "POST", "url": CONSUMER, "index": 1}
EXTERNAL = b"""<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><x>&a;</x></s:Body></s:Envelope>"""
PASSWORD = "a long secret: with a colon"


def connect(provider: ServiceProvider, inbound: dict[str, Any] | None = None, **sso: Any) -> None:
    """Save a connection whose default consumer service receives artifacts."""
    credentials: dict[str, Any] = {
        "signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}},
        "certs": [verifying()],
    }
    if inbound is not None:
        credentials["inboundBackChannelAuth"] = {"type": "INBOUND", **inbound}
    provider.connect(sso={"ssoServiceEndpoints": [BY_ARTIFACT, BY_POST], **sso}, credentials=credentials)


@pytest.fixture
def by_artifact(provider: ServiceProvider) -> ServiceProvider:
    connect(provider)
    return provider


def artifact_in(answer: httpx.Response) -> str:
    """Return the artifact of the redirect to the consumer service."""
    assert answer.status_code == 303, (answer.status_code, answer.text)
    location = urlsplit(answer.headers["location"])
    assert f"{location.scheme}://{location.netloc}{location.path}" == ARTIFACTS
    [artifact] = parse_qs(location.query)["SAMLart"]
    return artifact


def sign_in(provider: ServiceProvider, joe: Visitor, **changes: Any) -> tuple[str, str]:
    """Sign Joe in, and return the ID of the request and the artifact."""
    request = provider.request(**changes)
    return request.header.id, artifact_in(joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request)))))


def resolve(provider: ServiceProvider, artifact: str, **changes: Any) -> ArtifactResolve:
    return ArtifactResolve(header(provider, PATH, **changes), artifact)


def resolved(provider: ServiceProvider, artifact: str) -> ArtifactResponse:
    asked = resolve(provider, artifact)
    answer = call(provider.site.engine, PATH, signed(asked.to_element()))
    found = read_artifact_response(answer_of(answer, ARTIFACT_RESPONSE)[1])
    assert found.header.in_response_to == asked.header.id
    assert found.header.issuer == SERVER
    assert found.status.is_success
    return found


def response_of(provider: ServiceProvider, artifact: str) -> ReceivedResponse:
    envelope = enveloped_message(resolved(provider, artifact), (RESPONSE,))
    return read_response(envelope, SignatureTrust([certificate(SERVER_PAIR)]))


class TestResponses:
    def test_an_artifact_is_exchanged_for_the_response(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        request, artifact = sign_in(by_artifact, joe)
        received = response_of(by_artifact, artifact)
        assert received.header.in_response_to == request
        assert received.header.destination == ARTIFACTS
        assert received.response_signed
        assert received.assertion is not None
        assert received.assertion.subject is not None
        [confirmation] = received.assertion.subject.confirmations
        assert confirmation.recipient == ARTIFACTS
        assert Artifact.parse(artifact).source_id == source_id(SERVER)

    def test_the_relay_state_comes_with_the_artifact(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        request = by_artifact.request()
        answer = joe.sign_in(joe.follow(joe.browser.get(by_artifact.redirect(request))))
        assert parse_qs(urlsplit(answer.headers["location"]).query)["RelayState"] == [STATE]

    def test_an_address_with_a_query_keeps_it(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        connect(by_artifact, ssoServiceEndpoints=[{**BY_ARTIFACT, "url": f"{ARTIFACTS}?tenant=1"}])
        answer = joe.sign_in(joe.follow(joe.browser.get(by_artifact.redirect(by_artifact.request()))))
        assert answer.headers["location"].startswith(f"{ARTIFACTS}?tenant=1&SAMLart=")

    def test_a_refusal_is_sent_by_artifact_too(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        request = by_artifact.request(is_passive=True)
        artifact = artifact_in(joe.browser.get(by_artifact.redirect(request)))
        assert response_of(by_artifact, artifact).status.detail == NO_PASSIVE

    def test_a_request_chooses_the_binding(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        request = by_artifact.request(protocol_binding=BINDING_POST)
        page = joe.sign_in(joe.follow(joe.browser.get(by_artifact.redirect(request))))
        assert posted_fields(page)["SAMLResponse"]
        connect(by_artifact, ssoServiceEndpoints=[{**BY_POST, "isDefault": True}, {**BY_ARTIFACT, "isDefault": False}])
        sign_in(by_artifact, by_artifact.site.browser(), protocol_binding=BINDING_ARTIFACT)

    @pytest.mark.parametrize("binding", ["Artifact", BINDING_ARTIFACT])
    def test_a_link_chooses_the_binding(self, by_artifact: ServiceProvider, joe: Visitor, binding: str) -> None:
        connect(by_artifact, ssoServiceEndpoints=[{**BY_POST, "isDefault": True}, {**BY_ARTIFACT, "isDefault": False}])
        artifact = artifact_in(joe.sign_in(joe.follow(joe.browser.get(start_address(Binding=binding)))))
        assert response_of(by_artifact, artifact).header.in_response_to is None

    def test_the_response_that_contains_the_message_is_signed_if_configured(
        self, by_artifact: ServiceProvider, joe: Visitor
    ) -> None:
        for is_signed in (False, True):
            connect(by_artifact, alwaysSignArtifactResponse=is_signed)
            _, artifact = sign_in(by_artifact, by_artifact.site.browser())
            answer = call(by_artifact.site.engine, PATH, signed(resolve(by_artifact, artifact).to_element()))
            assert answer_of(answer, ARTIFACT_RESPONSE)[1].is_signed is is_signed
        assert joe.browser


class TestOneUse:
    def test_an_artifact_is_exchanged_once(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        _, artifact = sign_in(by_artifact, joe)
        assert resolved(by_artifact, artifact).message is not None
        assert resolved(by_artifact, artifact).message is None

    def test_an_artifact_expires(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        connect(by_artifact, artifact={"lifetime": 5, "resolverLocations": []})
        _, artifact = sign_in(by_artifact, joe)
        by_artifact.site.engine.clock.advance(seconds=6)
        assert resolved(by_artifact, artifact).message is None

    def test_another_partner_neither_receives_nor_uses_up_a_message(
        self, by_artifact: ServiceProvider, joe: Visitor
    ) -> None:
        other = {**by_artifact.connection, "id": "sp-7", "name": "Other", "entityId": "https://other.example.com"}
        other["credentials"] = {**other["credentials"], "certs": [verifying(id_="rsa-3")]}
        by_artifact.site.add(SP_CONNECTIONS, other)
        _, artifact = sign_in(by_artifact, joe)
        asked = resolve(by_artifact, artifact, issuer="https://other.example.com").to_element()
        answer = call(by_artifact.site.engine, PATH, signed(asked, partner_key("rsa-3")))
        assert read_artifact_response(answer_of(answer, ARTIFACT_RESPONSE)[1]).message is None
        assert resolved(by_artifact, artifact).message is not None

    def test_an_artifact_with_another_source_finds_no_message(self, by_artifact: ServiceProvider, joe: Visitor) -> None:
        _, artifact = sign_in(by_artifact, joe)
        found = Artifact.parse(artifact)
        forged = Artifact(found.endpoint_index, source_id("https://evil.example"), found.handle)
        assert resolved(by_artifact, str(forged)).message is None


class TestAuthentication:
    def test_a_message_without_the_signature_of_the_partner_is_refused(
        self, by_artifact: ServiceProvider, joe: Visitor
    ) -> None:
        _, artifact = sign_in(by_artifact, joe)
        asked = resolve(by_artifact, artifact).to_element
        assert_fault(call(by_artifact.site.engine, PATH, asked()))
        assert_fault(call(by_artifact.site.engine, PATH, signed(asked(), partner_key(SERVER_PAIR))))
        assert resolved(by_artifact, artifact).message is not None

    def test_a_password_identifies_the_partner_instead(self, provider: ServiceProvider, joe: Visitor) -> None:
        connect(provider, {"httpBasicCredentials": {"username": "partner", "password": PASSWORD}})
        _, artifact = sign_in(provider, joe)
        engine, asked = provider.site.engine, resolve(provider, artifact).to_element
        for wrong in (
            basic("partner", "wrong"),
            basic("other", PASSWORD),
            basic("partner", ""),
            "Bearer x",
            "Basic !!!",
        ):
            refused = call(engine, PATH, asked(), Authorization=wrong)
            assert_fault(refused, 401)
            assert refused.headers["www-authenticate"].startswith("Basic")
        assert_fault(call(engine, PATH, signed(asked())), 401)
        answer = call(engine, PATH, asked(), Authorization=basic("partner", PASSWORD))
        assert read_artifact_response(answer_of(answer, ARTIFACT_RESPONSE)[1]).message is not None

    def test_both_can_be_required(self, provider: ServiceProvider, joe: Visitor) -> None:
        credentials = {"username": "partner", "password": PASSWORD}
        connect(provider, {"httpBasicCredentials": credentials, "digitalSignature": True})
        _, artifact = sign_in(provider, joe)
        engine, asked = provider.site.engine, resolve(provider, artifact).to_element
        authorization = basic("partner", PASSWORD)
        assert_fault(call(engine, PATH, asked(), Authorization=authorization))
        answer = call(engine, PATH, signed(asked()), Authorization=authorization)
        assert read_artifact_response(answer_of(answer, ARTIFACT_RESPONSE)[1]).message is not None

    def test_a_partner_without_an_active_connection_is_refused(self, by_artifact: ServiceProvider) -> None:
        asked = resolve(by_artifact, str(Artifact(0, source_id(SERVER), bytes(20))), issuer="https://nobody.example")
        assert_fault(call(by_artifact.site.engine, PATH, signed(asked.to_element())))


class TestHostileMessages:
    @pytest.mark.parametrize("minutes", [-16, 6])
    def test_a_message_of_another_time_is_refused(self, by_artifact: ServiceProvider, minutes: int) -> None:
        issued = by_artifact.site.engine.clock.now() + timedelta(minutes=minutes)
        asked = resolve(by_artifact, "x", issue_instant=issued)
        assert_fault(call(by_artifact.site.engine, PATH, signed(asked.to_element())))

    def test_a_message_to_another_server_is_refused(self, by_artifact: ServiceProvider) -> None:
        asked = resolve(by_artifact, "x", destination="https://other.example/idp/ARS.ssaml2")
        assert_fault(call(by_artifact.site.engine, PATH, signed(asked.to_element())))

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"<x/>",
            EXTERNAL,
            soap_message(new_element("{urn:x}Query")),
        ],
    )
    def test_other_content_is_refused(self, by_artifact: ServiceProvider, content: bytes) -> None:
        assert_fault(call(by_artifact.site.engine, PATH, content))

    def test_text_that_is_no_artifact_is_refused(self, by_artifact: ServiceProvider) -> None:
        assert_fault(call(by_artifact.site.engine, PATH, signed(resolve(by_artifact, "x").to_element())))

    def test_a_large_body_is_refused(self, by_artifact: ServiceProvider) -> None:
        assert call(by_artifact.site.engine, PATH, b" " * (256 * 1024 + 1)).status_code == 413

    def test_another_content_type_is_refused(self, by_artifact: ServiceProvider) -> None:
        asked = signed(resolve(by_artifact, "x").to_element())
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        assert_fault(call(by_artifact.site.engine, PATH, asked, **headers))
