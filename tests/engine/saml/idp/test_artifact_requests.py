"""Authentication requests by the Artifact binding: the server exchanges the artifact of a service provider for them."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from hanse.crypto.xml.elements import XmlElement
from hanse.saml.artifacts import ArtifactResponse
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.requests import AuthnRequest
from tests.engine.saml.artifact_service import RESOLUTION, ArtifactService, unsigned
from tests.engine.saml.idp.back_channel import basic, signed
from tests.engine.saml.idp.service_provider import (
    SERVER,
    SERVER_PAIR,
    SSO,
    STATE,
    ServiceProvider,
    partner_key,
    verifying,
)
from tests.engine.signin.site import Visitor
from tests.support.certified_keys import certificate
from tests.support.json_service import serving_json
from tests.support.sp_connections import PARTNER

PASSWORD = "a long secret: with a colon"


def signed_answer(answer: ArtifactResponse) -> XmlElement:
    return signed(answer.to_element())


@pytest.fixture
def sender(provider: ServiceProvider) -> Iterator[ArtifactService]:
    """A service provider that sends requests by artifact."""
    with serving_json() as service:
        made = ArtifactService(service, provider.site.engine.clock, PARTNER, signed_answer)
        connect(provider, made)
        yield made


def connect(
    provider: ServiceProvider, sender: ArtifactService, outbound: dict[str, Any] | None = None, **sso: Any
) -> None:
    credentials: dict[str, Any] = {
        "signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}},
        "certs": [verifying()],
    }
    if outbound is not None:
        credentials["outboundBackChannelAuth"] = {"type": "OUTBOUND", **outbound}
    settings = {"incomingBindings": ["ARTIFACT"], "artifact": sender.settings, **sso}
    provider.connect(sso=settings, credentials=credentials)


def bring(visitor: Visitor, artifact: str, *, by_post: bool = False) -> httpx.Response:
    form = {"SAMLart": artifact, "RelayState": STATE}
    sent = visitor.browser.post(SSO, form) if by_post else visitor.browser.get(f"{SSO}?{urlencode(form)}")
    return visitor.follow(sent)


def arrive(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor, *, by_post: bool = False, **changes: Any
) -> tuple[AuthnRequest, httpx.Response]:
    request = provider.request(**changes)
    return request, bring(joe, sender.artifact(request.to_element()), by_post=by_post)


@pytest.mark.parametrize("by_post", [False, True])
def test_a_request_by_artifact_signs_the_user_in(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor, by_post: bool
) -> None:
    request, page = arrive(provider, sender, joe, by_post=by_post, destination=None)
    assert provider.receive(joe.sign_in(page), request.header.id).assertion is not None
    [(envelope, _headers)] = sender.asked
    assert envelope.issuer == SERVER
    assert envelope.body(SignatureTrust([certificate(SERVER_PAIR)])).is_signed


def test_an_artifact_starts_one_sign_in(provider: ServiceProvider, sender: ArtifactService, joe: Visitor) -> None:
    artifact = sender.artifact(provider.request().to_element())
    assert bring(joe, artifact).status_code == 200
    assert bring(joe, artifact).status_code == 400
    repeated = provider.request()
    assert bring(joe, sender.artifact(repeated.to_element())).status_code == 200
    assert bring(joe, sender.artifact(repeated.to_element())).status_code == 400


@pytest.mark.parametrize(
    "changes",
    [
        {"incomingBindings": ["POST", "REDIRECT"]},
        {"enabledProfiles": ["IDP_INITIATED_SSO"]},
    ],
)
def test_artifacts_that_the_connection_does_not_allow_are_not_sent_anywhere(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor, changes: dict[str, Any]
) -> None:
    connect(provider, sender, **changes)
    _request, page = arrive(provider, sender, joe)
    assert (page.status_code, sender.asked) == (400, [])


@pytest.mark.parametrize("text", ["AAQ=", "x", "", "A" * 5000])
def test_text_that_is_no_artifact_is_refused(sender: ArtifactService, joe: Visitor, text: str) -> None:
    assert (bring(joe, text).status_code, sender.asked) == (400, [])


def test_an_artifact_of_an_unknown_source_is_not_sent_anywhere(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    artifact = sender.artifact(provider.request().to_element(), "https://evil.example")
    assert (bring(joe, artifact).status_code, sender.asked) == (400, [])


def test_an_answer_without_a_valid_signature_of_the_partner_is_refused(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    """The partner's service is reached without TLS, so that nothing else proves whose message it is."""
    for protect in (unsigned, lambda answer: signed(answer.to_element(), partner_key(SERVER_PAIR))):
        sender.protect = protect
        assert arrive(provider, sender, joe)[1].status_code == 400
    sender.protect = unsigned
    own = signed(provider.request().to_element())
    assert bring(joe, sender.artifact(own)).status_code == 200


def test_a_message_of_another_partner_or_server_is_refused(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    hostile: tuple[dict[str, Any], ...] = (
        {"issuer": "https://other.example"},
        {"destination": "https://other.example/idp/SSO.saml2"},
    )
    for changes in hostile:
        assert arrive(provider, sender, joe, **changes)[1].status_code == 400


def test_a_signature_of_the_answer_is_a_signature_of_the_request(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    connect(provider, sender, requireSignedAuthnRequests=True)
    assert arrive(provider, sender, joe)[1].status_code == 200


def test_the_server_authenticates_as_the_connection_requires(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    credentials = {"httpBasicCredentials": {"username": "hanse", "password": PASSWORD}}
    trust = SignatureTrust([certificate(SERVER_PAIR)])
    for outbound, is_signed, has_password in (
        ({"digitalSignature": True}, True, False),
        (credentials, False, True),
        ({**credentials, "digitalSignature": True}, True, True),
    ):
        connect(provider, sender, outbound)
        assert arrive(provider, sender, joe)[1].status_code == 200
        envelope, headers = sender.asked[-1]
        assert envelope.body(trust).is_signed is is_signed
        assert (headers.get("Authorization") == basic("hanse", PASSWORD)) is has_password


def test_a_failing_service_is_an_error_of_the_partner(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    del sender.service.makers[RESOLUTION]
    for answer in ((500, b""), (302, b""), (200, b"<x/>"), (200, b"x" * (512 * 1024 + 1))):
        sender.service.answers[RESOLUTION] = answer
        assert arrive(provider, sender, joe)[1].status_code == 400
