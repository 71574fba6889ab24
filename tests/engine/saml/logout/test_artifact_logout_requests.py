"""Single logout by the Artifact binding: requests of the server to both kinds of partners, and those of providers."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest

from hanse.crypto.xml.elements import XmlElement
from hanse.saml.artifacts import ARTIFACT_RESPONSE, ArtifactResolve, enveloped_message, read_artifact_response
from hanse.saml.envelopes import Body, Header, SignatureTrust
from hanse.saml.logout import LOGOUT_REQUEST, LOGOUT_RESPONSE, read_logout_request, read_logout_response
from hanse.saml.name_ids import NameId
from hanse.saml.statuses import Status
from tests.engine.saml.artifact_service import ArtifactService, unsigned
from tests.engine.saml.identity_provider import PARTNER as PROVIDER
from tests.engine.saml.identity_provider import SamlSite
from tests.engine.saml.idp.back_channel import answer_of, call
from tests.engine.saml.idp.back_channel import header as header_of
from tests.engine.saml.idp.back_channel import signed as signed_by_sp
from tests.engine.saml.idp.conftest import joe, provider
from tests.engine.saml.idp.service_provider import SERVER, SERVER_PAIR, STATE, ServiceProvider
from tests.engine.saml.logout.messages import SentMessage, response_to
from tests.engine.saml.logout.test_identity_providers import (
    FROM_USER,
    SLO,
    TARGET,
    USER,
    connect,
    connected,
    has_session,
    key_of,
    new_request,
    start,
)
from tests.engine.saml.logout.test_identity_providers import LOGGED_OUT as PROVIDER_LOGGED_OUT
from tests.engine.saml.logout.test_identity_providers import joe as provider_user
from tests.engine.saml.logout.test_service_providers import BOTH, LOGGED_OUT, answers, signed_in
from tests.engine.saml.logout.test_service_providers import has_session as has_idp_session
from tests.engine.server import BASE_URL, EngineServer
from tests.engine.signin.site import Visitor
from tests.support.certified_keys import certificate
from tests.support.json_service import serving_json

__all__ = ["connected", "joe", "provider", "signed_in"]
IDP_ARS, SP_ARS = "/idp/ARS.ssaml2", "/sp/ARS.ssaml2"


def artifact_in(answer: httpx.Response, address: str) -> dict[str, str]:
    """Return the query with which the browser brings an artifact of the server to a partner."""
    assert answer.status_code == 303, answer.text
    location = urlsplit(answer.headers["location"])
    assert f"{location.scheme}://{location.netloc}{location.path}" == address
    return {name: values[0] for name, values in parse_qs(location.query).items()}


def exchanged(engine: EngineServer, path: str, request: XmlElement, tag: str) -> Body:
    """Return the message that the server hands out for an artifact; it has signed the message itself."""
    answer = answer_of(call(engine, path, request), ARTIFACT_RESPONSE)[1]
    body = enveloped_message(read_artifact_response(answer), (tag,)).body(SignatureTrust([certificate(SERVER_PAIR)]))
    assert body.is_signed
    return body


def sign_by_provider(element: XmlElement) -> XmlElement:
    return signed_by_sp(element, key_of())


def resolve_as_provider(saml: SamlSite, artifact: str, tag: str) -> Body:
    header = Header(f"_resolve{tag[-5:]}", saml.site.engine.clock.now(), PROVIDER, f"{BASE_URL}{SP_ARS}")
    request = sign_by_provider(ArtifactResolve(header, artifact).to_element())
    return exchanged(saml.site.engine, SP_ARS, request, tag)


def test_a_service_provider_receives_the_request_by_artifact(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId
) -> None:
    sso = {
        **provider.connection["spBrowserSso"],
        "enabledProfiles": BOTH,
        "sloServiceEndpoints": [{"binding": "ARTIFACT", "url": LOGGED_OUT}],
    }
    provider.connect(sso=sso, credentials=provider.connection["credentials"])
    query = artifact_in(joe.browser.get("/idp/startSLO.ping", **FROM_USER), LOGGED_OUT)
    assert not has_idp_session(provider, joe)
    asked = signed_by_sp(ArtifactResolve(header_of(provider, IDP_ARS), query["SAMLart"]).to_element())
    body = exchanged(provider.site.engine, IDP_ARS, asked, LOGOUT_REQUEST)
    request = read_logout_request(body)
    assert (request.header.issuer, request.header.destination) == (SERVER, LOGGED_OUT)
    assert request.name_id == signed_in
    page = answers(provider, joe, SentMessage(LOGGED_OUT, body, None), 0)
    assert page.status_code == 200
    assert "has not confirmed" not in page.text
    # An artifact is exchanged once.
    again = ArtifactResolve(header_of(provider, IDP_ARS), query["SAMLart"]).to_element()
    answer = answer_of(call(provider.site.engine, IDP_ARS, signed_by_sp(again)), ARTIFACT_RESPONSE)[1]
    assert read_artifact_response(answer).message is None


@pytest.fixture
def sender(connected: SamlSite) -> Iterator[ArtifactService]:
    """The artifact resolution service of an identity provider, which sends and receives logouts by artifact."""
    with serving_json() as service:
        clock = connected.site.engine.clock
        yield ArtifactService(service, clock, PROVIDER, lambda answer: sign_by_provider(answer.to_element()))


def by_artifact(saml: SamlSite, sender: ArtifactService, *bindings: str) -> None:
    connect(
        saml,
        incomingBindings=["POST", *bindings],
        sloServiceEndpoints=[{"binding": "ARTIFACT", "url": PROVIDER_LOGGED_OUT}],
        artifact=sender.settings,
    )


def bring(user: Visitor, sender: ArtifactService, message: XmlElement, **more: str) -> httpx.Response:
    return user.browser.get(f"{SLO}?{urlencode({'SAMLart': sender.artifact(message), **more})}")


def test_an_identity_provider_requests_a_logout_by_artifact(connected: SamlSite, sender: ArtifactService) -> None:
    by_artifact(connected, sender, "ARTIFACT")
    user, request = provider_user(connected), new_request(connected)
    query = artifact_in(bring(user, sender, request.to_element(), RelayState=STATE), PROVIDER_LOGGED_OUT)
    assert query["RelayState"] == STATE
    response = read_logout_response(resolve_as_provider(connected, query["SAMLart"], LOGOUT_RESPONSE))
    assert (response.status, response.header.in_response_to) == (Status(), request.header.id)
    assert not has_session(user)
    [(asked, _headers)] = sender.asked
    assert asked.body(SignatureTrust([certificate(SERVER_PAIR)])).is_signed


def test_a_request_of_an_identity_provider_that_nobody_has_signed_is_refused(
    connected: SamlSite, sender: ArtifactService
) -> None:
    by_artifact(connected, sender, "ARTIFACT")
    user, request = provider_user(connected), new_request(connected).to_element()
    sender.protect = unsigned
    assert bring(user, sender, request).status_code == 400
    sender.protect = lambda answer: signed_by_sp(answer.to_element())
    assert bring(user, sender, request).status_code == 400
    assert len(sender.asked) == 2
    assert has_session(user)


def test_a_message_of_another_partner_is_refused(connected: SamlSite, sender: ArtifactService) -> None:
    by_artifact(connected, sender, "ARTIFACT")
    user, request = provider_user(connected), new_request(connected)
    header = Header("_other", request.header.issue_instant, "https://other.example", request.header.destination)
    stranger = type(request)(header, USER)
    assert bring(user, sender, stranger.to_element()).status_code == 400
    assert has_session(user)


def test_artifacts_of_identity_providers_are_refused_unless_the_connection_accepts_them(
    connected: SamlSite, sender: ArtifactService
) -> None:
    by_artifact(connected, sender)
    user = provider_user(connected)
    assert bring(user, sender, new_request(connected).to_element()).status_code == 400
    assert sender.asked == []
    assert has_session(user)


def test_an_identity_provider_receives_the_request_by_artifact_and_answers_by_artifact(
    connected: SamlSite, sender: ArtifactService
) -> None:
    by_artifact(connected, sender, "ARTIFACT")
    user = provider_user(connected)
    query = artifact_in(start(user, TargetResource=TARGET), PROVIDER_LOGGED_OUT)
    assert not has_session(user)
    body = resolve_as_provider(connected, query["SAMLart"], LOGOUT_REQUEST)
    request = read_logout_request(body)
    assert (request.header.issuer, request.name_id, request.session_indexes) == (BASE_URL, USER, ("_s1",))
    sent = SentMessage(PROVIDER_LOGGED_OUT, body, None)
    response = response_to(sent, PROVIDER, SLO, connected.site.engine.clock.now())
    assert bring(user, sender, response.to_element()).headers["location"] == TARGET
