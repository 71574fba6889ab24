"""Messages that the server sends to an identity provider by artifact, and artifacts that nobody has requested."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest

from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.artifacts import (
    ARTIFACT_RESPONSE,
    ArtifactResolve,
    ArtifactResponse,
    enveloped_message,
    read_artifact_response,
)
from hanse.saml.envelopes import Header, SignatureTrust
from hanse.saml.requests import AUTHN_REQUEST, read_authn_request
from tests.engine.handover.handed_over import posted, verified
from tests.engine.saml.artifact_service import ArtifactService
from tests.engine.saml.identity_provider import (
    CONNECTION,
    FORGED_KEY,
    PARTNER,
    SSO,
    ReceivedRequest,
    SamlSite,
    saml_connection,
    signed,
)
from tests.engine.saml.idp.back_channel import answer_of, assert_fault, basic, call
from tests.engine.saml.partner_site import PartnerSite
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, Visitor, continues_at, returned
from tests.support.certified_keys import certificate, pair
from tests.support.configurations import replace as replace_document
from tests.support.json_service import serving_json

PATH, ACS = "/sp/ARS.ssaml2", "/sp/ACS.saml2"
OWN_KEY = "rsa-1"
TRUST = SignatureTrust([certificate(OWN_KEY)])
PASSWORD = "Schiffer12"


def connect(saml: SamlSite, inbound: dict[str, Any] | None = None, **sso: Any) -> None:
    body = saml_connection(**{"ssoServiceEndpoints": [{"binding": "ARTIFACT", "url": SSO}], **sso})
    body["credentials"]["signingSettings"] = {"signingKeyPairRef": {"id": OWN_KEY}}
    if inbound is not None:
        body["credentials"]["inboundBackChannelAuth"] = {"type": "INBOUND", **inbound}
    replace_document(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


@pytest.fixture
def by_artifact(saml: SamlSite) -> SamlSite:
    saml.site.add(SIGNING_KEY_PAIRS, pair(OWN_KEY))
    connect(saml)
    return saml


def sent(user: Visitor) -> tuple[str, str]:
    """Begin a sign-in, and return the artifact and the relay state with which the user arrives at the partner."""
    away = user.authorize()
    assert away.status_code == 303
    location = urlsplit(away.headers["location"])
    assert f"{location.scheme}://{location.netloc}{location.path}" == SSO
    query = parse_qs(location.query)
    return query["SAMLart"][0], query["RelayState"][0]


def resolve(saml: SamlSite, artifact: str, issuer: str = PARTNER, key: str = "rsa-7", **headers: str) -> httpx.Response:
    saml.partner.numbers += 1
    header = Header(f"_call{saml.partner.numbers}", saml.site.engine.clock.now(), issuer, f"{BASE_URL}{PATH}")
    element = ArtifactResolve(header, artifact).to_element()
    return call(saml.site.engine, PATH, signed(element, key) if key else element, **headers)


def resolved(answer: httpx.Response) -> ArtifactResponse:
    return read_artifact_response(answer_of(answer, ARTIFACT_RESPONSE)[1])


def test_the_partner_exchanges_the_artifact_for_the_request(by_artifact: SamlSite) -> None:
    user = by_artifact.site.browser()
    artifact, relay_state = sent(user)
    envelope = enveloped_message(resolved(resolve(by_artifact, artifact)), (AUTHN_REQUEST,))
    message = read_authn_request(envelope.body(TRUST))
    assert (message.header.destination, message.acs_url) == (SSO, f"{BASE_URL}{ACS}")
    request = ReceivedRequest(message, relay_state, is_signed=False, binding="ARTIFACT")
    assert "code" in returned(by_artifact.answer(user, by_artifact.partner.response(request), relay_state))


def test_requests_and_the_answers_that_contain_them_are_signed_if_configured(by_artifact: SamlSite) -> None:
    for is_signed in (False, True):
        connect(by_artifact, signAuthnRequests=is_signed, alwaysSignArtifactResponse=is_signed)
        answer = resolve(by_artifact, sent(by_artifact.site.browser())[0])
        envelope, body = answer_of(answer, ARTIFACT_RESPONSE)
        assert body.is_signed is is_signed
        message = enveloped_message(read_artifact_response(envelope.body(TRUST)), (AUTHN_REQUEST,))
        assert message.body(TRUST).is_signed is is_signed


def test_an_artifact_is_exchanged_once_and_expires(by_artifact: SamlSite) -> None:
    artifact, _state = sent(by_artifact.site.browser())
    assert resolved(resolve(by_artifact, artifact)).message is not None
    assert resolved(resolve(by_artifact, artifact)).message is None
    connect(by_artifact, artifact={"lifetime": 5, "resolverLocations": []})
    artifact, _state = sent(by_artifact.site.browser())
    by_artifact.site.engine.clock.advance(seconds=6)
    assert resolved(resolve(by_artifact, artifact)).message is None


def test_nobody_else_receives_or_uses_up_the_request(by_artifact: SamlSite) -> None:
    other = saml_connection()
    other |= {"id": "saml-9", "name": "Other", "entityId": "https://other.example/saml"}
    by_artifact.site.add(IDP_CONNECTIONS, other)
    artifact, _state = sent(by_artifact.site.browser())
    assert_fault(resolve(by_artifact, artifact, key=""))
    assert_fault(resolve(by_artifact, artifact, key=FORGED_KEY))
    assert_fault(resolve(by_artifact, artifact, issuer="https://nobody.example"))
    assert resolved(resolve(by_artifact, artifact, issuer="https://other.example/saml")).message is None
    assert resolved(resolve(by_artifact, artifact)).message is not None


def test_the_partner_authenticates_as_the_connection_requires(by_artifact: SamlSite) -> None:
    credentials = {"httpBasicCredentials": {"username": "partner", "password": PASSWORD}}
    connect(by_artifact, credentials)
    artifact, _state = sent(by_artifact.site.browser())
    for wrong in (basic("partner", "wrong"), basic("other", PASSWORD), "Bearer x"):
        assert_fault(resolve(by_artifact, artifact, key="", Authorization=wrong), 401)
    assert_fault(resolve(by_artifact, artifact), 401)
    answer = resolve(by_artifact, artifact, key="", Authorization=basic("partner", PASSWORD))
    assert resolved(answer).message is not None
    connect(by_artifact, {**credentials, "digitalSignature": True})
    assert_fault(resolve(by_artifact, artifact, key="", Authorization=basic("partner", PASSWORD)))
    connect(by_artifact, {"verificationSubjectDN": "CN=idp, O=Example"})
    assert_fault(resolve(by_artifact, artifact))


@pytest.fixture
def server(site: SignInSite) -> PartnerSite:
    return PartnerSite.opened(site)


@pytest.fixture
def unsolicited(server: PartnerSite) -> Iterator[ArtifactService]:
    with serving_json() as service:
        made = ArtifactService(service, server.site.engine.clock, PARTNER, lambda answer: signed(answer.to_element()))
        server.change(incomingBindings=["ARTIFACT"], artifact=made.settings)
        yield made


def bring(user: Visitor, artifact: str, relay_state: str = "") -> httpx.Response:
    form = {"SAMLart": artifact, **({"RelayState": relay_state} if relay_state else {})}
    page = user.browser.get(f"{ACS}?{urlencode(form)}")
    if page.status_code != httpx.codes.OK or 'id="continue"' not in page.text:
        return page
    return user.follow(user.browser.get(continues_at(page)))


def test_an_artifact_that_nobody_has_requested_hands_a_user_over(
    server: PartnerSite, unsolicited: ArtifactService
) -> None:
    target = "https://app.example.com/orders"
    for relay_state in ("", target):
        artifact = unsolicited.artifact(server.partner.response(server.nothing))
        claims = verified(server.site, posted(bring(server.site.browser(), artifact, relay_state)))
        assert claims["sub"] == "joe@partner"
        assert claims.get("target_resource") == (relay_state or None)


def test_an_artifact_is_refused_unless_the_connection_accepts_it(
    server: PartnerSite, unsolicited: ArtifactService
) -> None:
    artifact = unsolicited.artifact(server.partner.response(server.nothing))
    foreign = unsolicited.artifact(server.partner.response(server.nothing), "https://evil.example")
    for brought in (foreign, "AAQ=", "x"):
        assert "token" not in bring(server.site.browser(), brought).text
    assert "token" not in bring(server.site.browser(), artifact, "https://evil.example/").text
    server.change(incomingBindings=["ARTIFACT"], artifact=unsolicited.settings, enabledProfiles=["SP_INITIATED_SSO"])
    assert "token" not in bring(server.site.browser(), artifact).text
    server.change(incomingBindings=["POST"], artifact=unsolicited.settings)
    assert "token" not in bring(server.site.browser(), artifact).text
    assert unsolicited.asked == []


def test_an_artifact_works_once_and_not_for_a_requested_response(
    server: PartnerSite, unsolicited: ArtifactService
) -> None:
    artifact = unsolicited.artifact(server.partner.response(server.nothing))
    posted(bring(server.site.browser(), artifact))
    assert "token" not in bring(server.site.browser(), artifact).text
    requested = server.partner.message(server.nothing, None, in_response_to="_request")
    assert "token" not in bring(server.site.browser(), unsolicited.artifact(requested)).text
