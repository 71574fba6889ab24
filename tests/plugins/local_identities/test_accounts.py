"""Accounts of local users: sign-in, passwords and concurrent changes."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hanse.crypto.breached_passwords import BreachedPasswords
from hanse.crypto.passwords import PasswordDigests
from hanse.engine.local_users import BlockingLocalUsers
from hanse.engine.state.open_state import open_state
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, LocalUserStatus
from hanse.plugins.local_identities.accounts import LocalAccounts, NameTaken
from hanse.plugins.local_identities.passwords import StoredPasswords
from hanse.plugins.local_identities.profile import LocalProfile, ProfileField, ProfileFieldType
from tests.conformance.state.example_rows import TestKeys
from tests.crypto.test_breached_passwords import line_of
from tests.support.clock import ManualClock
from tests.support.local_identities import PASSWORD
from tests.support.randomness import SeededRandomness

PROFILE = LocalProfile(
    id="staff",
    name="Staff",
    fields=(
        ProfileField(id="login", label="Login", required=True, unique=True),
        ProfileField(id="mail", label="Mail", type=ProfileFieldType.EMAIL, required=True, unique=True),
    ),
    username_field="login",
)
ADA = {"login": "ada", "mail": "ada@hanse.example"}


class CountingDigests(PasswordDigests):
    """Counts the checks of passwords."""

    checks = 0

    def matches(self, password: str, digest: str | None) -> bool:
        self.checks += 1
        return super().matches(password, digest)


@pytest.fixture
def accounts(tmp_path: Path, randomness: SeededRandomness) -> Iterator[LocalAccounts]:
    state = open_state(tmp_path, keys=TestKeys(), randomness=randomness, boot="boot")
    users = BlockingLocalUsers(lambda: state.local_users)
    digests = CountingDigests(randomness)
    yield LocalAccounts(PROFILE, users, StoredPasswords(digests), BreachedPasswords(), ManualClock(), randomness)
    asyncio.run(state.close())


def added(accounts: LocalAccounts) -> LocalUser:
    user = accounts.new_user(ADA, password=accounts.passwords.prepare(PASSWORD))
    accounts.create(user)
    return user


def test_every_refused_sign_in_computes_one_digest(accounts: LocalAccounts) -> None:
    assert isinstance(accounts.passwords, StoredPasswords)
    digests = accounts.passwords.digests
    assert isinstance(digests, CountingDigests)
    added(accounts)
    without = accounts.new_user({"login": "bob", "mail": "bob@hanse.example"}, password="")
    accounts.create(without)
    disabled = accounts.new_user({"login": "eve", "mail": "eve@hanse.example"}, password="")
    accounts.create(replace(disabled, password=accounts.passwords.prepare(PASSWORD), status=LocalUserStatus.DISABLED))
    for name in ("ada", "nobody", "bob", "eve"):
        before = digests.checks
        assert accounts.authenticate(name, PASSWORD if name != "ada" else "wrong") is None
        assert digests.checks == before + 1
    found = accounts.authenticate("ada", PASSWORD)
    assert found is not None
    assert found.username == "ada"


def test_a_breached_password_is_refused(accounts: LocalAccounts, tmp_path: Path) -> None:
    prefix, line = line_of(PASSWORD)
    (tmp_path / prefix).write_text(line)
    assert accounts.password_objection(PASSWORD) is None
    checked = replace(accounts, breached=BreachedPasswords(tmp_path))
    assert checked.password_objection(PASSWORD) == "account.password_breached"


def test_a_common_password_is_refused_unless_the_profile_allows_it(accounts: LocalAccounts) -> None:
    user = added(accounts)
    for password in ("qwerty123456", "Password1234", "ada@hanse.example1", "Hanse1234567"):
        assert accounts.password_objection(password, user) == "account.password_common"
        tolerant = replace(accounts, profile=replace(PROFILE, refuses_common_passwords=False))
        assert tolerant.password_objection(password, user) is None


def test_a_temporary_password_must_be_changed(accounts: LocalAccounts) -> None:
    user = added(accounts)
    assert accounts.set_password(user.id, "temporary words here", temporary=True)
    found = accounts.authenticate("ada", "temporary words here")
    assert found is not None
    assert found.must_change_password
    accounts.set_password(user.id, PASSWORD)
    found = accounts.authenticate("ada", PASSWORD)
    assert found is not None
    assert not found.must_change_password


def test_a_change_is_repeated_when_another_one_came_first(accounts: LocalAccounts) -> None:
    user = added(accounts)
    disturbed: list[LocalUser] = []

    def changed(before: LocalUser) -> LocalUser:
        if not disturbed:
            disturbed.append(before)
            accounts.change(user.id, lambda other: replace(other, status=LocalUserStatus.DISABLED))
        return replace(before, must_change_password=True)

    accounts.change(user.id, changed)
    stored = accounts.get(user.id)
    assert stored is not None
    assert (stored.status, stored.must_change_password) == (LocalUserStatus.DISABLED, True)


def test_a_change_that_never_gets_through_says_so(accounts: LocalAccounts) -> None:
    user = added(accounts)

    def changed(before: LocalUser) -> LocalUser:
        assert accounts.users.update(before)
        return before

    with pytest.raises(Unavailable):
        accounts.change(user.id, changed)


def test_a_user_cannot_take_the_name_of_another(accounts: LocalAccounts) -> None:
    added(accounts)
    bob = accounts.new_user({"login": "bob", "mail": "bob@hanse.example"}, password="")
    accounts.create(bob)
    with pytest.raises(NameTaken):
        accounts.change(bob.id, lambda user: accounts.with_values(user, {**ADA, "login": "x"}, verified=False))
    with pytest.raises(NameTaken):
        accounts.create(accounts.new_user(ADA, password=""))
