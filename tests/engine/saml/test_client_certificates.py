"""TLS with the services of partners: the client certificate of this server, and the validation of theirs."""

from pathlib import Path
from typing import Any

import pytest

from hanse.crypto.certificate_chains import to_chain
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.kit.clock import SystemClock
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.saml.errors import PARTIAL_LOGOUT, SUCCESS
from hanse.saml.name_ids import NameId
from hanse.saml.statuses import Status
from tests.engine.saml.identity_provider import CONNECTION, SamlSite
from tests.engine.saml.idp.conftest import joe, provider
from tests.engine.saml.idp.service_provider import ServiceProvider, partner_key
from tests.engine.saml.logout.messages import deliver, sent_by_server
from tests.engine.saml.logout.test_service_providers import also_signs_in, new_request, signed_in
from tests.engine.saml.logout.test_soap_logout import SoapPartner
from tests.engine.saml.test_artifacts import RESOLUTION, ArtifactSite, artifacts, signed_whole, site, unsigned
from tests.engine.saml.test_attribute_requests import Authority, authority, send_query
from tests.engine.saml.test_attribute_requests import connect as connect_authority
from tests.engine.signin.site import SignInSite, Visitor, returned
from tests.support.certified_keys import pair
from tests.support.client_certificates import Certified, self_signed
from tests.support.configurations import replace as replace_document
from tests.support.json_service import serving_json
from tests.support.tls_servers import TlsServer

__all__ = ["artifacts", "authority", "joe", "provider", "signed_in", "site"]


def add_client_pairs(site: SignInSite) -> Certified:
    """Add the SSL client key pairs `own` and `other`, and return the first one."""
    pairs = {name: self_signed(name, SystemClock().now()) for name in ("own", "other")}
    for name, each in pairs.items():
        chain = to_chain([each.certificate])
        site.add(SSL_CLIENT_KEY_PAIRS, {"id": name, "certificates": chain, "privateKey": each.key_pem})
    return pairs["own"]


def outbound(certified: str | None, **more: Any) -> dict[str, Any]:
    """Return the authentication of the server at a partner, with the SSL client key pair of this ID."""
    chosen = {} if certified is None else {"sslAuthKeyPairRef": {"id": certified}}
    return {"outboundBackChannelAuth": {"type": "OUTBOUND", **chosen, **more}}


@pytest.mark.parametrize("certified", ["own", "other", None])
def test_the_server_presents_its_tls_client_certificate(
    artifacts: ArtifactSite, site: SignInSite, tmp_path: Path, certified: str | None
) -> None:
    """The partner's server accepts the connection's own certificate only."""
    own = add_client_pairs(site)
    server = TlsServer.certified(tmp_path, clients=own.pem)
    site.add(TRUSTED_CAS, server.authority)
    with serving_json(server.context) as artifacts.service:
        artifacts.service.makers[RESOLUTION] = artifacts.resolve
        artifacts.connect(outbound(certified))
        user = site.browser()
        request, response = artifacts.begin(user)
        answer = artifacts.bring(user, artifacts.artifact(response), request.relay_state)
        assert ("code" in returned(answer)) is (certified == "own")


def test_a_renewed_client_certificate_is_used_without_a_change_of_the_connection(
    artifacts: ArtifactSite, site: SignInSite
) -> None:
    site.add(SSL_CLIENT_KEY_PAIRS, pair("p256-1"))
    artifacts.connect({"outboundBackChannelAuth": {"type": "OUTBOUND", "sslAuthKeyPairRef": {"id": "p256-1"}}})
    renewed = {**pair("p256-2"), "id": "p256-1"}
    replace_document(site.engine.core.configuration, SSL_CLIENT_KEY_PAIRS, "p256-1", renewed)
    site.engine.caught_up()
    source = site.engine.follower.snapshot.part(CONNECTION_SOURCES).by_id[CONNECTION]
    assert source.own.client_key is not None
    assert list(source.own.client_key.active.certificates) == renewed["certificates"]


@pytest.mark.parametrize("certified", ["own", "other", None])
def test_it_is_presented_with_attribute_queries(
    saml: SamlSite, authority: Authority, tmp_path: Path, certified: str | None
) -> None:
    own = add_client_pairs(saml.site)
    server = TlsServer.certified(tmp_path, clients=own.pem)
    saml.site.add(TRUSTED_CAS, server.authority)
    with serving_json(server.context) as service:
        there = Authority(service, saml.site.engine.clock)
        connect_authority(saml, there, **outbound(certified, digitalSignature=True))
        answer = send_query(saml)
        assert answer.status_code == (200 if certified == "own" else 502), answer.text
        assert len(there.queries) == (1 if certified == "own" else 0)
    assert authority.queries == []


@pytest.mark.parametrize("certified", ["own", "other", None])
def test_it_is_presented_with_logout_requests_to_service_providers(
    provider: ServiceProvider, joe: Visitor, signed_in: NameId, tmp_path: Path, certified: str | None
) -> None:
    own = add_client_pairs(provider.site)
    server = TlsServer.certified(tmp_path, clients=own.pem)
    provider.site.add(TRUSTED_CAS, server.authority)
    credentials = {**provider.connection["credentials"], **outbound(certified)}
    with serving_json(server.context) as service:
        partner = SoapPartner(service, provider)
        service.makers["/slo"] = partner.answer
        also_signs_in(provider, joe, credentials=credentials, sloServiceEndpoints=[partner.endpoint])
        answer = deliver(joe, "/idp/SLO.saml2", new_request(provider, signed_in).to_element(), partner_key())
        detail = None if certified == "own" else PARTIAL_LOGOUT
        assert sent_by_server(answer).response.status == Status(SUCCESS, detail)
        assert len(partner.requests) == (1 if certified == "own" else 0)


@pytest.mark.parametrize(
    ("host", "validates", "is_trusted", "is_signed", "is_accepted"),
    [
        ("127.0.0.1", True, True, True, True),
        # TLS proves the origin of the response, which needs no signature then.
        ("127.0.0.1", True, True, False, True),
        ("other.example", True, True, True, False),
        ("other.example", False, True, True, True),
        # Any owner of a certificate of a trusted CA could answer, so the response must be signed.
        ("other.example", False, True, False, False),
        ("127.0.0.1", False, True, False, False),
        # The setting concerns the name of the host only.
        ("other.example", False, False, True, False),
        ("127.0.0.1", True, False, True, False),
    ],
)
def test_the_certificate_of_the_partner_is_validated_as_the_connection_requires(
    artifacts: ArtifactSite,
    site: SignInSite,
    tmp_path: Path,
    host: str,
    *,
    validates: bool,
    is_trusted: bool,
    is_signed: bool,
    is_accepted: bool,
) -> None:
    server = TlsServer.certified(tmp_path, host)
    if is_trusted:
        site.add(TRUSTED_CAS, server.authority)
    with serving_json(server.context) as artifacts.service:
        artifacts.service.makers[RESOLUTION] = artifacts.resolve
        artifacts.connect(outbound(None, validatePartnerCert=validates))
        artifacts.change = signed_whole if is_signed else unsigned
        user = site.browser()
        request = artifacts.saml.away(user)
        # Only the answer that contains the response is signed.
        response = artifacts.saml.partner.message(request, artifacts.saml.partner.assertion(request).to_element())
        answer = artifacts.bring(user, artifacts.artifact(response), request.relay_state)
        assert ("code" in returned(answer)) is is_accepted
        is_reached = is_trusted and (host == "127.0.0.1" or not validates)
        assert bool(artifacts.service.received) is is_reached
