"""The server's own keys, and the rules for certificates and key IDs that they share with key sets."""

import pytest

from hanse.config.configuration import Configuration
from hanse.kit.errors import ValidationFailed
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from tests.resources.security.token_keys.conftest import EC_ROTATION, RSA_ROTATION
from tests.resources.security.token_keys.key_set_bodies import (
    CERTIFICATES,
    DECRYPTION,
    SIGNING,
    Body,
    key_set,
    link,
    refusals,
    refused,
    with_keys,
)
from tests.support.certified_keys import rotation
from tests.support.configurations import as_model, create, read, replace


@pytest.mark.parametrize(
    ("keys", "path", "message"),
    [
        ({"rsaActiveCertRef": None}, "rsaActiveCertRef", "An active RSA certificate is required."),
        ({"rsaActiveCertRef": link("none")}, "rsaActiveCertRef", "Signing Key Pair 'none' was not found."),
        (
            {"rsaActiveCertRef": link("p256-1")},
            "rsaActiveCertRef",
            "This must be an RSA certificate of at least 2048 bits.",
        ),
        *(
            (
                {f"p{size}{state}CertRef": link(f"p{other}-2")}
                | ({} if state == "Active" else {f"p{size}ActiveCertRef": link(f"p{size}-1")}),
                f"p{size}{state}CertRef",
                f"This must be an EC certificate on the curve P-{size}.",
            )
            for size, other in ((256, 384), (384, 521), (521, 256))
            for state in ("Active", "Previous")
        ),
        (
            {"p256ActiveCertRef": link("rsa-1")},
            "p256ActiveCertRef",
            "This must be an EC certificate on the curve P-256.",
        ),
        (
            {"p256ActiveCertRef": link("p256-3")},
            "p256ActiveCertRef",
            "Choose an EC certificate without rotation settings.",
        ),
        (
            {"p256ActiveCertRef": link("p256-1"), "p256PreviousCertRef": link("p256-3")},
            "p256PreviousCertRef",
            "Choose an EC certificate without rotation settings.",
        ),
        (
            {"rsaActiveCertRef": link("rsa-4")},
            "rsaActiveCertRef",
            (
                "The rotation settings of this certificate create a key that cannot be used here. Choose "
                "another certificate."
            ),
        ),
        (
            {"p256PreviousCertRef": link("p256-1")},
            "p256PreviousCertRef",
            "A previous certificate requires an active one.",
        ),
        (
            {"rsaPreviousCertRef": link("rsa-1")},
            "rsaPreviousCertRef",
            "The previous certificate must not be the active one.",
        ),
        ({"p521ActiveKeyId": "x"}, "p521ActiveKeyId", "A key ID requires a certificate."),
        ({"rsaPreviousKeyId": "x"}, "rsaPreviousKeyId", "A key ID requires a certificate."),
        (
            {"rsaActiveKeyId": "x", "p256ActiveCertRef": link("p256-1"), "p256ActiveKeyId": "x"},
            "rsaActiveKeyId",
            "This key ID is already in use.",
        ),
        (
            {"rsaActiveKeyId": "x", "rsaAlgorithmActiveKeyIds": [{"rsaAlgType": "RS256", "keyId": "x"}]},
            "rsaAlgorithmActiveKeyIds[0].keyId",
            "This key ID is already in use.",
        ),
        (
            {
                "rsaAlgorithmActiveKeyIds": [
                    {"rsaAlgType": "RS256", "keyId": "x"},
                    {"rsaAlgType": "PS256", "keyId": "y"},
                    {"rsaAlgType": "RS256", "keyId": "z"},
                ]
            },
            "rsaAlgorithmActiveKeyIds[2].rsaAlgType",
            "This algorithm already has a key ID.",
        ),
        (
            {"rsaAlgorithmPreviousKeyIds": [{"rsaAlgType": "RS256", "keyId": "x"}]},
            "rsaAlgorithmPreviousKeyIds",
            "These key IDs require the previous RSA certificate.",
        ),
    ],
)
def test_unsuitable_keys_are_refused(configuration: Configuration, keys: Body, path: str, message: str) -> None:
    body = with_keys(**keys)
    body["signingKeys"] = {name: value for name, value in body["signingKeys"].items() if value is not None}
    assert refused(configuration, body) == [(f"signingKeys.{path}", message)]
    # The same rules apply to the server's own keys.
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, OAUTH_KEYS, "-", {"staticJwksEnabled": True, **body["signingKeys"]})
    assert refusals(failure) == [(path, message)]


@pytest.mark.parametrize("algorithm", ["none", "HS256", "ES256", "rs256", ""])
def test_only_rsa_algorithms_have_key_ids(algorithm: str) -> None:
    entry = {"rsaAlgType": algorithm, "keyId": "x"}
    with pytest.raises(ValidationFailed) as failure:
        as_model(KEY_SETS, with_keys(rsaAlgorithmActiveKeyIds=[entry]))
    assert [path for path, _ in refusals(failure)] == ["signingKeys.rsaAlgorithmActiveKeyIds[0].rsaAlgType"]


