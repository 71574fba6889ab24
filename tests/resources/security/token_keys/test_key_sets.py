"""Key sets: fields, IDs, names, issuers and references."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.configuration import Configuration
from hanse.kit.errors import ValidationFailed
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
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
from tests.support.configurations import as_model, create, delete, read, replace


def test_everything_is_returned_as_sent(configuration: Configuration) -> None:
    body = key_set(description="Of the north", issuers=[link("bremen"), link("luebeck")], signingKeys=SIGNING)
    assert create(configuration, KEY_SETS, body).body == body
    settings = {"staticJwksEnabled": True, **SIGNING, **DECRYPTION, **CERTIFICATES}
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
def test_invalid_values_are_refused_at_their_field(fields: Body, path: str, message: str) -> None:
    body = {name: value for name, value in key_set(**fields).items() if value is not None}
    with pytest.raises(ValidationFailed) as failure:
        as_model(KEY_SETS, body)
    assert refusals(failure) == [(path, message)]


@given(st.from_regex(r"[A-Za-z0-9._-]{1,33}", fullmatch=True).filter(lambda text: text not in (".", "..")))
def test_any_id_of_the_allowed_characters_is_accepted(id_: str) -> None:
    assert as_model(KEY_SETS, key_set(id=id_)).id == id_


def test_an_issuer_belongs_to_one_key_set(configuration: Configuration) -> None:
    create(configuration, KEY_SETS, key_set())
    both = key_set("bremen", issuers=[link("bremen"), link("luebeck")])
    assert refused(configuration, both) == [("issuers[1]", "This issuer is already used by another key set.")]
    # A key set can keep its own issuer, and an issuer that it no longer has is free again.
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
