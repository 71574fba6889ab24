"""Certificates of dynamic keys: created when they are published, stored, and the same on every node."""

from base64 import b64decode, urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from sqlalchemy import select

from hanse.crypto.certificate_chains import public_key_of, sha1_thumbprint
from hanse.crypto.jwk import thumbprint
from hanse.engine.keys.dynamic_certificates import CertificateOrder, uncertified
from hanse.engine.keys.schema import dynamic_key
from hanse.resources.security.token_keys import OAUTH_KEYS
from hanse.resources.security.token_keys.model import OAuthOidcKeysSettingsCertificateInformation
from tests.engine.server import JWKS, EngineServer, engine_server
from tests.support.clock import ManualClock

ACME = {"organization": "ACME", "organizationUnit": "Engineering", "country": "us", "state": "Texas", "city": "Austin"}


@pytest.fixture
def issuing(engine: EngineServer) -> EngineServer:
    engine.set_base_url()
    return engine


def publish(engine: EngineServer, information: dict[str, str] | None = None, *, on: bool = True) -> None:
    engine.save(
        OAUTH_KEYS,
        {
            "staticJwksEnabled": False,
            "publishDynamicKeyX5cs": on,
            "dynamicKeyCertificateInformation": information or {},
        },
    )


def keys_of(engine: EngineServer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = engine.get(JWKS).json()["keys"]
    return found


def certificate_of(key: dict[str, Any]) -> x509.Certificate:
    (encoded,) = key["x5c"]
    return x509.load_der_x509_certificate(b64decode(encoded))


def test_no_certificate_is_created_or_published_unless_it_is_enabled(issuing: EngineServer) -> None:
    assert not any("x5c" in key or "x5t#S256" in key for key in keys_of(issuing))
    with issuing.core.configuration.database.reading() as connection:
        assert set(connection.execute(select(dynamic_key.c.certificate)).scalars()) == {None}


def test_each_key_is_published_with_a_certificate_of_its_own(issuing: EngineServer) -> None:
    before = keys_of(issuing)
    publish(issuing, ACME)
    after = keys_of(issuing)
    assert [key["kid"] for key in after] == [key["kid"] for key in before]
    for key in after:
        certificate = certificate_of(key)
        certificate.verify_directly_issued_by(certificate)
        assert thumbprint(public_key_of(certificate)) == key["kid"]
        digest = sha256(b64decode(key["x5c"][0])).digest()
        assert key["x5t#S256"] == urlsafe_b64encode(digest).rstrip(b"=").decode()
        assert certificate.subject.rfc4514_string() == (f"CN={key['kid']},OU=Engineering,O=ACME,L=Austin,ST=Texas,C=US")
        assert certificate.not_valid_before_utc <= issuing.clock.now() < certificate.not_valid_after_utc


def test_without_subject_information_the_subject_is_the_key_id(issuing: EngineServer) -> None:
    publish(issuing, {"organization": "", "country": ""})
    for key in keys_of(issuing):
        assert certificate_of(key).subject.rfc4514_string() == f"CN={key['kid']}"


def test_only_a_changed_subject_creates_new_certificates(issuing: EngineServer) -> None:
    publish(issuing, ACME)
    first = keys_of(issuing)
    publish(issuing, on=False, information=ACME)
    assert not any("x5c" in key for key in keys_of(issuing))
    publish(issuing, ACME)
    assert keys_of(issuing) == first
    publish(issuing, {**ACME, "organization": "Kontor"})
    second = keys_of(issuing)
    assert [key["kid"] for key in second] == [key["kid"] for key in first]
    assert all("O=Kontor" in certificate_of(key).subject.rfc4514_string() for key in second)


def test_a_new_generation_has_certificates_from_the_start(issuing: EngineServer) -> None:
    publish(issuing, ACME)
    before = {key["kid"]: key["x5c"] for key in keys_of(issuing)}
    issuing.clock.advance(days=30)
    issuing.follower.refresh()
    after = {key["kid"]: key["x5c"] for key in keys_of(issuing)}
    assert (len(before), len(after)) == (8, 12)
    assert before.items() <= after.items()


def test_a_signing_key_has_the_thumbprint_of_its_certificate(issuing: EngineServer) -> None:
    (issuer,) = issuing.follower.snapshot.issuers.values()
    assert issuer.keys.certificate_thumbprint("ES256") == ""
    publish(issuing, ACME)
    (issuer,) = issuing.follower.snapshot.issuers.values()
    signing = next(key for key in keys_of(issuing) if key["kid"] == issuer.keys.key_ids["ES256"])
    assert issuer.keys.certificate_thumbprint("ES256") == sha1_thumbprint(certificate_of(signing))


def test_nodes_publish_the_same_certificates(database_url: str, tmp_path: Path, clock: ManualClock) -> None:
    with engine_server(database_url, tmp_path, clock) as one, engine_server(database_url, tmp_path, clock) as two:
        one.set_base_url()
        publish(one, ACME)
        two.caught_up()
        two.follower.refresh()
        assert all("x5c" in key for key in keys_of(two))
        assert one.get(JWKS).content == two.get(JWKS).content


def test_a_node_with_older_settings_leaves_newer_certificates_alone(issuing: EngineServer) -> None:
    publish(issuing, ACME)
    with issuing.core.configuration.reading() as view:
        revision = view.get(OAUTH_KEYS, "-").revision
        other = OAuthOidcKeysSettingsCertificateInformation(organization="Before")
        assert uncertified(view.connection, CertificateOrder(revision - 1, other)) == []
        assert len(uncertified(view.connection, CertificateOrder(revision + 1, other))) == 8
