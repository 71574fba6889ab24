"""User data is encrypted in the database; tokens and codes are stored only as digests."""

import asyncio
import os
from copy import copy
from dataclasses import replace
from itertools import chain

import pytest

from hanse.engine.state.contracts import Consent, OneTimeKind, digest
from hanse.engine.state.sealing import SealedValueBroken, Sealer
from hanse.engine.state.store import StoredState
from hanse.kit.errors import Unavailable
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW, PENDING, TestKeys, flow, grant, reference, refresh, session
from tests.support.randomness import SeededRandomness

SECRET = b"planted-secret-of-ada"


async def _store_secrets(state: StoredState) -> None:
    await state.grants.put_code(digest("code-1"), SECRET, NOW + 60)
    await state.grants.put_code(digest("code-2"), SECRET, NOW + 60)
    await state.grants.redeem_code(digest("code-2"), grant(body=SECRET), refresh(), NOW)
    await state.grants.create(grant("grant-2", body=SECRET), None)
    await state.grants.update(grant("grant-2", body=SECRET))
    await state.access_tokens.put(reference(body=SECRET))
    await state.access_tokens.put(reference("reference-2", body=SECRET))
    for name in ("1", "2"):
        await state.one_time.put(OneTimeKind.PUSHED_REQUEST, digest(name), SECRET, NOW + 60)
        await state.sessions.create(session(f"cookie-{name}", id=f"session-{name}", body=SECRET))
        await state.flows.create(flow(f"flow-{name}", body=SECRET))
        details = SECRET.decode()
        await state.consents.put(
            Consent(user_key="ada", client_id=name, scopes=(), details=details, given=NOW, expires=None)
        )


def test_no_data_about_users_is_stored_in_plain_text(store: Store) -> None:
    state = store.open()
    asyncio.run(_store_secrets(state))
    stored = store.everything()
    assert SECRET not in stored
    assert SECRET.hex().encode() not in stored
    # The search covers the stored rows: it finds an id that is not encrypted.
    assert b"grant-2" in stored
    for secret in ("code-1", "refresh-1", "reference-1", "cookie-1"):
        assert secret.encode() not in stored
        assert digest(secret) in stored


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("state_code", "body"),
        ("state_grant", "body"),
        ("state_reference_token", "body"),
        ("state_one_time", "body"),
        ("state_session", "body"),
        ("state_flow", "body"),
        ("state_consent", "details"),
    ],
)
def test_a_value_moved_to_another_row_cannot_be_decrypted(store: Store, table: str, column: str) -> None:
    state = store.open()
    asyncio.run(_store_secrets(state))

    async def read() -> int:
        found = [
            await state.grants.peek_code(digest("code-1"), NOW),
            *(await state.grants.page(NOW)).items,
            await state.access_tokens.get(digest("reference-1"), NOW),
            await state.one_time.peek(OneTimeKind.PUSHED_REQUEST, digest("1"), NOW),
            *(await state.sessions.of_user("ada", NOW)),
            await state.flows.get("flow-1", NOW),
            await state.consents.get("ada", "1", NOW),
        ]
        return len([each for each in found if each is not None])

    assert asyncio.run(read()) == 9
    # Each row gets the value of another row. Only one code has a value, because the other one was redeemed.
    values = [value for (value,) in store.execute(f"SELECT {column} FROM {table}") if value]  # noqa: S608 - names of ours.
    others = dict(zip(values, chain(values[1:], values[:1]), strict=True))
    if table == "state_code":
        others = {values[0]: store.execute("SELECT body FROM state_grant")[0][0]}
    for number, value in enumerate(others):
        mark = b"%d" % number
        store.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", mark, value)  # noqa: S608 - names of ours.
    for number, other in enumerate(others.values()):
        mark = b"%d" % number
        store.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", other, mark)  # noqa: S608 - names of ours.
    with pytest.raises(SealedValueBroken):
        asyncio.run(read())


def test_older_keys_decrypt_and_the_newest_encrypts(store: Store) -> None:
    before, after = store.open(keys=TestKeys("first")), store.open(keys=TestKeys("first", "second"))

    async def scenario() -> None:
        await before.grants.create(grant("old"), None)
        await after.grants.create(grant("new"), None)
        assert (await after.grants.get("old", NOW)) == grant("old")
        assert (await after.grants.get("new", NOW)) == grant("new")
        # This node gets the key with the next replication.
        with pytest.raises(Unavailable):
            await before.grants.get("new", NOW)

    asyncio.run(scenario())


