"""Authorization codes, grants and refresh tokens."""

import asyncio
from dataclasses import replace

import pytest

from hanse.engine.state.contracts import RedeemedCode, digest
from hanse.engine.state.store import StoredState
from tests.conformance.state.example_rows import NOW, grant, reference, refresh

CODE = digest("code")


def test_a_code_is_redeemed_with_its_grant_and_refresh_token(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.put_code(CODE, b"request", NOW + 60)
        assert await state.grants.peek_code(CODE, NOW + 59) == b"request"
        assert await state.grants.redeem_code(CODE, grant(), refresh(), NOW + 59)
        assert await state.grants.get("grant-1", NOW + 59) == grant()
        assert await state.grants.by_refresh_token(digest("refresh-1"), NOW + 59) == (grant(), refresh())
        assert not await state.grants.redeem_code(CODE, grant("grant-2"), refresh("refresh-2", "grant-2"), NOW + 59)
        assert await state.grants.get("grant-2", NOW + 59) is None

    asyncio.run(scenario())


def test_an_unknown_or_expired_code_creates_no_grant(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.put_code(CODE, b"request", NOW + 60)
        assert await state.grants.peek_code(CODE, NOW + 60) is None
        assert await state.grants.peek_code(digest("other"), NOW) is None
        for key, now in ((CODE, NOW + 60), (digest("other"), NOW)):
            assert not await state.grants.redeem_code(key, grant(), refresh(), now)
        assert await state.grants.get("grant-1", NOW) is None
        assert await state.grants.by_refresh_token(digest("refresh-1"), NOW) is None

    asyncio.run(scenario())


@pytest.mark.parametrize(("lifetime", "remembered"), [(60, 610), (3600, 3600)])
def test_a_used_code_is_remembered(state: StoredState, lifetime: float, remembered: float) -> None:
    async def scenario() -> None:
        await state.grants.put_code(CODE, b"request", NOW + lifetime)
        assert await state.grants.redeem_code(CODE, grant(), None, NOW + 10)
        assert await state.grants.peek_code(CODE, NOW + remembered - 1) == RedeemedCode("grant-1")
        assert await state.grants.peek_code(CODE, NOW + remembered) is None
        assert await state.grants.get("grant-1", NOW + 11) == grant()

    asyncio.run(scenario())


def test_a_discarded_code_cannot_be_redeemed_and_a_redeemed_one_stays_marked(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.put_code(CODE, b"request", NOW + 60)
        await state.grants.discard_code(CODE)
        assert await state.grants.peek_code(CODE, NOW) is None
        assert not await state.grants.redeem_code(CODE, grant(), None, NOW)
        await state.grants.put_code(digest("used"), b"request", NOW + 60)
        await state.grants.redeem_code(digest("used"), grant(), None, NOW)
        await state.grants.discard_code(digest("used"))
        assert await state.grants.peek_code(digest("used"), NOW) == RedeemedCode("grant-1")

    asyncio.run(scenario())


def test_a_second_redemption_for_the_same_grant_keeps_its_refresh_tokens(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(), refresh())
        again = grant(scopes=("openid",), updated=NOW + 5, expires=NOW + 500, body=b"new")
        await state.grants.put_code(CODE, b"request", NOW + 60)
        assert await state.grants.redeem_code(CODE, again, refresh("refresh-2"), NOW + 5)
        for name in ("refresh-1", "refresh-2"):
            assert await state.grants.by_refresh_token(digest(name), NOW + 6) == (again, refresh(name))

    asyncio.run(scenario())


def test_use_extends_the_idle_timeout_of_a_grant_but_not_its_lifetime(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(idle_seconds=100.0, expires=NOW + 250), refresh())
        assert await state.grants.get("grant-1", NOW + 99)
        assert await state.grants.get("grant-1", NOW + 100) is None
        await state.grants.used("grant-1", NOW + 90)
        assert await state.grants.get("grant-1", NOW + 189) == grant(
            idle_seconds=100.0, expires=NOW + 250, updated=NOW + 90
        )
        assert await state.grants.by_refresh_token(digest("refresh-1"), NOW + 190) is None
        # The grant has expired, and use does not renew it.
        await state.grants.used("grant-1", NOW + 190)
        assert await state.grants.get("grant-1", NOW + 190) is None
        await state.grants.used("grant-1", NOW + 189)
        assert await state.grants.get("grant-1", NOW + 249)
        assert await state.grants.get("grant-1", NOW + 250) is None

    asyncio.run(scenario())


def test_a_rotation_records_the_use_and_the_replaced_token(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(idle_seconds=100.0), refresh())
        new = refresh("refresh-2", generation=1)
        assert await state.grants.rotate(digest("refresh-1"), new, NOW + 90)
        found = await state.grants.by_refresh_token(digest("refresh-1"), NOW + 91)
        assert found is not None
        assert found[1].replaced == NOW + 90
        assert found[0].updated == NOW + 90
        assert (await state.grants.by_refresh_token(digest("refresh-2"), NOW + 189)) == (found[0], new)
        assert not await state.grants.rotate(digest("refresh-1"), refresh("refresh-3"), NOW + 91)
        assert await state.grants.by_refresh_token(digest("refresh-3"), NOW + 91) is None
        assert not await state.grants.rotate(digest("unknown"), refresh("refresh-3"), NOW + 91)
        # The grant's idle timeout has passed.
        assert not await state.grants.rotate(digest("refresh-2"), refresh("refresh-3"), NOW + 190)

    asyncio.run(scenario())


def test_a_token_cannot_be_rotated_into_another_grant(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant("g1"), refresh("r1", "g1"))
        await state.grants.create(grant("g2"), refresh("r2", "g2"))
        assert not await state.grants.rotate(digest("r1"), refresh("r3", "g2"), NOW + 1)
        assert await state.grants.by_refresh_token(digest("r3"), NOW + 1) is None
        found = await state.grants.by_refresh_token(digest("r1"), NOW + 1)
        assert found == (grant("g1"), refresh("r1", "g1"))

    asyncio.run(scenario())


def test_a_refresh_token_is_added_only_to_an_active_grant(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(expires=NOW + 60), refresh())
        assert await state.grants.add_refresh_token(refresh("refresh-2", generation=1), NOW + 5)
        found = await state.grants.by_refresh_token(digest("refresh-2"), NOW + 6)
        assert found == (grant(expires=NOW + 60, updated=NOW + 5), refresh("refresh-2", generation=1))
        assert not await state.grants.add_refresh_token(refresh("refresh-3"), NOW + 60)
        assert not await state.grants.add_refresh_token(refresh("refresh-3", "unknown"), NOW)

    asyncio.run(scenario())


def test_a_changed_grant_keeps_its_time_of_last_use(state: StoredState) -> None:
    async def scenario() -> None:
        assert not await state.grants.update(grant())
        await state.grants.create(grant(idle_seconds=100.0), None)
        await state.grants.used("grant-1", NOW + 50)
        changed = grant(scopes=(), expires=NOW + 120, idle_seconds=60.0, body=b"changed")
        assert await state.grants.update(changed)
        found = await state.grants.get("grant-1", NOW + 109)
        assert found == grant(scopes=(), expires=NOW + 120, idle_seconds=60.0, body=b"changed", updated=NOW + 50)
        assert await state.grants.get("grant-1", NOW + 110) is None

    asyncio.run(scenario())


def test_the_grants_of_a_user_to_a_client_are_listed_newest_first(state: StoredState) -> None:
    async def scenario() -> None:
        for number in range(4):
            await state.grants.create(grant(f"g{number}", issued=NOW + number, updated=NOW + number), None)
        await state.grants.create(grant("expired", expires=NOW + 5), None)
        await state.grants.create(grant("other-client", client_id="blog"), None)
        await state.grants.create(grant("other-user", user_key="bob"), None)
        found = await state.grants.find("ada", "shop", NOW + 5)
        assert [each.id for each in found] == ["g3", "g2", "g1", "g0"]
        assert [each.id for each in await state.grants.find("ada", "shop", NOW + 5, most=1)] == ["g3"]

    asyncio.run(scenario())


def test_grants_are_paged_by_id(state: StoredState) -> None:
    async def pages(**criteria: str) -> list[list[str]]:
        found: list[list[str]] = []
        after: str | None = ""
        while after is not None:
            page = await state.grants.page(NOW + 5, after=after, most=2, **criteria)
            found.append([each.id for each in page.items])
            after = page.next_after
        return found

    async def scenario() -> None:
        for number in range(4):
            await state.grants.create(grant(f"g{number}"), None)
        await state.grants.create(grant("g4", client_id="blog"), None)
        await state.grants.create(grant("g5", user_key="bob"), None)
        await state.grants.create(grant("g6", expires=NOW + 5), None)
        assert await pages() == [["g0", "g1"], ["g2", "g3"], ["g4", "g5"]]
        assert await pages(user_key="ada") == [["g0", "g1"], ["g2", "g3"], ["g4"]]
        assert await pages(client_id="blog") == [["g4"]]
        assert await pages(user_key="ada", client_id="shop") == [["g0", "g1"], ["g2", "g3"]]
        assert await pages(user_key="nobody") == [[]]

    asyncio.run(scenario())


def test_revoking_a_grant_revokes_its_tokens(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(), refresh())
        await state.access_tokens.put(reference(grant_id="grant-1"))
        await state.access_tokens.put(reference("independent"))
        assert await state.grants.revoke("grant-1", NOW)
        assert not await state.grants.revoke("grant-1", NOW)
        assert await state.grants.get("grant-1", NOW) is None
        assert await state.grants.by_refresh_token(digest("refresh-1"), NOW) is None
        assert not await state.grants.rotate(digest("refresh-1"), refresh("refresh-2"), NOW)
        assert await state.access_tokens.get(digest("reference-1"), NOW) is None
        assert await state.access_tokens.get(digest("independent"), NOW)
        # A token that a concurrent request stores after the revocation is not valid either.
        await state.access_tokens.put(reference("late", grant_id="grant-1"))
        assert await state.access_tokens.get(digest("late"), NOW) is None

    asyncio.run(scenario())


def test_an_expired_grant_cannot_be_revoked(state: StoredState) -> None:
    async def scenario() -> None:
        await state.grants.create(grant(expires=NOW + 5), None)
        assert not await state.grants.revoke("grant-1", NOW + 5)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("criteria", "left"),
    [
        ({"user_key": "ada"}, ["bob"]),
        ({"client_id": "shop"}, ["other-client"]),
        ({"session_id": "s1"}, ["bob", "other-client", "other-session"]),
        ({"user_key": "ada", "client_id": "shop"}, ["bob", "other-client"]),
        ({"user_key": "ada", "client_id": "shop", "session_id": "s1"}, ["bob", "other-client", "other-session"]),
        ({"user_key": "nobody"}, ["ada", "bob", "other-client", "other-session"]),
    ],
)
def test_all_matching_grants_are_revoked(state: StoredState, criteria: dict[str, str], left: list[str]) -> None:
    made = [
        grant("ada", session_id="s1"),
        grant("bob", user_key="bob"),
        grant("other-client", client_id="blog"),
        grant("other-session", session_id="s2"),
    ]

    async def scenario() -> None:
        for each in made:
            await state.grants.create(each, refresh(each.id, each.id))
            await state.access_tokens.put(reference(each.id, grant_id=each.id))
        await state.grants.create(grant("expired", session_id="s1", expires=NOW + 1), None)
        assert await state.grants.revoke_all(NOW + 1, **criteria) == len(made) - len(left)
        assert [each.id for each in (await state.grants.page(NOW + 1)).items] == left
        for each in made:
            is_left = each.id in left
            assert (await state.grants.by_refresh_token(digest(each.id), NOW + 1) is not None) == is_left
            assert (await state.access_tokens.get(digest(each.id), NOW + 1) is not None) == is_left

    asyncio.run(scenario())


def test_an_empty_filter_does_not_revoke_everything(state: StoredState) -> None:
    with pytest.raises(ValueError, match="at least one criterion"):
        asyncio.run(state.grants.revoke_all(NOW))


def test_more_grants_than_fit_into_one_transaction_are_revoked(state: StoredState) -> None:
    async def scenario() -> None:
        await asyncio.gather(*(state.grants.create(grant(f"g{number:04}"), None) for number in range(1001)))
        assert await state.grants.revoke_all(NOW, client_id="shop") == 1001
        assert not (await state.grants.page(NOW)).items

    asyncio.run(scenario())


def test_the_binding_of_a_refresh_token_is_stored(state: StoredState) -> None:
    async def run() -> None:
        first = replace(refresh(), binding="thumbprint-1")
        await state.grants.create(grant(), first)
        assert await state.grants.by_refresh_token(first.key, NOW) == (grant(), first)
        second = replace(refresh("refresh-2", generation=1), binding="thumbprint-1")
        assert await state.grants.rotate(first.key, second, NOW)
        found = await state.grants.by_refresh_token(second.key, NOW)
        assert found is not None
        assert found[1].binding == "thumbprint-1"

    asyncio.run(run())
