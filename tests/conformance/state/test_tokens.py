"""One-time values, reference tokens, revocations, failed attempts and consents."""

import asyncio
from dataclasses import replace

from hanse.engine.state.contracts import Consent, Failures, OneTimeKind, RevocationKind, digest
from hanse.engine.state.store import StoredState
from tests.conformance.state.example_rows import NOW, grant, reference

KEY = digest("value")


def test_a_one_time_value_can_be_read_and_taken_once(state: StoredState) -> None:
    async def scenario() -> None:
        await state.one_time.put(OneTimeKind.PUSHED_REQUEST, KEY, b"request", NOW + 60)
        for kind in OneTimeKind:
            expected = b"request" if kind is OneTimeKind.PUSHED_REQUEST else None
            assert await state.one_time.peek(kind, KEY, NOW + 59) == expected
        assert await state.one_time.take(OneTimeKind.NONCE, KEY, NOW) is None
        assert await state.one_time.take(OneTimeKind.PUSHED_REQUEST, KEY, NOW + 60) is None
        assert await state.one_time.take(OneTimeKind.PUSHED_REQUEST, KEY, NOW + 59) == b"request"
        assert await state.one_time.peek(OneTimeKind.PUSHED_REQUEST, KEY, NOW) is None
        assert await state.one_time.take(OneTimeKind.PUSHED_REQUEST, KEY, NOW) is None

    asyncio.run(scenario())


def test_every_kind_of_one_time_value_can_be_replaced_and_taken(state: StoredState) -> None:
    async def scenario() -> None:
        for kind in OneTimeKind:
            await state.one_time.put(kind, KEY, b"first", NOW + 1)
            await state.one_time.put(kind, KEY, b"pending", NOW + 60)
            assert await state.one_time.peek(kind, KEY, NOW + 59) == b"pending"
            assert await state.one_time.take(kind, KEY, NOW + 59) == b"pending"

    asyncio.run(scenario())


def test_a_claimed_identifier_is_separate_by_kind_and_can_be_claimed_after_it_expired(state: StoredState) -> None:
    async def scenario() -> None:
        assert await state.one_time.claim(OneTimeKind.ASSERTION_ID, KEY, NOW + 60, NOW)
        assert not await state.one_time.claim(OneTimeKind.ASSERTION_ID, KEY, NOW + 120, NOW + 59)
        assert await state.one_time.claim(OneTimeKind.NONCE, KEY, NOW + 60, NOW)
        assert await state.one_time.claim(OneTimeKind.ASSERTION_ID, KEY, NOW + 120, NOW + 60)
        assert not await state.one_time.claim(OneTimeKind.ASSERTION_ID, KEY, NOW + 120, NOW + 119)

    asyncio.run(scenario())


def test_a_reference_token_is_extended_deleted_and_expires(state: StoredState) -> None:
    async def scenario() -> None:
        token = reference(session_id="s1")
        await state.access_tokens.put(token)
        assert await state.access_tokens.get(token.key, NOW + 299) == token
        assert await state.access_tokens.get(token.key, NOW + 300) is None
        assert await state.access_tokens.get(digest("unknown"), NOW) is None
        await state.access_tokens.extend(token.key, NOW + 400)
        assert await state.access_tokens.get(token.key, NOW + 399) == replace(token, expires=NOW + 400)
        assert await state.access_tokens.delete(token.key)
        assert not await state.access_tokens.delete(token.key)
        assert await state.access_tokens.get(token.key, NOW) is None

    asyncio.run(scenario())


def test_a_reference_token_outlives_the_expiry_of_its_grant_but_not_its_revocation(state: StoredState) -> None:
    async def scenario() -> None:
        token = reference(grant_id="grant-1")
        await state.access_tokens.put(token)
        assert await state.access_tokens.get(token.key, NOW) is None
        await state.grants.create(grant(expires=NOW + 5), None)
        assert await state.access_tokens.get(token.key, NOW + 5) == token
        await state.sweep(NOW + 5)
        assert await state.access_tokens.get(token.key, NOW + 5) == token
        await state.grants.revoke("grant-1", NOW + 5)
        assert await state.access_tokens.get(token.key, NOW + 5) is None

    asyncio.run(scenario())


def test_a_revocation_is_stored_until_the_latest_requested_time(state: StoredState) -> None:
    async def scenario() -> None:
        tokens = state.access_tokens
        assert not await tokens.is_revoked(RevocationKind.TOKEN, "jwt-1", NOW)
        await tokens.revoke(RevocationKind.TOKEN, "jwt-1", NOW + 60)
        await tokens.revoke(RevocationKind.TOKEN, "jwt-1", NOW + 30)
        assert await tokens.is_revoked(RevocationKind.TOKEN, "jwt-1", NOW + 59)
        assert not await tokens.is_revoked(RevocationKind.TOKEN, "jwt-1", NOW + 60)
        assert not await tokens.is_revoked(RevocationKind.SESSION, "jwt-1", NOW)
        await tokens.revoke(RevocationKind.SESSION, "jwt-1", NOW + 60)
        assert await tokens.is_revoked(RevocationKind.SESSION, "jwt-1", NOW)

    asyncio.run(scenario())


