"""Secrets are never stored in plain text, are kept if they are not sent, and are bound to their fields."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.fields import Secret
from hanse.config.declare.marked_fields import FieldPlace, Pattern, fields_with, places
from hanse.config.secrets.keyring import key_id_of
from tests.conformance.shared_steps import every_resource, findings_of, save_first
from tests.conformance.subjects import TOY_SUBJECTS, Body, Subject
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, RollBack, as_model, create, make_configuration, read, replace
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, SETTINGS, TOYS

DEVICE = TOY_SUBJECTS[1]


def clear_texts(subject: Subject) -> list[str]:
    """Return the secrets of the subject's first sample."""
    return [
        place.value
        for marked in fields_with(subject.resource.model, Secret)
        for place in sealed_places(subject, subject.sample(1), marked.pattern)
    ]


def sealed_places(subject: Subject, body: Body, pattern: Pattern) -> list[FieldPlace]:
    """Return the places of secrets. Of the fields of a plug-in, only the encrypted ones are secrets."""
    is_secret = subject.resource.storage.is_secret
    return [place for place in places(body, pattern) if is_secret is None or is_secret(body)(place.container)]


def everything_stored(database: Database, folder: Path) -> bytes:
    """Return the database file or, for PostgreSQL, every row of every table."""
    if database.is_sqlite:
        return b"".join(path.read_bytes() for path in sorted(folder.glob("hanse.db*")))
    url = make_url(str(database.engine.url.render_as_string(hide_password=False))).set(drivername="postgresql")
    with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return b"".join(bytes(row) for (name,) in tables for row in copy_rows(connection, name))


def copy_rows(connection: psycopg.Connection[Any], table: str) -> Any:
    with connection.cursor().copy(f'COPY "{table}" TO STDOUT'.encode()) as copy:
        yield from copy


@every_resource
def test_no_secret_is_stored_or_returned_in_plain_text(
    configuration: Configuration, database: Database, tmp_path: Path, subject: Subject
) -> None:
    secrets = clear_texts(subject)
    id_, body = save_first(configuration, subject)
    with configuration.reading() as view:
        history = view.history(subject.resource, id_)
    stored = everything_stored(database, tmp_path)
    assert subject.resource.kind.encode() in stored
    for secret in secrets:
        assert secret not in str(body)
        assert secret not in str(history)
        assert secret.encode() not in stored
    for marked in fields_with(subject.resource.model, Secret):
        assert not list(sealed_places(subject, body, marked.pattern))


@every_resource
def test_the_representation_of_a_model_has_no_secrets(subject: Subject) -> None:
    model = as_model(subject.resource, subject.sample(1))
    for secret in clear_texts(subject):
        assert secret not in repr(model)
        assert secret not in str(model)


def test_the_server_can_decrypt_its_secrets(configuration: Configuration) -> None:
    id_, _ = save_first(configuration, DEVICE)
    with configuration.reading() as view:
        stored = view.get(DEVICES, id_)
        assert view.secret(DEVICES, stored, "password") == "clear-password-1"
        assert view.secret(DEVICES, stored, "pin") == "1-nip-raelc"
        assert view.secret(DEVICES, stored, "accounts", 0, "secret") == "clear-first-1"
        assert view.secret(DEVICES, stored, "accounts", 1, "secret") == "clear-second"
    with configuration.reading() as view:
        assert view.secret(SETTINGS, view.get(SETTINGS, "-"), "token") is None


@pytest.mark.parametrize("blank", [{}, {"password": ""}, {"password": None}], ids=["absent", "empty", "null"])
def test_a_blank_secret_keeps_the_stored_one(configuration: Configuration, blank: Body) -> None:
    id_, body = save_first(configuration, DEVICE)
    sent = {name: value for name, value in body.items() if not name.startswith("encrypted")}
    after = replace(configuration, DEVICES, id_, {**sent, "slots": 9, **blank})
    assert after.body == {**body, "slots": 9}


def test_an_empty_encrypted_value_removes_only_optional_secrets(
    configuration: Configuration,
) -> None:
    id_, body = save_first(configuration, DEVICE)
    assert replace(configuration, DEVICES, id_, {**body, "encryptedPassword": ""}).body == body
    kept = replace(configuration, SETTINGS, "-", {"token": "clear-token"}).body["encryptedToken"]
    assert replace(configuration, SETTINGS, "-", {}).body["encryptedToken"] == kept
    assert "encryptedToken" not in replace(configuration, SETTINGS, "-", {"encryptedToken": ""}).body


def test_a_new_secret_replaces_the_previous_one(configuration: Configuration) -> None:
    id_, body = save_first(configuration, DEVICE)
    after = replace(configuration, DEVICES, id_, {**body, "password": "another"})
    assert after.body["encryptedPassword"] != body["encryptedPassword"]
    with configuration.reading() as view:
        assert view.secret(DEVICES, after, "password") == "another"


def test_a_kept_secret_moves_with_its_list_item(configuration: Configuration) -> None:
    id_, body = save_first(configuration, DEVICE)
    first, second = body["accounts"]
    after = replace(configuration, DEVICES, id_, {**body, "accounts": [{"name": "second"}, {"name": "new"}]})
    assert after.body["accounts"] == [second, {"name": "new"}]
    again = replace(configuration, DEVICES, id_, {**body, "accounts": [{"name": "first"}, {"name": "second"}]})
    assert again.body["accounts"] == [{"name": "first"}, second]
    assert first["encryptedSecret"] != second["encryptedSecret"]