def test_a_process_reads_rotated_keys() -> None:
    keys = TestKeys("first")
    sealer = Sealer(keys, SeededRandomness())
    old = sealer.seal(b"value", b"row")
    keys.ids = ("first", "second")
    new = sealer.seal(b"value", b"row")
    assert old[:9] != new[:9]
    assert [sealer.open(each, b"row") for each in (old, new)] == [b"value", b"value"]


def test_no_nonce_is_used_twice_with_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    sealer, other = (Sealer(TestKeys(), SeededRandomness(seed)) for seed in (1, 2))
    # The key is derived from the salt, so that the pair of salt and nonce must be unique.
    sealed = [each.seal(b"value", b"row")[9:37] for _ in range(100) for each in (sealer, other)]
    # A forked process continues with a copy of the sealer.
    forked = copy(sealer)
    sealed += [sealer.seal(b"value", b"row")[9:37] for _ in range(100)]
    monkeypatch.setattr(os, "getpid", lambda: -1)
    sealed += [forked.seal(b"value", b"row")[9:37] for _ in range(100)]
    assert len(set(sealed)) == len(sealed)


@pytest.mark.parametrize("damage", [0, 1, 9, 25, 37, -1])
def test_a_damaged_value_cannot_be_decrypted(damage: int) -> None:
    sealer = Sealer(TestKeys(), SeededRandomness())
    sealed = bytearray(sealer.seal(b"value", b"row"))
    sealed[damage] ^= 1
    with pytest.raises((SealedValueBroken, Unavailable)):
        sealer.open(bytes(sealed), b"row")
    with pytest.raises(SealedValueBroken):
        sealer.open(bytes(sealed[:20]), b"row")


def test_an_encrypted_text_can_be_decrypted_for_its_purpose_only(state: StoredState) -> None:
    text = state.sealed_texts.seal("nonce", SECRET)
    assert text.isascii()
    assert state.sealed_texts.open("nonce", text) == SECRET
    assert state.sealed_texts.open("another", text) is None
    for other in ("", "x", "ü", text[:-4] + "AAAA", text[2:], "A" * 2_000):
        assert state.sealed_texts.open("nonce", other) is None, other


class RotatedKeys(TestKeys):
    """Keys of which rotations remove the oldest."""

    def forgets_keys(self) -> bool:
        return True


def test_short_lived_values_outlive_one_rotation_and_grants_outlive_all(store: Store) -> None:
    keys = RotatedKeys("pending", "current")
    state = store.open(short_lived_keys=keys)

    async def seal() -> None:
        await state.one_time.put(OneTimeKind.ACCOUNT_LINK, digest("link"), SECRET, NOW + 60)
        await state.one_time.put(OneTimeKind.REQUESTED_CLAIMS, digest("claims"), SECRET, NOW + 60)
        await state.grants.put_code(digest("code"), SECRET, NOW + 60)
        await state.grants.create(grant(body=SECRET), None)
        await state.flows.create(flow(body=SECRET))
        await state.pending.create(replace(PENDING, body=SECRET), NOW)

    async def opened() -> list[bool]:
        found_flow, found = await state.flows.get(flow().id, NOW), await state.pending.get(PENDING.key, NOW)
        return [
            await state.one_time.peek(OneTimeKind.ACCOUNT_LINK, digest("link"), NOW) == SECRET,
            await state.grants.peek_code(digest("code"), NOW) == SECRET,
            found_flow is not None and found_flow.body == SECRET,
            found is not None and found.body == SECRET,
            state.sealed_texts.open("nonce", text) == SECRET,
        ]

    async def kept() -> list[bool]:
        found = await state.grants.get(grant().id, NOW)
        claims = await state.one_time.peek(OneTimeKind.REQUESTED_CLAIMS, digest("claims"), NOW)
        return [claims == SECRET, found is not None and found.body == SECRET]

    async def scenario() -> None:
        await seal()
        assert await opened() == [True] * 5
        keys.ids = ("newer", "current", "pending")
        assert await opened() == [True] * 5
        keys.ids = ("newest", "pending", "newer")
        assert await opened() == [False] * 5
        assert await state.one_time.take(OneTimeKind.ACCOUNT_LINK, digest("link"), NOW) is None
        assert await kept() == [True] * 2

    text = state.sealed_texts.seal("nonce", SECRET)
    asyncio.run(scenario())
