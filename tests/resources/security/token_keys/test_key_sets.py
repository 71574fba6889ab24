"""Key sets and the server's own keys: what may be saved, and what is said of all that may not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.configuration import Configuration
from hanse.kit.errors import ValidationFailed
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.resources.security.token_keys.conftest import EC_ROTATION, RSA_ROTATION
from tests.support.certified_keys import rotation
from tests.support.configurations import as_model, create, delete, read, replace

Body = dict[str, Any]
FAMILIES = ("p256", "p384", "p521", "rsa")


def link(id_: str) -> Body:
    return {"id": id_}


def key_set(issuer: str = "luebeck", **fields: Any) -> Body:
    return {
        "id": f"set-{issuer}",
        "name": f"Keys of {issuer}",
        "issuers": [link(issuer)],
        "signingKeys": {"rsaActiveCertRef": link("rsa-1")},
        **fields,
    }


def with_keys(**keys: Any) -> Body:
    return key_set(signingKeys={"rsaActiveCertRef": link("rsa-1"), **keys})


ALL_CHANGES: Body = {
    "rsaAlgorithmActiveKeyIds": [
        {"rsaAlgType": "PS256", "keyId": "active PS256"},
        {"rsaAlgType": "RS256", "keyId": "active RS256"},
    ],
    "rsaAlgorithmPreviousKeyIds": [{"rsaAlgType": "RS256", "keyId": "previous RS256"}],
}
for _family in FAMILIES:
    ALL_CHANGES |= {
        f"{_family}ActiveCertRef": link(f"{_family}-1"),
        f"{_family}ActiveKeyId": f"active {_family}",
        f"{_family}PreviousCertRef": link(f"{_family}-2"),
        f"{_family}PreviousKeyId": f"previous {_family}",
        f"{_family}PublishX5cParameter": _family != "p384",
    }
DECRYPTION: Body = {}
for _family in FAMILIES:
    DECRYPTION |= {
        f"{_family}DecryptionActiveCertRef": link(f"{_family}-1"),
        f"{_family}DecryptionActiveKeyId": f"decrypt {_family}",
        f"{_family}DecryptionPreviousCertRef": link(f"{_family}-2"),
        f"{_family}DecryptionPreviousKeyId": f"decrypt previous {_family}",
        f"{_family}DecryptionPublishX5cParameter": True,
    }
CERTIFICATES: Body = {"publishDynamicKeyX5cs": True, "dynamicKeyCertificateInformation": {"city": "Bremen"}}


def refusals(failure: pytest.ExceptionInfo[ValidationFailed]) -> list[tuple[str | None, str]]:
    return [(error.field_path, error.message) for error in failure.value.errors]


def refused(configuration: Configuration, body: Body) -> list[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, KEY_SETS, body)
    return refusals(failure)


def test_everything_is_returned_as_sent(configuration: Configuration) -> None:
    body = key_set(description="Of the north", issuers=[link("bremen"), link("luebeck")], signingKeys=ALL_CHANGES)
    assert create(configuration, KEY_SETS, body).body == body
    settings = {"staticJwksEnabled": True, **ALL_CHANGES, **DECRYPTION, **CERTIFICATES}
    assert replace(configuration, OAUTH_KEYS, "-", settings).body == settings
    assert read(configuration, OAUTH_KEYS, "-").body == settings


def test_omitted_values_get_the_defaults_that_clients_expect(configuration: Configuration) -> None:
    body = with_keys(p256ActiveCertRef=link("p256-1"), p384PublishX5cParameter=True, rsaActiveKeyId="")
    assert create(configuration, KEY_SETS, body).body["signingKeys"] == {
        "rsaActiveCertRef": link("rsa-1"),
        "rsaPublishX5cParameter": False,
        "p256ActiveCertRef": link("p256-1"),
        "p256PublishX5cParameter": False,
        "rsaAlgorithmActiveKeyIds": [],
        "rsaAlgorithmPreviousKeyIds": [],
    }


@pytest.mark.parametrize("sent", [{}, {"id": ""}], ids=["absent", "empty"])
def test_a_generated_id_has_26_letters_and_digits(configuration: Configuration, sent: Body) -> None:
    body = {name: value for name, value in key_set().items() if name != "id"}
    made = create(configuration, KEY_SETS, {**body, **sent})
    assert len(made.id) == 26
    assert made.id.isascii()
    assert made.id.isalnum()
    assert made.body["id"] == made.id


def test_names_and_ids_are_unique(configuration: Configuration) -> None:
    create(configuration, KEY_SETS, key_set())
    assert refused(configuration, key_set("bremen", name="KEYS OF LUEBECK")) == [("name", "name is already in-use.")]
    assert refused(configuration, key_set("bremen", id="set-luebeck")) == [("id", "ID is already in-use.")]


def test_the_id_cannot_be_changed(configuration: Configuration) -> None:
    create(configuration, KEY_SETS, key_set())
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, KEY_SETS, "set-luebeck", key_set(id="another"))
    assert refusals(failure) == [("id", "The ID cannot be changed after creation.")]


CHARACTERS = "The ID can only contain alphanumeric characters, dash, dot and underscore."


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ({"id": "x" * 34}, "id", "This field can have at most 33 characters."),
        ({"id": "with space"}, "id", CHARACTERS),
        ({"id": "tilde~"}, "id", CHARACTERS),
        ({"id": "lübeck"}, "id", CHARACTERS),
        ({"id": "a/b"}, "id", CHARACTERS),
        ({"id": "line\n"}, "id", CHARACTERS),
        ({"id": ".."}, "id", "The ID cannot be a dot or two dots alone."),
        ({"name": None}, "name", "This field is required."),
        ({"name": ""}, "name", "This field is required."),
        ({"name": " \t"}, "name", "This field is required."),
        ({"issuers": None}, "issuers", "This field is required."),
        ({"signingKeys": None}, "signingKeys", "This field is required."),
        (
            {"signingKeys": {"p256ActiveCertref": link("x")}},
            "signingKeys.p256ActiveCertref",
            "This field is not known.",
        ),
    ],
)
def test_unreadable_values(fields: Body, path: str, message: str) -> None:
    body = {name: value for name, value in key_set(**fields).items() if value is not None}
    with pytest.raises(ValidationFailed) as failure:
        as_model(KEY_SETS, body)
    assert refusals(failure) == [(path, message)]


@given(st.from_regex(r"[A-Za-z0-9._-]{1,33}", fullmatch=True).filter(lambda text: text not in (".", "..")))
def test_any_id_of_the_allowed_characters_is_accepted(id_: str) -> None:
    assert as_model(KEY_SETS, key_set(id=id_)).id == id_


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
def test_keys_that_do_not_fit(configuration: Configuration, keys: Body, path: str, message: str) -> None:
    body = with_keys(**keys)
    body["signingKeys"] = {name: value for name, value in body["signingKeys"].items() if value is not None}
    assert refused(configuration, body) == [(f"signingKeys.{path}", message)]
    # The settings are held to the same, at their own top.
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
def test_key_ids_that_cannot_be_compared(key_id: str) -> None:
    with pytest.raises(ValidationFailed) as failure:
        as_model(KEY_SETS, with_keys(rsaActiveKeyId=key_id))
    assert [path for path, _ in refusals(failure)] == ["signingKeys.rsaActiveKeyId"]


def test_an_issuer_belongs_to_one_key_set(configuration: Configuration) -> None:
    create(configuration, KEY_SETS, key_set())
    both = key_set("bremen", issuers=[link("bremen"), link("luebeck")])
    assert refused(configuration, both) == [("issuers[1]", "This issuer is already used by another key set.")]
    # Its own issuer is no obstacle to a key set, and is free again when the key set lets it go.
    replace(configuration, KEY_SETS, "set-luebeck", key_set(description="again"))
    replace(configuration, KEY_SETS, "set-luebeck", key_set(issuers=[link("bremen")]))
    create(configuration, KEY_SETS, key_set(id="other", name="Other"))


def test_a_key_set_needs_an_existing_issuer(configuration: Configuration) -> None:
    assert refused(configuration, key_set(issuers=[])) == [("issuers", "At least one issuer is required.")]
    assert refused(configuration, key_set(issuers=[link("luebeck"), link("none")])) == [
        ("issuers[1]", "Virtual Issuer 'none' was not found.")
    ]


def test_items_used_by_key_sets_cannot_be_deleted(configuration: Configuration) -> None:
    create(configuration, KEY_SETS, key_set())
    for resource, id_ in ((VIRTUAL_ISSUERS, "luebeck"), (SIGNING_KEY_PAIRS, "rsa-1")):
        with pytest.raises(ValidationFailed) as failure:
            delete(configuration, resource, id_)
        assert refusals(failure) == [(None, "In use by Token Signing Key Set 'set-luebeck'.")]
    delete(configuration, KEY_SETS, "set-luebeck")
    delete(configuration, VIRTUAL_ISSUERS, "luebeck")


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
    # What fits is taken, and what nobody uses may change as it likes.
    for id_, settings in (("rsa-1", RSA_ROTATION), ("p521-1", {**EC_ROTATION, "keySize": 521})):
        before = read(configuration, SIGNING_KEY_PAIRS, id_).body
        replace(configuration, SIGNING_KEY_PAIRS, id_, {**before, "rotationSettings": rotation(**settings)})


def test_dynamic_keys_are_the_default(configuration: Configuration) -> None:
    assert read(configuration, OAUTH_KEYS, "-").body["staticJwksEnabled"] is False
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, OAUTH_KEYS, "-", {"staticJwksEnabled": True})
    assert refusals(failure) == [("rsaActiveCertRef", "An active RSA certificate is required.")]


def test_static_keys_can_be_disabled_while_key_sets_exist(configuration: Configuration) -> None:
    replace(configuration, OAUTH_KEYS, "-", {"staticJwksEnabled": True, **ALL_CHANGES, **DECRYPTION})
    create(configuration, KEY_SETS, key_set())
    # What was chosen stays chosen, so that they can be switched on again.
    off = {"staticJwksEnabled": False, **ALL_CHANGES, **DECRYPTION, **CERTIFICATES}
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
    # Key sets are published apart from each other, so each may have the same id.
    create(configuration, KEY_SETS, with_keys(rsaActiveKeyId="x"))
    other = {"rsaActiveCertRef": link("rsa-2"), "rsaActiveKeyId": "x"}
    create(configuration, KEY_SETS, key_set("bremen", signingKeys=other))