def test_an_encrypted_value_of_another_field_is_refused(configuration: Configuration) -> None:
    id_, body = save_first(configuration, DEVICE)
    moved = {**body, "encryptedPassword": body["encryptedPin"]}
    assert findings_of(replace, configuration, DEVICES, id_, moved) == {
        ("encryptedPassword", "invalid_encrypted_value")
    }
    account = {"name": "x", "encryptedSecret": body["encryptedPassword"]}
    assert findings_of(replace, configuration, DEVICES, id_, {**body, "accounts": [account]}) == {
        ("accounts[0].encryptedSecret", "invalid_encrypted_value")
    }
    assert findings_of(replace, configuration, SETTINGS, "-", {"encryptedToken": body["encryptedPassword"]}) == {
        ("encryptedToken", "invalid_encrypted_value")
    }
    assert read(configuration, DEVICES, id_).body == body


@pytest.mark.parametrize(
    "damage",
    [
        lambda sealed: sealed[:-1] + ("A" if sealed[-1] != "A" else "B"),
        lambda sealed: "x" + sealed,
        lambda sealed: sealed.rpartition(".")[0],
        lambda _: "no JWE at all",
        lambda _: "é.....",
        lambda _: "e30....",
        lambda _: "bnVsbA....",
        lambda _: "....",
        lambda sealed: "eyJhbGciOiJub25lIn0." + sealed.partition(".")[2],
    ],
)
def test_damaged_encrypted_values_are_refused(configuration: Configuration, damage: Any) -> None:
    id_, body = save_first(configuration, DEVICE)
    sent = {**body, "encryptedPassword": damage(body["encryptedPassword"])}
    assert findings_of(replace, configuration, DEVICES, id_, sent) == {("encryptedPassword", "invalid_encrypted_value")}


def test_every_encrypted_value_that_cannot_be_decrypted_is_reported(configuration: Configuration) -> None:
    body = {"name": "Device", "encryptedPassword": "x", "accounts": [{"name": "a", "encryptedSecret": "y"}]}
    assert findings_of(create, configuration, DEVICES, body) == {
        ("encryptedPassword", "invalid_encrypted_value"),
        ("accounts[0].encryptedSecret", "invalid_encrypted_value"),
    }


def seal_with_rolled_back_key(configuration: Configuration) -> str:
    sealed = ""
    with suppress(RollBack), configuration.changing_keys(AUTHOR) as (change, keyring):
        keyring.add(change.connection, keyring.make())
        sealed = keyring.seal("secret", "toy/device:password")
        raise RollBack
    return sealed


def test_an_unknown_key_is_refused(configuration: Configuration) -> None:
    body = {"name": "Device", "encryptedPassword": seal_with_rolled_back_key(configuration)}
    assert findings_of(create, configuration, DEVICES, body) == {("encryptedPassword", "invalid_encrypted_value")}


def test_the_key_of_a_rolled_back_transaction_encrypts_nothing(configuration: Configuration) -> None:
    lost = key_id_of(seal_with_rolled_back_key(configuration))
    _, body = save_first(configuration, DEVICE)
    assert key_id_of(body["encryptedPassword"]) != lost


def test_after_a_rotation_older_secrets_decrypt_and_new_ones_use_the_newest_key(configuration: Configuration) -> None:
    id_, body = save_first(configuration, DEVICE)
    with configuration.changing_keys(AUTHOR) as (change, keyring):
        newest = keyring.make()
        keyring.add(change.connection, newest)
    after = replace(configuration, DEVICES, id_, {**body, "pin": "new"})
    with configuration.reading() as view:
        assert view.secret(DEVICES, after, "password") == "clear-password-1"
        assert view.secret(DEVICES, after, "pin") == "wen"
    assert key_id_of(after.body["encryptedPin"]) == newest.key_id != key_id_of(after.body["encryptedPassword"])


def test_keys_added_by_another_process_are_read(
    configuration: Configuration, database: Database, clock: ManualClock
) -> None:
    elsewhere = make_configuration(database, TOYS, clock, SeededRandomness(2))
    with elsewhere.changing_keys(AUTHOR) as (change, keyring):
        newest = keyring.make()
        keyring.add(change.connection, newest)
    stored = create(elsewhere, DEVICES, {"id": "there", "name": "There", "password": "sealed elsewhere"})
    with configuration.reading() as view:
        assert view.secret(DEVICES, stored, "password") == "sealed elsewhere"
    here = create(configuration, DEVICES, {"name": "Here", "password": "sealed here"})
    assert key_id_of(here.body["encryptedPassword"]) == newest.key_id


def test_a_writer_reads_new_keys_before_it_checks_encrypted_values_from_a_client(
    configuration: Configuration, database: Database, clock: ManualClock
) -> None:
    elsewhere = make_configuration(database, TOYS, clock, SeededRandomness(2))
    with elsewhere.changing_keys(AUTHOR) as (change, keyring):
        keyring.add(change.connection, keyring.make())
    sealed = create(elsewhere, DEVICES, {"name": "There", "password": "p"}).body["encryptedPassword"]
    assert (
        create(configuration, DEVICES, {"name": "Here", "encryptedPassword": sealed}).body["encryptedPassword"]
        == sealed
    )
