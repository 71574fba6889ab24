"""Partners on the back channel: TLS client certificates, and a limit for wrong passwords."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanse.app.engine_app import accepted_certificates
from hanse.engine.failed_attempts import LIMIT, LOCK_SECONDS
from hanse.kit.option_values import networks
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.certificate_groups import OAUTH_CLIENT_CAS, PARTNER_CAS
from hanse.resources.security.certificate_revocation.resource import REVOCATION_SETTINGS
from hanse.resources.security.incoming_proxy import INCOMING_PROXY
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.engine.saml.idp.back_channel import assert_fault, basic, call, signed
from tests.engine.saml.idp.service_provider import ServiceProvider, connected_provider
from tests.engine.saml.idp.test_attribute_queries import PATH, connect, query
from tests.engine.server import BASE_URL, engine_server
from tests.engine.signin.site import opened_site
from tests.support.client_certificates import Authority, Certified, authority, self_signed
from tests.support.clock import ManualClock
from tests.support.configurations import replace as replace_document
from tests.support.databases import sqlite_database
from tests.support.revocation import with_list

HEADER = "SSL_CLIENT_CERT"
SUBJECT = {"verificationSubjectDN": "CN=partner,O=Example"}
PASSWORD = {"httpBasicCredentials": {"username": "partner", "password": "Schiffer12"}}


@pytest.fixture(scope="module")
def root() -> Authority:
    """The trusted certificate authority of the server."""
    return authority()


@pytest.fixture
def proxied(sqlite_template: Path, tmp_path: Path, clock: ManualClock, root: Authority) -> Iterator[ServiceProvider]:
    """A server behind a proxy that forwards client certificates."""
    proxies = networks("127.0.0.1/32")
    with engine_server(sqlite_database(tmp_path, sqlite_template), tmp_path, clock, trusted_proxies=proxies) as engine:
        site = opened_site(engine)
        site.add_adapter(0)
        replace_document(
            engine.core.configuration, INCOMING_PROXY, INCOMING_PROXY.singleton_id, {"clientCertSSLHeaderName": HEADER}
        )
        site.add(TRUSTED_CAS, {"certificate": root.base64})
        yield connected_provider(site)


def require(provider: ServiceProvider, **inbound: Any) -> None:
    connect(provider, inboundBackChannelAuth={"type": "INBOUND", **inbound})


def file_of(certificate: Certified, **uses: bool) -> dict[str, Any]:
    return {"x509File": {"fileData": certificate.pem}, "activeVerificationCert": True, **uses}


def send(
    provider: ServiceProvider,
    certificate: Certified | None,
    headers: dict[str, str] | None = None,
    *,
    sign: bool = False,
    **message: str,
) -> httpx.Response:
    """Send a query; `message` are changes of its header."""
    element = query(provider, **message).to_element()
    forwarded = {} if certificate is None else {HEADER: certificate.apache()}
    content = signed(element) if sign else element
    return call(provider.site.engine, PATH, content, **forwarded, **(headers or {}))


class TestCertificates:
    def test_a_registered_certificate_identifies_the_partner(self, proxied: ServiceProvider, root: Authority) -> None:
        own = self_signed("partner")
        require(proxied, certs=[file_of(own)])
        assert send(proxied, own).status_code == 200
        # Neither another certificate with the same name, nor one of a trusted authority, nor a signature suffices.
        for wrong in (self_signed("partner"), root.issue("partner"), None):
            assert_fault(send(proxied, wrong))
            assert_fault(send(proxied, wrong, sign=True))

    def test_an_expired_registered_certificate_is_refused(self, proxied: ServiceProvider) -> None:
        own = self_signed("partner")
        require(proxied, certs=[file_of(own)])
        proxied.site.engine.clock.advance(days=31)
        assert_fault(send(proxied, own))

    def test_an_inactive_certificate_is_refused(self, proxied: ServiceProvider) -> None:
        own, other = self_signed("partner"), self_signed("other")
        require(proxied, certs=[{**file_of(own), "activeVerificationCert": False}, file_of(other)])
        assert_fault(send(proxied, own))
        assert send(proxied, other).status_code == 200

    def test_a_group_of_authorities_replaces_the_trusted_ones(self, proxied: ServiceProvider, root: Authority) -> None:
        own, clients = authority("Partners"), authority("Clients")
        require(proxied, **SUBJECT)
        proxied.site.add(OAUTH_CLIENT_CAS, {"certificate": clients.base64})
        assert send(proxied, root.issue("partner")).status_code == 200
        proxied.site.add(PARTNER_CAS, {"certificate": own.base64})
        assert send(proxied, own.issue("partner")).status_code == 200
        for wrong in (root.issue("partner"), clients.issue("partner")):
            assert_fault(send(proxied, wrong))

    def test_a_subject_of_a_trusted_authority_identifies_the_partner(
        self, proxied: ServiceProvider, root: Authority
    ) -> None:
        require(proxied, **SUBJECT)
        assert send(proxied, root.issue("partner")).status_code == 200
        for wrong in (root.issue("other"), authority().issue("partner"), self_signed("partner"), None):
            assert_fault(send(proxied, wrong))

    def test_a_configured_issuer_is_the_only_one(self, proxied: ServiceProvider, root: Authority) -> None:
        for issuer, status in (("CN=Nobody,O=Example", 500), (root.certificate.subject.rfc4514_string(), 200)):
            require(proxied, **SUBJECT, verificationIssuerDN=issuer)
            assert send(proxied, root.issue("partner")).status_code == status

    def test_a_certificate_whose_revocation_cannot_be_checked_is_refused(
        self, proxied: ServiceProvider, root: Authority
    ) -> None:
        require(proxied, **SUBJECT)
        engine = proxied.site.engine
        checked = {"crlSettings": {"enabled": True, "treatNonRetrievableCrlAsRevoked": True}}
        replace_document(engine.core.configuration, REVOCATION_SETTINGS, REVOCATION_SETTINGS.singleton_id, checked)
        engine.caught_up()
        # Nobody listens at this address.
        assert_fault(send(proxied, root.issue("partner", extensions=[with_list("http://127.0.0.1:9/none.crl")])))

    def test_password_signature_and_certificate_can_all_be_required(self, proxied: ServiceProvider) -> None:
        own = self_signed("partner")
        require(proxied, **PASSWORD, digitalSignature=True, certs=[file_of(own)])
        authorization = {"Authorization": basic("partner", "Schiffer12")}
        assert_fault(send(proxied, own, sign=True), 401)
        assert_fault(send(proxied, own, authorization))
        assert_fault(send(proxied, None, authorization, sign=True))
        assert send(proxied, own, authorization, sign=True).status_code == 200

    def test_the_destination_can_have_the_port_of_the_listener_for_certificates(self, proxied: ServiceProvider) -> None:
        own = self_signed("partner")
        require(proxied, certs=[file_of(own)])
        host = BASE_URL.removeprefix("https://")
        there = f"https://{host.partition(':')[0]}:9443"
        at_listener = {"Host": there.removeprefix("https://")}
        assert send(proxied, own, at_listener, destination=f"{there}{PATH}").status_code == 200
        assert_fault(send(proxied, own, at_listener, destination=f"{there}1{PATH}"))
        assert_fault(send(proxied, own, at_listener, destination=f"https://other.example{PATH}"))

    def test_the_handshake_accepts_registered_certificates_of_active_connections(
        self, proxied: ServiceProvider
    ) -> None:
        own = self_signed("partner")
        accepted = accepted_certificates(proxied.site.engine.follower)
        assert own.pem not in accepted()
        require(proxied, certs=[file_of(own)])
        assert own.pem in accepted()
        replace_document(
            proxied.site.engine.core.configuration, SP_CONNECTIONS, "sp-0", {**proxied.connection, "active": False}
        )
        proxied.site.engine.caught_up()
        assert own.pem not in accepted()


class TestWrongPasswords:
    def test_too_many_lock_the_partner_for_the_address_temporarily(self, provider: ServiceProvider) -> None:
        require(provider, **PASSWORD)
        right, wrong = ({"Authorization": basic("partner", each)} for each in ("Schiffer12", "wrong"))
        for _ in range(LIMIT - 1):
            assert_fault(send(provider, None, wrong), 401)
        assert send(provider, None, right).status_code == 200
        assert_fault(send(provider, None, wrong), 401)
        locked = send(provider, None, right)
        assert_fault(locked, 429)
        assert int(locked.headers["retry-after"]) > 0
        provider.site.engine.clock.advance(seconds=LOCK_SECONDS + 1)
        assert send(provider, None, right).status_code == 200