def test_failures_lock_a_key_temporarily_and_expire(state: StoredState) -> None:
    async def fail(now: float, limit: int = 3) -> Failures:
        return await state.throttle.fail(KEY, now, window_seconds=60, limit=limit, lock_seconds=100)

    async def scenario() -> None:
        assert await state.throttle.read_failures(KEY, NOW) == Failures(0, 0)
        assert await fail(NOW) == Failures(1, 0)
        assert await fail(NOW + 59) == Failures(2, 0)
        assert await state.throttle.read_failures(KEY, NOW + 59) == Failures(2, 0)
        # The window has passed.
        assert await state.throttle.read_failures(KEY, NOW + 60) == Failures(0, 0)
        assert await fail(NOW + 60) == Failures(1, 0)
        assert await fail(NOW + 61) == Failures(2, 0)
        assert await fail(NOW + 62) == Failures(3, NOW + 162)
        # Further failures do not extend the lock, so that an attacker cannot keep a user locked out.
        assert await fail(NOW + 150) == Failures(4, NOW + 162)
        assert await state.throttle.read_failures(KEY, NOW + 161) == Failures(4, NOW + 162)
        assert await state.throttle.read_failures(KEY, NOW + 162) == Failures(0, 0)
        assert await fail(NOW + 162) == Failures(1, 0)
        await state.throttle.clear(KEY)
        assert await state.throttle.read_failures(KEY, NOW + 162) == Failures(0, 0)
        assert await fail(NOW + 163, limit=1) == Failures(1, NOW + 263)

    asyncio.run(scenario())


def test_simultaneous_failures_are_all_recorded(state: StoredState) -> None:
    async def scenario() -> None:
        found = await asyncio.gather(
            *(state.throttle.fail(KEY, NOW, window_seconds=60, limit=20, lock_seconds=100) for _ in range(30))
        )
        assert sorted(each.count for each in found) == list(range(1, 31))
        assert [each.locked_until > 0 for each in sorted(found, key=lambda each: each.count)] == [
            number >= 20 for number in range(1, 31)
        ]

    asyncio.run(scenario())


def test_a_consent_is_replaced_and_expires(state: StoredState) -> None:
    async def scenario() -> None:
        given = Consent(
            user_key="ada", client_id="shop", scopes=("email",), details='[{"iban":"DE1"}]', given=NOW, expires=None
        )
        await state.consents.put(given)
        assert await state.consents.get("ada", "shop", NOW + 1e9) == given
        assert await state.consents.get("ada", "blog", NOW) is None
        changed = replace(given, scopes=(), details="", expires=NOW + 60)
        await state.consents.put(changed)
        assert await state.consents.get("ada", "shop", NOW + 59) == changed
        assert await state.consents.get("ada", "shop", NOW + 60) is None
        assert await state.consents.delete("ada", "shop")
        assert not await state.consents.delete("ada", "shop")

    asyncio.run(scenario())


def test_untrusted_text_finds_nothing_and_causes_no_error(state: StoredState) -> None:
    async def scenario() -> None:
        untrusted = "ada\0"
        assert await state.grants.get(untrusted, NOW) is None
        assert not await state.grants.revoke(untrusted, NOW)
        assert not (await state.grants.page(NOW, user_key=untrusted)).items
        assert not await state.access_tokens.is_revoked(RevocationKind.TOKEN, untrusted, NOW)
        assert await state.flows.get(untrusted, NOW) is None
        assert not await state.flows.delete(untrusted)
        assert await state.sessions.by_id(untrusted, NOW) is None
        assert await state.consents.get(untrusted, untrusted, NOW) is None

    asyncio.run(scenario())


def test_a_linked_token_is_revoked_with_its_grant(state: StoredState) -> None:
    async def scenario() -> None:
        assert not await state.access_tokens.is_token_revoked("jwt:1", NOW)
        await state.access_tokens.link("jwt:1", "grant-1", NOW + 300)
        await state.access_tokens.link("jwt:2", "grant-2", NOW + 300)
        for id_ in ("grant-1", "grant-2"):
            await state.grants.create(grant(id_, expires=NOW + 200), None)
        assert not await state.access_tokens.is_token_revoked("jwt:1", NOW)
        await state.grants.revoke("grant-1", NOW)
        assert await state.access_tokens.is_token_revoked("jwt:1", NOW)
        assert not await state.access_tokens.is_token_revoked("jwt:2", NOW + 199)
        assert await state.access_tokens.is_token_revoked("jwt:2", NOW + 200)
        # A token can also be revoked without its grant.
        await state.access_tokens.revoke(RevocationKind.TOKEN, "jwt:2", NOW + 300)
        assert await state.access_tokens.is_token_revoked("jwt:2", NOW)

    asyncio.run(scenario())
