"""Tokens of backchannel requests that are bound to the client's TLS certificate (RFC 8705, section 3)."""

from pathlib import Path

from hanse.crypto.jws_verification import read_compact
from hanse.kit.option_values import networks
from hanse.resources.security.incoming_proxy import INCOMING_PROXY
from tests.engine.oauth.ciba.call_center import prepare
from tests.engine.server import engine_server
from tests.engine.signin.site import opened_site
from tests.support.client_certificates import self_signed
from tests.support.clock import ManualClock
from tests.support.databases import sqlite_database
from tests.support.mail import mailbox

HEADER = "SSL_CLIENT_CERT"


def test_the_token_is_bound_to_the_certificate_that_fetches_it(
    sqlite_template: Path, tmp_path: Path, clock: ManualClock
) -> None:
    proxies = networks("127.0.0.1/32")
    database = sqlite_database(tmp_path, sqlite_template)
    with engine_server(database, tmp_path, clock, trusted_proxies=proxies) as engine, mailbox() as box:
        site = opened_site(engine)
        site.add_adapter(0)
        engine.save(INCOMING_PROXY, {"clientCertSSLHeaderName": HEADER})
        center = prepare(site, box)
        center.save_client(tlsClientCertificateBoundAccessTokens=True)
        certificate = self_signed("calls")
        center.start()
        center.decide()
        assert center.poll_error() == "invalid_request"
        tokens = center.tokens(**{HEADER: certificate.apache()})
        assert read_compact(tokens["access_token"]).claims()["cnf"] == {"x5t#S256": certificate.thumbprint}
