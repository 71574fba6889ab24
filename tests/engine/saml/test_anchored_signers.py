"""Responses of an identity provider whose certificate the server knows by its names only."""

from typing import Any

import httpx
import pytest
from cryptography.x509 import ocsp

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.encryption import encrypt_element
from hanse.kit.randomness import SystemRandomness
from hanse.kit.sign_in_traces import FailureReason
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.saml.assertions import ENCRYPTED_ASSERTION
from tests.engine.saml.anchored_partner import NAMES, check_revocation
from tests.engine.saml.identity_provider import CONNECTION, KEY, ReceivedRequest, SamlSite, saml_connection
from tests.engine.saml.test_failure_reasons import failures
from tests.engine.signin.site import returned
from tests.support.anchored_signatures import signed_with
from tests.support.certified_keys import certificate, pair
from tests.support.client_certificates import Authority, Certified, authority, self_signed
from tests.support.configurations import replace
from tests.support.revocation import with_responder


@pytest.fixture(scope="module")
def root() -> Authority:
    return authority()


@pytest.fixture
def anchored(saml: SamlSite, root: Authority) -> SamlSite:
    """A partner whose responses are signed with a certificate that the server does not know."""
    saml.site.add(TRUSTED_CAS, {"certificate": root.base64})
    save(saml)
    return saml


def save(saml: SamlSite, certificates: list[dict[str, Any]] | None = None, **sso: Any) -> None:
    body = saml_connection(**sso)
    body["credentials"] = {**NAMES, "certs": certificates or []}
    if sso:
        body["credentials"]["decryptionKeyPairRef"] = {"id": "rsa-1"}
    replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


def assertion(saml: SamlSite, request: ReceivedRequest, signer: Certified) -> XmlElement:
    return signed_with(signer, saml.partner.assertion(request).to_element())


def sign_in(saml: SamlSite, signer: Certified, *, encrypted: bool = False) -> httpx.Response:
    user = saml.site.browser()
    request = saml.away(user)
    content = assertion(saml, request, signer)
    if encrypted:
        wrapped = encrypt_element(content, certificate("rsa-1"), randomness=SystemRandomness())
        content = new_element(ENCRYPTED_ASSERTION, None, wrapped)
    return saml.answer(user, saml.partner.message(request, content), request.relay_state)


def test_a_renewed_certificate_needs_no_change_of_the_connection(anchored: SamlSite, root: Authority) -> None:
    for signer in (root.issue("partner"), root.issue("partner")):
        assert "code" in returned(sign_in(anchored, signer))


def test_a_signed_response_is_accepted_as_well(anchored: SamlSite, root: Authority) -> None:
    user = anchored.site.browser()
    request = anchored.away(user)
    content = anchored.partner.assertion(request).to_element()
    response = signed_with(root.issue("partner"), anchored.partner.message(request, content))
    assert "code" in returned(anchored.answer(user, response, request.relay_state))


def test_an_encrypted_assertion_is_verified_in_the_same_way(anchored: SamlSite, root: Authority) -> None:
    anchored.site.add(SIGNING_KEY_PAIRS, pair("rsa-1"))
    save(anchored, decryptionPolicy={"assertionEncrypted": True})
    assert "code" in returned(sign_in(anchored, root.issue("partner"), encrypted=True))
    assert "error" in returned(sign_in(anchored, self_signed("partner"), encrypted=True))


@pytest.mark.parametrize(
    ("common_name", "is_trusted", "reason"),
    [("other", True, "subject DN"), ("partner", False, "not issued by a trusted CA")],
)
def test_the_trace_has_the_reason_of_a_refusal(
    anchored: SamlSite, root: Authority, common_name: str, is_trusted: bool, reason: str
) -> None:
    signer = (root if is_trusted else authority()).issue(common_name)
    assert "error" in returned(sign_in(anchored, signer))
    (failed,) = failures(anchored)
    assert failed.reason is FailureReason.PROVIDER_SIGNATURE_INVALID
    assert reason in str(failed.detail)


def test_certificates_of_the_connection_still_verify(anchored: SamlSite, root: Authority) -> None:
    save(anchored, saml_connection()["credentials"]["certs"])
    user = anchored.site.browser()
    request = anchored.away(user)
    response = anchored.partner.response(request, key=KEY)
    assert "code" in returned(anchored.answer(user, response, request.relay_state))
    assert "code" in returned(sign_in(anchored, root.issue("partner")))


def test_a_revoked_certificate_is_refused(anchored: SamlSite, root: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    good, revoked = (root.issue("partner", extensions=[with_responder()]) for _ in range(2))
    states = {revoked.certificate.serial_number: ocsp.OCSPCertStatus.REVOKED}
    check_revocation(anchored.site, monkeypatch, root, revoked, states=states)
    assert "error" in returned(sign_in(anchored, revoked))
    check_revocation(anchored.site, monkeypatch, root, good)
    assert "code" in returned(sign_in(anchored, good))
