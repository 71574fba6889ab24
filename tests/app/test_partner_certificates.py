"""SAML partners that authenticate with TLS client certificates, at the listener that requests them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanse.kit.randomness import SystemRandomness
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.certificate_groups import PARTNER_CAS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.saml.artifacts import ARTIFACT_RESPONSE, Artifact, ArtifactResolve
from hanse.saml.envelopes import Header
from hanse.saml.responses import RESPONSE
from hanse.saml.soap import soap_message
from tests.app.test_mutual_tls_listener import NOW, Listening, SendRequest, issue, refuses_handshake, run
from tests.engine.saml.identity_provider import PARTNER, saml_connection
from tests.engine.saml.idp.back_channel import XML, answer_of, assert_fault
from tests.engine.saml.idp.service_provider import SERVER_PAIR, ServiceProvider, connected_provider
from tests.engine.saml.idp.test_attribute_queries import PATH, connect, query
from tests.engine.saml.idp.test_sender_authentication import HEADER, SUBJECT, file_of
from tests.engine.server import BASE_URL, engine_server
from tests.engine.signin.site import opened_site
from tests.support.client_certificates import Authority, Certified, authority, self_signed
from tests.support.clock import ManualClock
from tests.support.configurations import replace as replace_document
from tests.support.databases import sqlite_database

RESOLUTION = "/sp/ARS.ssaml2"


@pytest.fixture(scope="module")
def root() -> Authority:
    return authority(now=NOW)


@pytest.fixture
def provider(sqlite_template: Path, tmp_path: Path, root: Authority) -> Iterator[ServiceProvider]:
    database = sqlite_database(tmp_path, sqlite_template)
    with engine_server(database, tmp_path, ManualClock(NOW), mutual_tls_port=9443) as engine:
        site = opened_site(engine)
        site.add_adapter(0)
        site.add(TRUSTED_CAS, {"certificate": root.base64})
        yield connected_provider(site)


def require(provider: ServiceProvider, **inbound: Any) -> None:
    connect(provider, inboundBackChannelAuth={"type": "INBOUND", **inbound})


async def send(
    call: SendRequest, provider: ServiceProvider, certificate: Certified | None, **headers: str
) -> httpx.Response:
    """Send an unsigned attribute query as the service provider."""
    return await call(certificate, PATH, content=soap_message(query(provider).to_element()), **{**XML, **headers})


def test_a_registered_certificate_authenticates_a_service_provider(
    provider: ServiceProvider, tmp_path: Path, root: Authority
) -> None:
    own = self_signed("partner", NOW)
    require(provider, certs=[file_of(own)])

    async def scenario() -> None:
        async with Listening(provider.site.engine, tmp_path).serving() as call:
            answer_of(await send(call, provider, own), RESPONSE)
            # The handshake accepts certificates of trusted authorities, but the connection requires its own one.
            assert_fault(await send(call, provider, issue(root, "partner")))
            assert_fault(await send(call, provider, None))
            # At this listener, nobody can present a certificate in a header.
            assert_fault(await send(call, provider, None, **{HEADER: own.apache()}))
            assert await refuses_handshake(call, self_signed("partner", NOW))

    run(scenario())


def test_a_subject_name_authenticates_a_service_provider(
    provider: ServiceProvider, tmp_path: Path, root: Authority
) -> None:
    require(provider, **SUBJECT)
    own = authority("Partners", now=NOW)

    async def scenario() -> None:
        listening = Listening(provider.site.engine, tmp_path)
        async with listening.serving() as call:
            answer_of(await send(call, provider, issue(root, "partner")), RESPONSE)
            assert_fault(await send(call, provider, issue(root, "other")))
            assert await refuses_handshake(call, issue(own, "partner"))
            # A group of authorities for partners replaces the trusted CAs.
            provider.site.add(PARTNER_CAS, {"certificate": own.base64})
            listening.watch.refresh()
            answer_of(await send(call, provider, issue(own, "partner")), RESPONSE)
            assert_fault(await send(call, provider, issue(root, "partner")))

    run(scenario())


def test_the_certificate_of_an_inactive_connection_ends_the_handshake(
    provider: ServiceProvider, tmp_path: Path
) -> None:
    own = self_signed("partner", NOW)
    require(provider, certs=[file_of(own)])

    async def scenario() -> None:
        listening = Listening(provider.site.engine, tmp_path)
        async with listening.serving() as call:
            answer_of(await send(call, provider, own), RESPONSE)
            engine, inactive = provider.site.engine, {**provider.connection, "active": False}
            replace_document(engine.core.configuration, SP_CONNECTIONS, "sp-0", inactive)
            engine.caught_up()
            # The engine refuses the partner even before the listener has been refreshed.
            assert_fault(await send(call, provider, own))
            listening.watch.refresh()
            assert await refuses_handshake(call, own)

    run(scenario())


def test_a_registered_certificate_authenticates_an_identity_provider(
    provider: ServiceProvider, tmp_path: Path, root: Authority
) -> None:
    own, site = self_signed("idp", NOW), provider.site
    body = saml_connection(ssoServiceEndpoints=[{"binding": "ARTIFACT", "url": "https://idp.partner.example/sso"}])
    body["credentials"] |= {
        "signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}},
        "inboundBackChannelAuth": {"type": "INBOUND", "certs": [file_of(own)]},
    }
    site.add(IDP_CONNECTIONS, body)
    numbers, unknown = iter(range(9)), str(Artifact.new(BASE_URL, 0, SystemRandomness()))

    def request() -> bytes:
        header = Header(f"_ask{next(numbers)}", site.engine.clock.now(), PARTNER, f"{BASE_URL}{RESOLUTION}")
        return soap_message(ArtifactResolve(header, unknown).to_element())

    async def scenario() -> None:
        async with Listening(site.engine, tmp_path).serving() as call:
            answer_of(await call(own, RESOLUTION, content=request(), **XML), ARTIFACT_RESPONSE)
            for wrong in (issue(root, "idp"), None):
                assert_fault(await call(wrong, RESOLUTION, content=request(), **XML))

    run(scenario())
