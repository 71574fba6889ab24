"""Single logout by the Artifact binding: requests of a service provider, and the answers of the server."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest

from hanse.crypto.xml.elements import XmlElement
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.saml.artifacts import ARTIFACT_RESPONSE, ArtifactResolve, enveloped_message, read_artifact_response
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.logout import LOGOUT_RESPONSE, read_logout_response
from hanse.saml.name_ids import NameId
from tests.engine.saml.artifact_service import ArtifactService, unsigned
from tests.engine.saml.idp.back_channel import answer_of, call, header, signed
from tests.engine.saml.idp.conftest import joe, provider
from tests.engine.saml.idp.service_provider import SERVER_PAIR, STATE, ServiceProvider, verifying
from tests.engine.saml.logout.test_service_providers import LOGGED_OUT, SLO, has_session, new_request, subject
from tests.engine.signin.site import Visitor
from tests.support.certified_keys import certificate
from tests.support.json_service import serving_json
from tests.support.sp_connections import PARTNER

__all__ = ["joe", "provider"]
ARS = "/idp/ARS.ssaml2"


@pytest.fixture
def sender(provider: ServiceProvider) -> Iterator[ArtifactService]:
    with serving_json() as service:
        made = ArtifactService(service, provider.site.engine.clock, PARTNER, lambda answer: signed(answer.to_element()))
        provider.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
        provider.connect(
            sso={
                "enabledProfiles": ["SP_INITIATED_SSO", "SP_INITIATED_SLO"],
                "incomingBindings": ["REDIRECT", "ARTIFACT"],
                "sloServiceEndpoints": [{"binding": "ARTIFACT", "url": LOGGED_OUT}],
                "artifact": made.settings,
            },
            credentials={**provider.connection["credentials"], "certs": [verifying()]},
        )
        yield made


def signed_in(provider: ServiceProvider, joe: Visitor) -> NameId:
    request = provider.request()
    page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
    return subject(provider, page, request.header.id)


def bring(joe: Visitor, sender: ArtifactService, message: XmlElement) -> httpx.Response:
    form = {"SAMLart": sender.artifact(message), "RelayState": STATE}
    return joe.browser.get(f"{SLO}?{urlencode(form)}")


def test_a_logout_is_requested_and_answered_by_artifact(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    request = new_request(provider, signed_in(provider, joe))
    answer = bring(joe, sender, request.to_element())
    location = urlsplit(answer.headers["location"])
    assert f"{location.scheme}://{location.netloc}{location.path}" == LOGGED_OUT
    query = parse_qs(location.query)
    assert query["RelayState"] == [STATE]
    asked = ArtifactResolve(header(provider, ARS), query["SAMLart"][0]).to_element()
    resolved = answer_of(call(provider.site.engine, ARS, signed(asked)), ARTIFACT_RESPONSE)[1]
    envelope = enveloped_message(read_artifact_response(resolved), (LOGOUT_RESPONSE,))
    body = envelope.body(SignatureTrust([certificate(SERVER_PAIR)]))
    response = read_logout_response(body)
    assert body.is_signed
    assert (response.status.is_success, response.header.in_response_to) == (True, request.header.id)
    assert not has_session(provider, joe)


def test_a_logout_request_that_nobody_has_signed_is_refused(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    name_id = signed_in(provider, joe)
    sender.protect = unsigned
    assert bring(joe, sender, new_request(provider, name_id).to_element()).status_code == 400
    own = signed(new_request(provider, name_id, "_logout2").to_element())
    assert has_session(provider, joe)
    assert bring(joe, sender, own).status_code == 303


def test_artifacts_are_refused_unless_the_connection_accepts_them(
    provider: ServiceProvider, sender: ArtifactService, joe: Visitor
) -> None:
    name_id = signed_in(provider, joe)
    provider.connect(
        sso={**provider.connection["spBrowserSso"], "incomingBindings": ["REDIRECT"]},
        credentials=provider.connection["credentials"],
    )
    assert bring(joe, sender, new_request(provider, name_id).to_element()).status_code == 400
    assert sender.asked == []
    assert has_session(provider, joe)
