"""Encrypted access tokens, and inconsistent encryption settings."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwe, jws
from joserfc.jwk import ECKey, OctKey, RSAKey

from hanse.crypto.certificate_chains import sha1_thumbprint
from hanse.plugins.access_tokens.jwt.encryption import ASYMMETRIC, CONTENTS, SYMMETRIC, check_recipient
from tests.resources.applications.test_access_tokens import CONTENT, jwt_tokens, services, symmetric
from tests.support.certified_keys import certificate, private_key

SIGNED: dict[str, Any] = {"JWS_Algorithm": "HS256", "Active_Symmetric_Key_ID": "k1"}


def opened(text: str, key: Any, algorithm: str, content: str) -> tuple[dict[str, Any], bytes]:
    found = jwe.decrypt_compact(text, key, algorithms=[algorithm, content])
    assert found.plaintext is not None
    return dict(found.headers()), found.plaintext


def public_pem(name: str) -> str:
    key = private_key(name).public_key()
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


@pytest.mark.parametrize(
    ("algorithm", "content"),
    [*((algorithm, "A128CBC-HS256") for algorithm in SYMMETRIC), *(("dir", content) for content in CONTENTS)],
)
def test_a_shared_key_encrypts_with_or_without_a_signature(algorithm: str, content: str) -> None:
    octets = SYMMETRIC[algorithm] or CONTENTS[content]
    rows = [symmetric(), symmetric(octets, "e1")]
    encryption: dict[str, Any] = {
        "JWE_Algorithm": algorithm,
        "JWE_Content_Encryption_Algorithm": content,
        "Active_Symmetric_Encryption_Key_ID": "e1",
    }
    key = OctKey.import_key(bytes.fromhex("ab" * octets))
    header, inner = opened(
        jwt_tokens(rows, **SIGNED, **encryption).issue(CONTENT, services()).text, key, algorithm, content
    )
    assert (header["kid"], header["cty"]) == ("e1", "JWT")
    token = jws.deserialize_compact(inner, OctKey.import_key(bytes.fromhex("ab" * 64)), algorithms=["HS256"])
    assert json.loads(token.payload)["sub"] == "joe"
    encryption["Include_JWE_Key_ID_Header_Parameter"] = "false"
    header, inner = opened(jwt_tokens(rows, **encryption).issue(CONTENT, services()).text, key, algorithm, content)
    assert not {"cty", "kid"} & header.keys()
    assert json.loads(inner)["sub"] == "joe"


@pytest.mark.parametrize("algorithm", ASYMMETRIC)
def test_a_public_key_encrypts_a_signed_token(algorithm: str) -> None:
    name, type_ = ("rsa-1", RSAKey) if algorithm.startswith("RSA") else ("p256-1", ECKey)
    encryption: dict[str, Any] = {"JWE_Algorithm": algorithm, "JWE_Content_Encryption_Algorithm": "A256GCM"}
    recipient = {**type_.import_key(public_pem(name)).as_dict(), "kid": "reader"}
    manager = jwt_tokens([symmetric()], **SIGNED, **encryption, Asymmetric_Encryption_Key=json.dumps(recipient))
    secret: Any = private_key(name)
    header, _ = opened(manager.issue(CONTENT, services()).text, type_.import_key(secret), algorithm, "A256GCM")
    assert header["kid"] == "reader"
    with pytest.raises(ValueError, match="JWS Algorithm is required"):
        jwt_tokens(**encryption, Asymmetric_Encryption_Key=public_pem(name))
    other = public_pem("p256-1" if name == "rsa-1" else "rsa-1")
    with pytest.raises(ValueError, match="this must be a public key of the type"):
        jwt_tokens([symmetric()], **SIGNED, **encryption, Asymmetric_Encryption_Key=other)


@pytest.mark.parametrize(
    ("encryption", "message"),
    [
        ({"JWE_Algorithm": "dir"}, "JWE Content Encryption Algorithm is required"),
        ({"JWE_Content_Encryption_Algorithm": "A128GCM"}, "JWE Algorithm is required"),
        ({"JWE_Algorithm": "dir", "JWE_Content_Encryption_Algorithm": "A128GCM"}, "Key ID is required for dir"),
        (
            {
                "JWE_Algorithm": "A128KW",
                "JWE_Content_Encryption_Algorithm": "A128GCM",
                "Active_Symmetric_Encryption_Key_ID": "k1",
            },
            "needs a key of 16 octets; this one has 64",
        ),
        ({"JWE_Algorithm": "RSA-OAEP", "JWE_Content_Encryption_Algorithm": "A128GCM"}, "Asymmetric Encryption Key is"),
    ],
)
def test_settings_that_do_not_fit_are_refused(encryption: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        jwt_tokens([symmetric()], **SIGNED, **encryption)


def test_a_private_key_is_not_accepted_as_recipient() -> None:
    key: Any = private_key("p256-1")
    jwk = json.dumps(ECKey.import_key(key).as_dict(private=True))
    assert "this is a private key" in (check_recipient(jwk) or "")
    for text in ("{}", "-----BEGIN CERTIFICATE-----\nAAAA", "é", '{"kty":"RSA"}'):
        assert check_recipient(text) is not None
    assert check_recipient(public_pem("rsa-1")) is None


def test_the_header_identifies_the_recipients_certificate_by_its_thumbprint() -> None:
    encryption: dict[str, Any] = {
        "JWE_Algorithm": "RSA-OAEP",
        "JWE_Content_Encryption_Algorithm": "A256GCM",
        "Include_JWE_X.509_Thumbprint_Header_Parameter": "true",
    }
    secret: Any = private_key("rsa-1")
    stated = {**RSAKey.import_key(public_pem("rsa-1")).as_dict(), "x5t": "bGV1Y2h0dHVybS12b24taGFuc2U"}
    for recipient, expected in (
        (certificate("rsa-1").public_bytes(Encoding.PEM).decode(), sha1_thumbprint(certificate("rsa-1"))),
        (json.dumps(stated), stated["x5t"]),
    ):
        token = jwt_tokens([symmetric()], **SIGNED, **encryption, Asymmetric_Encryption_Key=recipient).issue(
            CONTENT, services()
        )
        assert opened(token.text, RSAKey.import_key(secret), "RSA-OAEP", "A256GCM")[0]["x5t"] == expected
    shared = {**encryption, "JWE_Algorithm": "A128KW", "Active_Symmetric_Encryption_Key_ID": "e1"}
    for refused in ({**encryption, "Asymmetric_Encryption_Key": public_pem("rsa-1")}, shared):
        with pytest.raises(ValueError, match="must be a certificate, or a JWK with an x5t"):
            jwt_tokens([symmetric(), symmetric(16, "e1")], **SIGNED, **refused)
