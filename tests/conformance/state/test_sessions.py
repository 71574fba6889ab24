"""SSO sessions, and sign-in flows in progress."""

import asyncio
from dataclasses import replace

from hanse.engine.state.contracts import RevocationKind, digest
from hanse.engine.state.store import StoredState
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW, flow, session


def test_a_session_is_found_by_cookie_and_by_id_until_it_expires(state: StoredState) -> None:
    async def scenario() -> None:
        made = session()
        await state.sessions.create(made)
        for now, expected in ((NOW, made), (NOW + 3599, made), (NOW + 3600, None)):
            assert await state.sessions.get(made.key, now) == expected
            assert await state.sessions.by_id("session-1", now) == expected
            assert list(await state.sessions.of_user("ada", now)) == ([expected] if expected else [])
        assert await state.sessions.get(digest("other"), NOW) is None
        assert await state.sessions.by_id("other", NOW) is None
        assert not await state.sessions.delete(replace(made, version=1))
        assert await state.sessions.delete(made)
        assert not await state.sessions.delete(made)
        assert await state.sessions.get(made.key, NOW) is None

    asyncio.run(scenario())


def test_sessions_are_found_by_sessions_at_other_servers(store: Store, state: StoredState) -> None:
    async def scenario() -> None:
        first, second, unused = digest("one"), digest("two"), digest("three")
        made, other = session(), session("cookie-2", id="session-2")
        await state.sessions.create(replace(made, remote_keys=(first,)))
        await state.sessions.create(replace(other, remote_keys=(first,)))
        assert await state.sessions.update(replace(made, remote_keys=(first, second)))
        changed = replace(made, version=1)
        assert {each.id for each in await state.sessions.of_remote_session(first, NOW)} == {"session-1", "session-2"}
        assert list(await state.sessions.of_remote_session(second, NOW)) == [changed]
        assert list(await state.sessions.of_remote_session(unused, NOW)) == []
        assert list(await state.sessions.of_remote_session(first, NOW + 3600)) == []
        assert await state.sessions.delete(changed)
        assert list(await state.sessions.of_remote_session(first, NOW)) == [other]
        assert list(await state.sessions.of_remote_session(second, NOW)) == []
        # The database deletes the keys with the session.
        assert store.execute("SELECT COUNT(*) FROM state_remote_session") == [(1,)]

    asyncio.run(scenario())


def test_a_session_gets_a_new_cookie_after_sign_in(state: StoredState) -> None:
    async def scenario() -> None:
        made = session(user_key="")
        await state.sessions.create(made)
        changed = replace(made, key=digest("cookie-2"), user_key="ada", updated=NOW + 5, body=b"changed")
        assert await state.sessions.update(changed)
        assert await state.sessions.get(made.key, NOW + 5) is None
        assert await state.sessions.get(changed.key, NOW + 5) == replace(changed, version=1)

    asyncio.run(scenario())


def test_the_first_of_two_changes_to_one_version_is_kept(state: StoredState) -> None:
    async def scenario() -> None:
        await state.sessions.create(session())
        await state.flows.create(flow())
        sessions = [session(body=b"%d" % number) for number in range(20)]
        flows = [flow(body=b"%d" % number) for number in range(20)]
        changed = await asyncio.gather(*(state.sessions.update(each) for each in sessions))
        assert sum(changed) == 1
        kept = sessions[changed.index(True)]
        assert await state.sessions.get(kept.key, NOW) == replace(kept, version=1)
        assert await state.sessions.update(replace(kept, version=1))
        assert not await state.sessions.update(replace(kept, version=1))
        changed = await asyncio.gather(*(state.flows.update(each) for each in flows))
        assert sum(changed) == 1
        assert await state.flows.get("flow-1", NOW) == replace(flows[changed.index(True)], version=1)

    asyncio.run(scenario())


def test_the_sessions_of_a_user_are_listed_newest_first(state: StoredState) -> None:
    async def scenario() -> None:
        for number in range(3):
            await state.sessions.create(session(f"cookie-{number}", id=f"s{number}", created=NOW + number))
        await state.sessions.create(session("other", id="other", user_key="bob"))
        assert [each.id for each in await state.sessions.of_user("ada", NOW + 5)] == ["s2", "s1", "s0"]
        assert [each.id for each in await state.sessions.of_user("ada", NOW + 5, most=2)] == ["s2", "s1"]

    asyncio.run(scenario())


def test_the_sessions_of_a_local_user_are_listed_and_ended_also_after_a_restart(store: Store) -> None:
    before, state = store.open(), store.open(boot="boot-2")

    async def scenario() -> None:
        await before.sessions.create(session("old", id="old", local_user="user-1"))
        for number, (name, user) in enumerate((("first", "user-1"), ("second", "user-1"), ("other", "user-2")), 1):
            await state.sessions.create(session(name, id=name, created=NOW + number, local_user=user))
        assert [each.id for each in await state.sessions.of_local_user("user-1", NOW + 5)] == ["second", "first"]
        assert [each.id for each in await state.sessions.of_local_user("user-1", NOW + 5, most=1)] == ["second"]
        assert list(await state.sessions.begun_of_local_user("user-1", NOW + 5, most=9)) == [NOW + 2, NOW + 1, NOW]
        assert list(await state.sessions.begun_of_local_user("user-1", NOW + 5, most=1)) == [NOW + 2]
        assert await state.sessions.expire_of_local_user("user-1", NOW + 5, revoked_until=NOW + 60) == 3
        assert await state.sessions.expire_of_local_user("user-1", NOW + 5, revoked_until=NOW + 60) == 0
        for name in ("old", "first", "second"):
            assert await state.access_tokens.is_revoked(RevocationKind.SESSION, name, NOW + 5)
            assert not await state.access_tokens.is_revoked(RevocationKind.SESSION, name, NOW + 60)
        assert list(await state.sessions.of_local_user("user-1", NOW + 5)) == []
        assert await state.sessions.expire_of_local_user("user-2", NOW + 5, revoked_until=None) == 1
        assert not await state.access_tokens.is_revoked(RevocationKind.SESSION, "other", NOW + 5)

    asyncio.run(scenario())


def test_sessions_that_are_not_persistent_end_with_the_server(store: Store) -> None:
    first, replaced, restarted = store.open(), store.open(), store.open(boot="boot-2")

    async def scenario() -> None:
        kept, ended = session("kept", id="kept", persistent=True), session("ended", id="ended")
        await first.sessions.create(kept)
        await first.sessions.create(ended)
        # This process belongs to the same start of the server.
        assert await replaced.sessions.get(ended.key, NOW) == ended
        assert await restarted.sessions.get(ended.key, NOW) is None
        assert await restarted.sessions.by_id("ended", NOW) is None
        assert list(await restarted.sessions.of_user("ada", NOW)) == [kept]
        assert await restarted.sessions.get(kept.key, NOW) == kept
        # A session becomes persistent with a change.
        assert await replaced.sessions.update(replace(ended, persistent=True))
        assert await restarted.sessions.get(ended.key, NOW) == replace(ended, persistent=True, version=1)

    asyncio.run(scenario())


def test_a_flow_expires_and_can_be_completed_once(state: StoredState) -> None:
    async def scenario() -> None:
        await state.flows.create(flow())
        assert await state.flows.get("flow-1", NOW + 599) == flow()
        assert await state.flows.get("flow-1", NOW + 600) is None
        assert await state.flows.get("other", NOW) is None
        ended = await asyncio.gather(*(state.flows.delete("flow-1") for _ in range(20)))
        assert sum(ended) == 1
        assert not await state.flows.update(flow())

    asyncio.run(scenario())
