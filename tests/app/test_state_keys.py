"""A new encryption key decrypts at once, and encrypts once all processes know it."""

from typing import Any

import pytest

from hanse.app.state_keys import StateKeys
from hanse.config.database import Database
from hanse.config.secrets.keyring import Keyring
from hanse.engine.state.sealing import Sealer
from hanse.kit.errors import Unavailable
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness

MASTER_KEY = bytes(32)


def keyring(database: Database, clock: ManualClock, seed: int) -> Keyring:
    made = Keyring(MASTER_KEY, clock, SeededRandomness(seed))
    with database.writing() as connection:
        made.load_or_create(connection)
    return made


def test_a_key_added_by_another_process_decrypts_and_then_encrypts(database: Database, clock: ManualClock) -> None:
    passed = [0.0]
    theirs, ours = keyring(database, clock, 1), keyring(database, clock, 2)
    keys = StateKeys(ours, database, clock, lambda: passed[0])
    (first,) = keys.key_ids()
    assert keys.sealing_key_id() == first
    clock.advance(hours=1)
    with database.writing() as connection:
        theirs.add(connection, theirs.make())
    sealed = Sealer(StateKeys(theirs, database, clock), SeededRandomness()).seal(b"value", b"row")
    keys.read()
    second = keys.key_ids()[-1]
    # The other process still encrypts with the first key.
    assert Sealer(keys, SeededRandomness()).open(sealed, b"row") == b"value"
    assert keys.sealing_key_id() == first != second
    clock.advance(minutes=3)
    keys.read()
    assert keys.sealing_key_id() == second


def test_the_keys_are_read_again_in_the_background(
    database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = [0.0]
    reads: list[dict[str, Any]] = []
    keys = StateKeys(keyring(database, clock, 1), database, clock, lambda: passed[0])

    def thread(**options: Any) -> _Never:
        reads.append(options)
        return _Never()

    monkeypatch.setattr("hanse.app.state_keys.threading.Thread", thread)
    keys.sealing_key_id()
    keys.read_soon()
    assert not reads
    passed[0] = 61.0
    for _ in range(3):
        keys.sealing_key_id()
    assert len(reads) == 1
    # The changed key id makes this a value encrypted with a key that this node does not have.
    sealer = Sealer(keys, SeededRandomness())
    sealed = bytearray(sealer.seal(b"value", b"row"))
    sealed[1] ^= 1
    passed[0] = 63.0
    with pytest.raises(Unavailable):
        sealer.open(bytes(sealed), b"row")
    assert [each["target"] for each in reads] == [keys.read, keys.read]


class _Never:
    def start(self) -> None:
        pass


def test_keys_stay_usable_while_the_database_is_unavailable(
    database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = StateKeys(keyring(database, clock, 1), database, clock)
    before = keys.key_ids()

    def away() -> None:
        raise Unavailable("The database is away.")

    monkeypatch.setattr(database, "reading", away)
    keys.read()
    assert keys.key_ids() == before
    assert keys.sealing_key_id() == before[0]
