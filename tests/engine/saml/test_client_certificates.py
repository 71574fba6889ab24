"""The TLS client certificate of this server at the artifact resolution service of an identity provider."""

import ssl
from pathlib import Path

import pytest
from cryptography.x509 import load_pem_x509_certificate

from hanse.crypto.certificate_chains import to_chain
from hanse.crypto.certificates import make_server_certificate
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.kit.clock import SystemClock
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.engine.saml.identity_provider import CONNECTION
from tests.engine.saml.test_artifacts import RESOLUTION, ArtifactSite, artifacts, site
from tests.engine.signin.site import SignInSite, returned
from tests.support.certified_keys import pair
from tests.support.client_certificates import self_signed
from tests.support.configurations import replace as replace_document
from tests.support.json_service import serving_json

__all__ = ["artifacts", "site"]


@pytest.mark.parametrize("certified", ["own", "other", None])
def test_the_server_presents_its_tls_client_certificate(
    artifacts: ArtifactSite, site: SignInSite, tmp_path: Path, certified: str | None
) -> None:
    """The partner's server accepts the connection's own certificate only."""
    now = SystemClock().now()
    server = make_server_certificate(("127.0.0.1",), now)
    pairs = {name: self_signed(name, now) for name in ("own", "other")}
    for name, each in pairs.items():
        chain = to_chain([each.certificate])
        site.add(SSL_CLIENT_KEY_PAIRS, {"id": name, "certificates": chain, "privateKey": each.key_pem})
    site.add(
        TRUSTED_CAS, {"id": "partner", "certificate": to_chain([load_pem_x509_certificate(server.certificate)])[0]}
    )
    (tmp_path / "server.pem").write_bytes(server.key + server.certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(cadata=pairs["own"].pem)
    with serving_json(context) as artifacts.service:
        artifacts.service.makers[RESOLUTION] = artifacts.resolve
        chosen = {} if certified is None else {"sslAuthKeyPairRef": {"id": certified}}
        artifacts.connect({"outboundBackChannelAuth": {"type": "OUTBOUND", **chosen}})
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
