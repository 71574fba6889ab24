"""Passwords are hashed without blocking other work, only if they will be stored, and only up to a limit."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from hanse.config.bundle.document import Bundle
from hanse.config.bundle.document import read as read_bundle
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import import_
from hanse.config.change.change import Change
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.secrets import digests
from hanse.kit.errors import Conflict, ValidationFailed
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, as_model, create, make_configuration, read, replace, revision
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, GROUPS, SETTINGS, TOYS

Save = Callable[[Change], Any]


class Hashing:
    """A digest function with a different result for each call. `meanwhile` is called during each computation."""

    def __init__(self) -> None:
        self.passwords: list[str] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def __call__(self, password: str) -> str:
        self.passwords.append(password)
        self.meanwhile()
        return f"{password[::-1]} {len(self.passwords)}"


@pytest.fixture
def hashing() -> Hashing:
    return Hashing()


@pytest.fixture
def configuration(
    database: Database, clock: ManualClock, randomness: SeededRandomness, hashing: Hashing
) -> Configuration:
    return make_configuration(database, TOYS, clock, randomness, digests={"reversed": hashing})


def device(name: str, pin: str | None = None, **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, **({} if pin is None else {"pin": pin}), **more}


def creating(*bodies: dict[str, Any]) -> Save:
    return lambda change: [change.create(DEVICES, as_model(DEVICES, body)) for body in bodies]


def replacing(body: dict[str, Any], expected: int) -> Save:
    return lambda change: change.replace(DEVICES, body["id"], as_model(DEVICES, body), {expected})


def pin_of(configuration: Configuration, id_: str) -> str | None:
    with configuration.reading() as view:
        return view.secret(DEVICES, view.get(DEVICES, id_), "pin")


def test_hashing_a_password_does_not_block_other_writers_or_mix_digests(
    configuration: Configuration, hashing: Hashing
) -> None:
    # If hashing held the write lock, this save would wait in the thread that holds it, and time out.
    hashing.meanwhile = lambda: create(configuration, GROUPS, {"name": f"written meanwhile {len(hashing.passwords)}"})
    reported: list[int] = []
    configuration.after_commit(reported.append)
    configuration.change(AUTHOR, creating(device("one", "same"), device("two", "same"), device("three", "other")))
    assert hashing.passwords == ["same", "same", "other"]
    # Equal passwords have different digests, and the interrupted attempt has left nothing behind.
    assert {pin_of(configuration, "one"), pin_of(configuration, "two")} == {"emas 1", "emas 2"}
    assert pin_of(configuration, "three") == "rehto 3"
    assert reported == [1, 2, 3, 4] == list(range(1, revision(configuration) + 1))


def test_a_refused_save_hashes_nothing(configuration: Configuration, hashing: Hashing) -> None:
    create(configuration, DEVICES, device("one"))
    first = read(configuration, DEVICES, "one").revision
    replace(configuration, DEVICES, "one", device("one", slots=2))
    refused = [
        (creating(device("two", "1234", tags=["forbidden"])), ValidationFailed),
        (creating(device("one", "1234")), ValidationFailed),
        (creating(device("two", "1234", encryptedPassword="not sealed here")), ValidationFailed),
        (replacing(device("one", "1234"), expected=first), Conflict),
    ]
    for save, error in refused:
        with pytest.raises(error):
            configuration.change(AUTHOR, save)
    assert hashing.passwords == []


def test_a_save_during_hashing_is_not_overwritten(configuration: Configuration, hashing: Hashing) -> None:
    create(configuration, DEVICES, device("one"))
    seen = read(configuration, DEVICES, "one").revision
    hashing.meanwhile = lambda: replace(configuration, DEVICES, "one", device("one", slots=2))
    with pytest.raises(Conflict):
        configuration.change(AUTHOR, replacing(device("one", "1234"), expected=seen))
    assert len(hashing.passwords) == 1
    assert read(configuration, DEVICES, "one").body["slots"] == 2
    assert pin_of(configuration, "one") is None


def test_the_number_of_passwords_hashed_for_one_request_is_limited(
    configuration: Configuration, hashing: Hashing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "MOST_AT_ONCE", 2)
    configuration.change(AUTHOR, creating(device("one", "1"), device("two", "2"), device("none")))
    assert len(hashing.passwords) == 2
    with pytest.raises(ValidationFailed) as raised:
        configuration.change(AUTHOR, creating(*(device(f"more-{pin}", pin) for pin in "345")))
    assert [each.message for each in raised.value.errors] == [
        "At most 2 passwords can be set at once. Save the others after these."
    ]
    # The limit applies to all saves of a transaction together.
    assert len(hashing.passwords) == 4


def bundle_of(configuration: Configuration, *bodies: dict[str, Any]) -> Bundle:
    with configuration.reading() as view:
        document = export(view, view.secrets.keyring, product_version="1.0.0")
    document["documents"]["toy/device"] = list(bodies)
    return read_bundle(json.dumps(document).encode())


def test_an_import_hashes_its_passwords_while_others_write(
    configuration: Configuration, hashing: Hashing, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The limit applies to requests; an import hashes all of its passwords.
    monkeypatch.setattr(digests, "MOST_AT_ONCE", 1)
    replace(configuration, SETTINGS, "-", {"title": "before"})
    hashing.meanwhile = lambda: replace(configuration, SETTINGS, "-", {"title": f"meanwhile {len(hashing.passwords)}"})
    imported = import_(configuration, bundle_of(configuration, device("one", "1234"), device("two", "1234")), AUTHOR)
    assert hashing.passwords == ["1234", "1234"]
    assert {pin_of(configuration, "one"), pin_of(configuration, "two")} == {"4321 1", "4321 2"}
    # Values saved meanwhile are replaced as well, as by any later import.
    assert (imported.documents, read(configuration, SETTINGS, "-").body["title"]) == (3, "before")


def test_a_refused_import_hashes_nothing(configuration: Configuration, hashing: Hashing) -> None:
    bundle = bundle_of(configuration, device("one", "1234"), device("two", "1234", group={"id": "nobody"}))
    with pytest.raises(ValidationFailed):
        import_(configuration, bundle, AUTHOR)
    assert hashing.passwords == []
