"""Requests of a service provider whose certificate the server knows by its names only."""

from functools import partial
from typing import Any

import httpx
import pytest
from cryptography.x509 import ocsp

from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.resources.security.certificate_groups import PARTNER_CAS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.saml.paths import IDP_ATTRIBUTE_PATH
from tests.engine.saml.anchored_partner import NAMES, check_revocation
from tests.engine.saml.idp.back_channel import assert_fault, call
from tests.engine.saml.idp.service_provider import ServiceProvider, partner_key, verifying
from tests.engine.saml.idp.test_attribute_queries import connect, query
from tests.engine.saml.idp.test_refusals import assert_local
from tests.engine.signin.site import Visitor
from tests.support.anchored_signatures import signed_with
from tests.support.client_certificates import Authority, Certified, authority
from tests.support.log_lines import log_lines
from tests.support.revocation import RESPONDER, with_responder


@pytest.fixture(scope="module")
def root() -> Authority:
    return authority()


@pytest.fixture
def anchored(provider: ServiceProvider, root: Authority) -> ServiceProvider:
    """A partner whose requests must be signed with a certificate that the server does not know."""
    provider.site.add(TRUSTED_CAS, {"certificate": root.base64})
    save(provider)
    return provider


def save(provider: ServiceProvider, *certificates: dict[str, Any], **sso: Any) -> None:
    credentials = {**provider.connection["credentials"], **NAMES, "certs": list(certificates)}
    settings = {"requireSignedAuthnRequests": True, "incomingBindings": ["POST"], **sso}
    provider.connect(credentials=credentials, sso=settings)


def send(provider: ServiceProvider, joe: Visitor, signer: Certified) -> httpx.Response:
    return provider.post(joe, provider.request(), partial(signed_with, signer))


def reason_of(provider: ServiceProvider, joe: Visitor, signer: Certified) -> str:
    """Send a request that is refused, and return the log, which has the reason."""
    with log_lines() as lines:
        assert_local(send(provider, joe, signer))
    return lines.getvalue()


def test_a_renewed_certificate_needs_no_change_of_the_connection(
    anchored: ServiceProvider, joe: Visitor, root: Authority
) -> None:
    for signer in (root.issue("partner"), root.issue("partner")):
        assert 'name="pf.username"' in send(anchored, joe, signer).text


def test_other_certificates_are_refused_and_the_log_has_the_reason(
    anchored: ServiceProvider, joe: Visitor, root: Authority
) -> None:
    assert "subject DN" in reason_of(anchored, joe, root.issue("other"))
    assert "another issuer" in reason_of(anchored, joe, root.intermediate().issue("partner"))
    assert "not issued by a trusted CA" in reason_of(anchored, joe, authority().issue("partner"))
    assert "expired" in reason_of(anchored, joe, root.issue("partner", days=-1))


def test_the_trusted_cas_apply_and_not_the_group_for_tls(
    anchored: ServiceProvider, joe: Visitor, root: Authority
) -> None:
    other = authority()
    anchored.site.add(PARTNER_CAS, {"certificate": other.base64})
    assert send(anchored, joe, root.issue("partner")).status_code == 200
    assert_local(send(anchored, joe, other.issue("partner")))


def test_certificates_of_the_connection_still_verify(anchored: ServiceProvider, joe: Visitor, root: Authority) -> None:
    save(anchored, verifying(), incomingBindings=["POST", "REDIRECT"])
    assert joe.follow(joe.browser.get(anchored.redirect(anchored.request(), partner_key()))).status_code == 200
    assert send(anchored, joe, root.issue("partner")).status_code == 200


def test_a_signature_of_a_query_needs_a_certificate_of_the_connection(
    anchored: ServiceProvider, joe: Visitor, root: Authority
) -> None:
    save(anchored, verifying(), incomingBindings=["POST", "REDIRECT"])
    signer = root.issue("partner")
    key = XmlSigningKey(signer.key, signer.certificate)
    with log_lines() as lines:
        assert_local(joe.browser.get(anchored.redirect(anchored.request(), key, algorithm="SHA256withECDSA")))
    assert "Redirect binding contain no certificate" in lines.getvalue()


def test_a_request_without_a_signature_is_not_accepted_instead(anchored: ServiceProvider, joe: Visitor) -> None:
    assert_local(anchored.post(joe, anchored.request()))


def test_a_revoked_certificate_is_refused(
    anchored: ServiceProvider, joe: Visitor, root: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, revoked = (root.issue("partner", extensions=[with_responder()]) for _ in range(2))
    states = {revoked.certificate.serial_number: ocsp.OCSPCertStatus.REVOKED}
    network = check_revocation(anchored.site, monkeypatch, root, revoked, states=states)
    assert "revoked" in reason_of(anchored, joe, revoked)
    assert network.fetched == [RESPONDER]
    check_revocation(anchored.site, monkeypatch, root, good)
    assert send(anchored, joe, good).status_code == 200


def test_messages_on_the_back_channel_are_verified_in_the_same_way(provider: ServiceProvider, root: Authority) -> None:
    provider.site.add(TRUSTED_CAS, {"certificate": root.base64})
    connect(provider, None, **NAMES, certs=[])
    signer = root.issue("partner")
    assert (
        call(provider.site.engine, IDP_ATTRIBUTE_PATH, signed_with(signer, query(provider).to_element())).status_code
        == 200
    )
    assert_fault(
        call(provider.site.engine, IDP_ATTRIBUTE_PATH, signed_with(root.issue("other"), query(provider).to_element()))
    )
    assert_fault(call(provider.site.engine, IDP_ATTRIBUTE_PATH, query(provider).to_element()))
