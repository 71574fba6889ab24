"""Users of local identity profiles: found by any of their names, unique, and sealed."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from hanse.engine.state.contracts import State
from hanse.engine.state.local_users import MOST_EVENTS
from hanse.engine.state.store import StoredState
from hanse.kit.local_users import LocalUser, LocalUserEvent, LocalUserEventKind, LocalUserStatus
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW

ADA = LocalUser(
    id="user-1",
    profile="staff",
    username="Ada",
    names=("ada@hanse.example",),
    email="Ada@hanse.example",
    attributes={"givenName": "Ada", "groups": ["crew", "owners"]},
    password="digest-of-ada",
    created=NOW,
    updated=NOW,
)


def another(id_: str = "user-2", username: str = "bob", **changes: Any) -> LocalUser:
    return replace(ADA, **{"id": id_, "username": username, "names": (), "email": "", **changes})


def test_a_user_is_found_by_any_name_in_any_letter_case(state: StoredState) -> None:
    async def scenario() -> None:
        assert await state.local_users.create(ADA)
        for name in ("ada", "ADA", "aDa@HANSE.example", "\N{FULLWIDTH LATIN SMALL LETTER A}da"):
            assert await state.local_users.by_name("staff", name) == ADA
        assert await state.local_users.get("staff", "user-1") == ADA
        assert await state.local_users.by_email("staff", "ada@hanse.EXAMPLE", 5) == [ADA]
        for profile, name in (("guests", "ada"), ("staff", "ad"), ("staff", "")):
            assert await state.local_users.by_name(profile, name) is None
        assert await state.local_users.get("guests", "user-1") is None
        assert await state.local_users.by_email("staff", "", 5) == []

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "given",
    [another(username="ADA"), another(username="ada@hanse.example"), another(names=("aDA",)), another(id_="user-1")],
)
def test_no_two_users_of_a_profile_share_a_name(state: StoredState, given: LocalUser) -> None:
    async def scenario() -> None:
        await state.local_users.create(ADA)
        assert not await state.local_users.create(given)
        assert await state.local_users.by_name("staff", "ada") == ADA
        if given.id != ADA.id:
            assert await state.local_users.create(replace(given, profile="guests"))

    asyncio.run(scenario())


def test_of_two_registrations_at_the_same_moment_one_gets_the_name(store: Store) -> None:
    first, second = store.open(), store.open()

    async def scenario() -> None:
        results = await asyncio.gather(
            *(
                state.local_users.create(another(f"user-{number}", f"name-{number}", names=("shared",)))
                for number, state in enumerate((first, second) * 8)
            )
        )
        assert sorted(results) == [False] * 15 + [True]
        winner = await first.local_users.by_name("staff", "shared")
        assert winner is not None
        assert (await first.local_users.page("staff", search="", after="", most=50)).items == (winner,)

    asyncio.run(scenario())


def test_of_two_changes_of_one_version_the_second_is_refused(state: StoredState) -> None:
    async def scenario() -> None:
        await state.local_users.create(ADA)
        changed = replace(ADA, username="lovelace", names=(), status=LocalUserStatus.DISABLED, updated=NOW + 1)
        assert await state.local_users.update(changed)
        assert not await state.local_users.update(replace(ADA, username="byron"))
        assert await state.local_users.by_name("staff", "LOVELACE") == replace(changed, version=1)
        # The names of the past are free again.
        assert await state.local_users.by_name("staff", "ada") is None
        assert await state.local_users.create(another(username="ada", names=("ada@hanse.example",)))
        assert not await state.local_users.update(replace(changed, username="ada", version=1))

    asyncio.run(scenario())


def test_users_who_take_each_others_names_at_the_same_moment_do_not_lose_theirs(store: Store) -> None:
    first, second = store.open(), store.open()
    bob = another()

    async def scenario() -> None:
        await first.local_users.create(ADA)
        await first.local_users.create(bob)
        changes = (replace(ADA, username="carol", names=()), replace(bob, username="carol"))
        results = await asyncio.gather(
            *(state.local_users.update(each) for state, each in zip((first, second), changes, strict=True))
        )
        assert sorted(results) == [False, True]
        winner = await first.local_users.by_name("staff", "carol")
        assert winner is not None
        loser = bob if winner.id == ADA.id else ADA
        assert await first.local_users.by_name("staff", loser.username) == loser

    asyncio.run(scenario())


def test_a_deleted_user_is_gone_with_all_names(state: StoredState) -> None:
    async def scenario() -> None:
        await state.local_users.create(ADA)
        assert not await state.local_users.delete("guests", "user-1")
        assert await state.local_users.delete("staff", "user-1")
        assert not await state.local_users.delete("staff", "user-1")
        assert await state.local_users.by_name("staff", "ada@hanse.example") is None
        assert await state.local_users.create(replace(ADA, id="user-9"))

    asyncio.run(scenario())


async def _names(state: State, search: str = "", most: int = 2) -> list[list[str]]:
    """Return the usernames of each page."""
    pages: list[list[str]] = []
    after: str | None = ""
    while after is not None:
        found = await state.local_users.page("staff", search=search, after=after, most=most)
        pages.append([each.username for each in found.items])
        after = found.next_after
    return pages


def test_pages_follow_the_order_of_names_and_a_search_finds_parts_of_names(state: StoredState) -> None:
    async def scenario() -> None:
        for number, username in enumerate(("Zoe", "adam", "Ötzi", "Bea", "bea_1", "100%")):
            await state.local_users.create(another(f"user-{number}", username, email=f"{number}@MAIL.example"))
        await state.local_users.create(another("user-x", "other", profile="guests"))
        assert await _names(state) == [["100%", "adam"], ["Bea", "bea_1"], ["Zoe", "Ötzi"]]
        assert await _names(state, "EA") == [["Bea", "bea_1"]]
        # Characters with a meaning in patterns stand for themselves.
        assert await _names(state, "_") == [["bea_1"]]
        assert await _names(state, "%") == [["100%"]]
        assert await _names(state, "!") == [[]]
        assert await _names(state, "2@mail") == [["Ötzi"]]
        assert (await state.local_users.page("staff", search="", after="user-x", most=5)).items == ()

    asyncio.run(scenario())


def test_the_data_of_a_user_is_sealed_and_bound_to_the_user(store: Store) -> None:
    state = store.open()
    asyncio.run(state.local_users.create(ADA))
    stored = store.everything()
    assert b"digest-of-ada" not in stored
    assert b"crew" not in stored
    asyncio.run(state.local_users.create(another()))
    store.execute("UPDATE state_local_user SET body = (SELECT body FROM state_local_user WHERE id = 'user-1')")
    with pytest.raises(Exception, match="damaged"):
        asyncio.run(state.local_users.get("staff", "user-2"))


def test_users_are_not_swept(state: StoredState) -> None:
    async def scenario() -> None:
        await state.local_users.create(ADA)
        await state.sweep(NOW + 1e9)
        assert await state.local_users.get("staff", "user-1") == ADA

    asyncio.run(scenario())


def test_a_user_is_found_by_a_link_that_nobody_else_has(state: StoredState) -> None:
    linked = replace(ADA, links=("directory\0ada", "other\0ada"))

    async def scenario() -> None:
        await state.local_users.create(linked)
        assert await state.local_users.by_link("staff", "other\0ada") == linked
        for profile, link in (("guests", "other\0ada"), ("staff", "ada"), ("staff", "directory\0ad")):
            assert await state.local_users.by_link(profile, link) is None
        # A link is no name, and a name is no link.
        assert await state.local_users.by_name("staff", "directory\0ada") is None
        assert not await state.local_users.create(another(links=("other\0ada",)))
        assert await state.local_users.update(replace(linked, links=()))
        assert await state.local_users.by_link("staff", "other\0ada") is None

    asyncio.run(scenario())


def test_changes_have_a_history_of_limited_length(state: StoredState) -> None:
    def event(number: int, kind: LocalUserEventKind = LocalUserEventKind.CHANGED) -> LocalUserEvent:
        return LocalUserEvent(time=NOW + number, kind=kind, actor="admin")

    async def scenario() -> None:
        await state.local_users.create(ADA, event(0, LocalUserEventKind.CREATED))
        assert await state.local_users.update(ADA, event(1))
        # A change that is refused is no event.
        assert not await state.local_users.update(ADA, event(2))
        await state.local_users.add_event("staff", ADA.id, event(3, LocalUserEventKind.SESSIONS_ENDED))
        await state.local_users.add_event("guests", ADA.id, event(4))
        found = await state.local_users.events(ADA.id, 10)
        assert [each.time - NOW for each in found] == [3, 1, 0]
        for number in range(5, MOST_EVENTS + 10):
            await state.local_users.add_event("staff", ADA.id, event(number))
        assert len(await state.local_users.events(ADA.id, 2 * MOST_EVENTS)) == MOST_EVENTS
        assert await state.local_users.delete("staff", ADA.id)
        assert await state.local_users.events(ADA.id, 10) == []

    asyncio.run(scenario())


def test_the_last_sign_in_and_the_status_are_read_without_the_data(state: StoredState) -> None:
    async def scenario() -> None:
        await state.local_users.create(ADA)
        await state.local_users.record_sign_in(ADA.id, NOW + 60)
        # The slower of two nodes.
        await state.local_users.record_sign_in(ADA.id, NOW + 30)
        found = await state.local_users.get("staff", ADA.id)
        assert found == replace(ADA, signed_in=NOW + 60)
        assert await state.local_users.update(replace(found, signed_in=0.0))
        assert (await state.local_users.get("staff", ADA.id)) == replace(ADA, signed_in=NOW + 60, version=1)
        assert await state.local_users.is_active(ADA.id)
        assert await state.local_users.update(replace(ADA, status=LocalUserStatus.DISABLED, version=1))
        assert not await state.local_users.is_active(ADA.id)
        assert not await state.local_users.is_active("nobody")

    asyncio.run(scenario())


def test_any_number_of_users_are_read_by_their_ids(state: StoredState) -> None:
    async def scenario() -> None:
        ids = [f"user-{number}" for number in range(120)]
        for id_ in ids:
            assert await state.local_users.create(another(id_, username=id_))
        for asked in ([], ids[:1], ids):
            found = await state.local_users.of_ids("staff", [*asked, "nobody"])
            assert sorted(each.id for each in found) == sorted(asked)
        assert await state.local_users.of_ids("guests", ids) == []

    asyncio.run(scenario())