@pytest.mark.parametrize("key_id", [" x", "x ", "a\tb", "x" * 257])
def test_key_ids_with_blanks_or_control_characters_are_refused(key_id: str) -> None:
    with pytest.raises(ValidationFailed) as failure:
        as_model(KEY_SETS, with_keys(rsaActiveKeyId=key_id))
    assert [path for path, _ in refusals(failure)] == ["signingKeys.rsaActiveKeyId"]


def test_a_certificate_in_use_cannot_be_renewed_with_an_incompatible_one(configuration: Configuration) -> None:
    create(configuration, KEY_SETS, with_keys(p256ActiveCertRef=link("p256-1"), p256PreviousCertRef=link("p256-2")))
    replace(configuration, OAUTH_KEYS, "-", {"staticJwksEnabled": False, "rsaActiveCertRef": link("rsa-2")})
    user = "Token Signing Key Set 'Keys of luebeck' (set-luebeck)"
    for id_, message in (
        ("p256-1", f"{user}: Choose an EC certificate without rotation settings"),
        ("p256-2", f"{user}: Choose an EC certificate without rotation settings"),
        ("rsa-1", f"{user}: The rotation settings of this certificate create"),
        ("rsa-2", "OAuth & OpenID Connect Keys: The rotation settings of this certificate create"),
    ):
        before = read(configuration, SIGNING_KEY_PAIRS, id_).body
        with pytest.raises(ValidationFailed) as failure:
            replace(configuration, SIGNING_KEY_PAIRS, id_, {**before, "rotationSettings": rotation(**EC_ROTATION)})
        assert [(path, text.startswith(message)) for path, text in refusals(failure)] == [(None, True)]
        assert read(configuration, SIGNING_KEY_PAIRS, id_).body == before
    # Compatible settings are accepted, and a key pair that is not in use can have any.
    for id_, settings in (("rsa-1", RSA_ROTATION), ("p521-1", {**EC_ROTATION, "keySize": 521})):
        before = read(configuration, SIGNING_KEY_PAIRS, id_).body
        replace(configuration, SIGNING_KEY_PAIRS, id_, {**before, "rotationSettings": rotation(**settings)})


def test_dynamic_keys_are_the_default(configuration: Configuration) -> None:
    assert read(configuration, OAUTH_KEYS, "-").body["staticJwksEnabled"] is False
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, OAUTH_KEYS, "-", {"staticJwksEnabled": True})
    assert refusals(failure) == [("rsaActiveCertRef", "An active RSA certificate is required.")]


def test_static_keys_can_be_disabled_while_key_sets_exist(configuration: Configuration) -> None:
    replace(configuration, OAUTH_KEYS, "-", {"staticJwksEnabled": True, **SIGNING, **DECRYPTION})
    create(configuration, KEY_SETS, key_set())
    # The chosen keys are kept, so that static keys can be enabled again.
    off = {"staticJwksEnabled": False, **SIGNING, **DECRYPTION, **CERTIFICATES}
    assert replace(configuration, OAUTH_KEYS, "-", off).body == off
    assert replace(configuration, OAUTH_KEYS, "-", {"staticJwksEnabled": False}).body == {
        "staticJwksEnabled": False,
        "publishDynamicKeyX5cs": False,
        "dynamicKeyCertificateInformation": {},
        "rsaAlgorithmActiveKeyIds": [],
        "rsaAlgorithmPreviousKeyIds": [],
    }


def test_decryption_keys_follow_the_same_rules(configuration: Configuration) -> None:
    settings = {"staticJwksEnabled": False, "p384DecryptionActiveCertRef": link("p256-1")}
    settings["rsaDecryptionActiveKeyId"] = "x"
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, OAUTH_KEYS, "-", settings)
    assert refusals(failure) == [
        ("p384DecryptionActiveCertRef", "This must be an EC certificate on the curve P-384."),
        ("rsaDecryptionActiveKeyId", "A key ID requires a certificate."),
    ]


def test_signing_and_decryption_keys_are_published_together(configuration: Configuration) -> None:
    settings = {
        "staticJwksEnabled": True,
        "rsaActiveCertRef": link("rsa-1"),
        "rsaActiveKeyId": "x",
        "rsaDecryptionActiveCertRef": link("rsa-2"),
        "rsaDecryptionActiveKeyId": "x",
    }
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, OAUTH_KEYS, "-", settings)
    assert refusals(failure) == [("rsaDecryptionActiveKeyId", "This key ID is already in use.")]
    # Key sets are published separately, so two of them can use the same key ID.
    create(configuration, KEY_SETS, with_keys(rsaActiveKeyId="x"))
    other = {"rsaActiveCertRef": link("rsa-2"), "rsaActiveKeyId": "x"}
    create(configuration, KEY_SETS, key_set("bremen", signingKeys=other))
