"""Second factors of users in a directory, whose accounts are entries and not rows of this server."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.ldap_changes import add_entry
from hanse.engine.local_users import BlockingLocalUsers
from hanse.engine.state.open_state import open_state
from hanse.engine.state.store import StoredState
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor
from hanse.plugins.local_identities.stores import stores_of
from tests.conformance.local_users.conftest import STORAGE, UNIT, StoreOfUsers, profile
from tests.conformance.state.example_rows import NOW, TestKeys
from tests.support.randomness import SeededRandomness


@pytest.fixture
def state(database_url: str, tmp_path: Path, randomness: SeededRandomness) -> Iterator[StoredState]:
    made = open_state(tmp_path, database_url, keys=TestKeys(), randomness=randomness, boot="boot")
    yield made
    asyncio.run(made.close())


def test_the_user_of_an_entry_of_another_system_registers_a_factor(
    state: StoredState, in_directory: StoreOfUsers
) -> None:
    client = in_directory.client
    assert client is not None
    dn = f"uid=ada,{UNIT}"
    names = {"objectClass": ["inetOrgPerson"], "uid": ["ada"], "cn": ["Ada"], "sn": ["Lovelace"]}
    client.change(partial(add_entry, dn=dn, attributes=names))
    with asyncio.Runner() as runner:
        embedded = BlockingLocalUsers(lambda: state.local_users, runner.run)
        clients = {"directory": client}
        users, _ = stores_of(profile(STORAGE), embedded, PasswordDigests(SeededRandomness()), clients.__getitem__)
        # A sign-in finds the user by the entry whose password was correct.
        ada = users.by_dn("staff", dn)
        assert ada is not None
        phone = SecondFactor(
            id="f-1",
            adapter="totp",
            user_key="ada",
            kind=FactorKind.TOTP,
            name="Phone",
            created=NOW,
            secret=b"shared",
            local_user=ada.id,
        )
        factors = state.second_factors
        assert runner.run(factors.add(phone, most=5))
        assert runner.run(factors.of_user("totp", "ada", ada.id)) == [phone]
        users.delete("staff", ada.id)
        assert runner.run(factors.of_user("totp", "ada", ada.id)) == []
