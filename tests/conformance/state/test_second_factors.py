"""Second factors: registered, found, used, removed and paged."""

import asyncio
from dataclasses import replace

from hanse.engine.state.contracts import digest
from hanse.engine.state.store import StoredState
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW
from tests.conformance.state.test_local_users import ADA

PHONE = SecondFactor(
    id="f-1", adapter="totp", user_key="ada", kind=FactorKind.TOTP, name="Phone", created=NOW, secret=b"shared-secret"
)
PASSKEY = replace(PHONE, id="f-2", kind=FactorKind.PASSKEY, name="Laptop", created=NOW + 1, lookup=digest("credential"))


def code(number: int) -> SecondFactor:
    return replace(PHONE, id=f"code-{number}", kind=FactorKind.RECOVERY_CODE, name=str(number), secret=b"digest")


def test_second_factors_are_found_by_user_and_by_digest(state: StoredState) -> None:
    async def scenario() -> None:
        factors = state.second_factors
        assert await factors.add(PHONE, most=5)
        assert await factors.add(PASSKEY, most=5)
        assert await factors.add(replace(PHONE, id="f-3", user_key="joe"), most=5)
        assert await factors.add(replace(PHONE, id="f-4", adapter="other"), most=5)
        assert await factors.of_user("totp", "ada") == [PHONE, PASSKEY]
        assert await factors.of_user("totp", "nobody") == []
        assert await factors.by_lookup("totp", PASSKEY.lookup) == PASSKEY
        assert await factors.by_lookup("other", PASSKEY.lookup) is None

    asyncio.run(scenario())


def test_the_number_of_a_kind_is_limited_and_a_digest_is_unique_at_an_adapter(state: StoredState) -> None:
    async def scenario() -> None:
        factors = state.second_factors
        assert await factors.add(PASSKEY, most=1)
        assert not await factors.add(replace(PASSKEY, id="f-9", lookup=digest("second")), most=1)
        assert await factors.add(PHONE, most=1)
        assert not await factors.add(replace(PASSKEY, id="f-9", user_key="joe"), most=5)
        assert await factors.add(replace(PASSKEY, id="f-9", adapter="other"), most=5)

    asyncio.run(scenario())


def test_of_simultaneous_uses_with_the_same_counter_one_is_accepted(store: Store) -> None:
    first, second = store.open(), store.open()

    async def scenario() -> None:
        await first.second_factors.add(PHONE, most=5)
        calls = [
            each.second_factors.record_use("f-1", 7, NOW, must_increase=True) for each in (first, second) for _ in "ab"
        ]
        assert sorted(await asyncio.gather(*calls)) == [False, False, False, True]
        assert not await first.second_factors.record_use("f-1", 6, NOW, must_increase=True)
        assert await first.second_factors.record_use("f-1", 6, NOW + 1, must_increase=False)
        (found,) = await second.second_factors.of_user("totp", "ada")
        assert (found.counter, found.used) == (6, NOW + 1)
        assert not await first.second_factors.record_use("removed", 8, NOW, must_increase=False)

    asyncio.run(scenario())


def test_recovery_codes_are_replaced_together_and_each_is_removed_once(state: StoredState) -> None:
    async def scenario() -> None:
        factors = state.second_factors
        await factors.add(PHONE, most=5)
        await factors.replace_recovery_codes("totp", "ada", [code(1), code(2)])
        await factors.replace_recovery_codes("totp", "ada", [code(3), code(4)])
        assert {each.id for each in await factors.of_user("totp", "ada")} == {"f-1", "code-3", "code-4"}
        removed = await asyncio.gather(*(factors.remove("code-3") for _ in range(3)))
        assert sorted(each is not None for each in removed) == [False, False, True]

    asyncio.run(scenario())


def test_all_second_factors_of_a_user_are_removed_at_one_adapter_or_at_all(state: StoredState) -> None:
    async def scenario() -> None:
        factors = state.second_factors
        for each in (
            PHONE,
            PASSKEY,
            replace(PHONE, id="f-3", adapter="other"),
            replace(PHONE, id="f-4", user_key="joe"),
        ):
            await factors.add(each, most=5)
        assert await factors.remove_all("ada", "totp") == 2
        assert await factors.remove_all("ada") == 1
        assert [each.id for each in (await factors.page()).items] == ["f-4"]

    asyncio.run(scenario())


def test_second_factors_of_a_local_user_belong_to_the_account_and_are_deleted_with_it(state: StoredState) -> None:
    async def scenario() -> None:
        factors, users = state.second_factors, state.local_users
        await users.create(ADA)
        await users.create(replace(ADA, id="user-2", username="bob", names=()))
        own, others = replace(PASSKEY, local_user="user-1"), replace(PHONE, local_user="user-2")
        older = replace(PHONE, id="f-3", lookup=b"")
        for each in (own, others, older):
            assert await factors.add(each, most=2)
        await factors.replace_recovery_codes("totp", "ada", [replace(code(2), local_user="user-2")])
        await factors.replace_recovery_codes(
            "totp", "ada", [replace(code(1), local_user="user-1")], local_user="user-1"
        )
        assert {each.id for each in await factors.of_user("totp", "ada", "user-1")} == {"f-2", "f-3", "code-1"}
        assert {each.id for each in await factors.of_user("totp", "renamed", "user-1")} == {"f-2", "code-1"}
        assert len(await factors.of_user("totp", "ada")) == 5
        assert await factors.has_any("user-1", "renamed")
        assert await factors.has_any("user-3", "ada")
        assert not await factors.has_any("user-3", "bob")
        assert await factors.by_lookup("totp", PASSKEY.lookup) == own
        assert await users.delete("staff", "user-1")
        assert {each.id for each in (await factors.page()).items} == {"f-1", "f-3", "code-2"}
        # Nobody can use what is registered after the deletion, so it is not stored.
        assert not await factors.add(own, most=5)
        await factors.replace_recovery_codes(
            "totp", "ada", [replace(code(3), local_user="user-1")], local_user="user-1"
        )
        assert {each.id for each in (await factors.page()).items} == {"f-1", "f-3", "code-2"}

    asyncio.run(scenario())


def test_pages_follow_the_order_of_user_and_id(state: StoredState) -> None:
    async def scenario() -> None:
        factors = state.second_factors
        for user in ("joe", "ada"):
            for number in range(3):
                await factors.add(replace(PHONE, id=f"{user}-{number}", user_key=user), most=5)
        first = await factors.page(most=4)
        assert [each.id for each in first.items] == ["ada-0", "ada-1", "ada-2", "joe-0"]
        assert first.next_after is not None
        last = await factors.page(after=first.next_after, most=4)
        assert ([each.id for each in last.items], last.next_after) == (["joe-1", "joe-2"], None)
        own = await factors.page(user_key="joe", after=("joe", "joe-0"), most=1)
        assert ([each.id for each in own.items], own.next_after) == (["joe-1"], ("joe", "joe-1"))

    asyncio.run(scenario())


def test_secrets_and_names_are_stored_encrypted(store: Store) -> None:
    state = store.open()
    asyncio.run(state.second_factors.add(PHONE, most=5))
    stored = store.everything()
    assert b"f-1" in stored
    assert b"shared-secret" not in stored
    assert b"Phone" not in stored
