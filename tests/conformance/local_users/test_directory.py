"""Users in a directory: other systems also change it, and no value of a user leaves its place."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import structlog

from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.ldap import Directory
from hanse.data_stores.ldap_changes import add_entry, delete_entry, replace_attributes
from hanse.data_stores.settings import DirectorySettings
from hanse.engine.local_users import BlockingLocalUsers
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, LocalUserStatus, PasswordRefused, TooManyUsers
from hanse.plugins.local_identities.directory import users as directory_users
from hanse.plugins.local_identities.profile import EmailVerification
from hanse.plugins.local_identities.stores import stores_of
from hanse.plugins.local_identities.user_values import with_values
from tests.conformance.local_users.conftest import STORAGE, UNIT, StoreOfUsers, profile
from tests.conformance.local_users.test_stores import added, new
from tests.support.directory import free_port
from tests.support.local_identities import PASSWORD
from tests.support.randomness import SeededRandomness

INJECTIONS = (
    "*",
    "ada)(uid=*",
    "*)(objectClass=*",
    "ada\\2a",
    "ada,ou=people",
    "a+cn=b",
    "#ada",
    " ada",
    'ada"',
    "a\0b",
)


def entry(store: StoreOfUsers, uid: str) -> tuple[str, Mapping[str, tuple[str, ...]]]:
    """Return the name and the attributes of an entry."""
    assert store.client is not None
    wanted = ["objectClass", "uid", "mail", "cn", "sn", "employeeType", "departmentNumber", "description"]
    (found,) = store.client.search(UNIT, "(uid=${uid})", {"uid": uid}, wanted)
    return found.dn, found.attributes


def change_entry(store: StoreOfUsers, user: LocalUser, **attributes: Any) -> None:
    assert store.client is not None
    store.client.change(partial(replace_attributes, dn=user.dn, attributes=attributes))


def changed(store: StoreOfUsers, id_: str, **values: Any) -> bool:
    """Change values of a user."""
    user = store.users.get("staff", id_)
    assert user is not None
    return store.users.update(with_values(store.profile, user, {**user.attributes, **values}, verified=False))


def with_storage(store: StoreOfUsers, embedded: BlockingLocalUsers, **more: Any) -> StoreOfUsers:
    """Return the store with other settings."""
    own = replace(profile(replace(STORAGE, **more)), verification=store.profile.verification)
    assert store.client is not None
    clients = {"directory": store.client}
    users, passwords = stores_of(own, embedded, PasswordDigests(SeededRandomness()), clients.__getitem__)
    return replace(store, users=users, passwords=passwords, profile=own)


def test_a_user_is_an_entry_with_the_mapped_attributes(in_directory: StoreOfUsers) -> None:
    added(in_directory, "ada", groups=["crew", "owners"], news="true", name="Ada Ümläut", surname="Lovelace")
    dn, attributes = entry(in_directory, "ada")
    assert dn == f"uid=ada,{UNIT}"
    assert attributes["objectClass"] == ("inetOrgPerson",)
    assert (attributes["cn"], attributes["sn"], attributes["employeeType"]) == (
        ("Ada Ümläut",),
        ("Lovelace",),
        ("TRUE",),
    )
    assert sorted(attributes["departmentNumber"]) == ["crew", "owners"]


@pytest.mark.parametrize("text", INJECTIONS)
def test_no_entered_name_changes_a_filter_or_the_name_of_an_entry(in_directory: StoreOfUsers, text: str) -> None:
    ada = added(in_directory, "ada")
    assert in_directory.users.by_name("staff", text) is None
    assert list(in_directory.users.by_email("staff", text, 5)) == []
    assert not in_directory.passwords.matches(PASSWORD, in_directory.users.by_name("staff", text))
    # A new user with such a name is an entry at the usual place.
    if "\0" not in text and text.strip() == text:
        odd = added(in_directory, text, mail="odd@hanse.example")
        assert odd.id != ada.id
        found = in_directory.users.by_name("staff", text)
        assert found is not None
        assert found.username == text
        assert entry(in_directory, text)[0].endswith(f",{UNIT}")
        assert in_directory.users.delete("staff", odd.id)
    assert in_directory.users.get("staff", ada.id) is not None


@pytest.mark.parametrize("id_", ["*", "~staff", "*~staff", "x)(uid=*~staff", f"{'0' * 32}~staff", "~", ""])
def test_no_id_changes_a_filter(in_directory: StoreOfUsers, id_: str) -> None:
    added(in_directory, "ada")
    assert in_directory.users.get("staff", id_) is None
    assert not in_directory.users.delete("staff", id_)
    assert not in_directory.users.is_active("staff", id_)


def test_an_entry_of_another_system_is_a_user(in_directory: StoreOfUsers) -> None:
    assert in_directory.client is not None
    attributes = {"objectClass": ["inetOrgPerson"], "uid": ["eve"], "cn": ["Eve"], "sn": ["E"], "mail": ["e@x", "f@x"]}
    in_directory.client.change(partial(add_entry, dn=f"cn=Eve,{UNIT}", attributes=attributes))
    eve = in_directory.users.by_name("staff", "eve")
    assert eve is not None
    # Another value of an attribute identifies the user as well, so that nobody can register with it.
    other = in_directory.users.by_name("staff", "F@x")
    assert other is not None
    assert other.id == eve.id
    assert in_directory.users.create(new(in_directory, "frank", mail="f@x")) is None
    # The name of the entry follows the attribute in it, and attributes that did not change keep all their values.
    assert changed(in_directory, eve.id, name="Eva")
    dn, found = entry(in_directory, "eve")
    assert (dn, found["cn"], sorted(found["mail"])) == (f"cn=Eva,{UNIT}", ("Eva",), ["e@x", "f@x"])
    in_directory.client.change(partial(delete_entry, dn=dn))
    assert in_directory.users.get("staff", eve.id) is None
    assert not in_directory.users.update(eve)


def test_a_changed_name_renames_the_entry(in_directory: StoreOfUsers) -> None:
    ada, bob = added(in_directory, "ada"), added(in_directory)
    assert changed(in_directory, ada.id, login="lovelace, ada")
    dn, attributes = entry(in_directory, "lovelace, ada")
    assert dn in (f"uid=lovelace\\, ada,{UNIT}", f"uid=lovelace\\2C ada,{UNIT}")
    assert attributes["uid"] == ("lovelace, ada",)
    assert not changed(in_directory, bob.id, login="Lovelace, Ada")


def test_a_pattern_with_a_random_name_keeps_it(in_directory: StoreOfUsers, embedded: BlockingLocalUsers) -> None:
    store = with_storage(in_directory, embedded, rdn="description=${entryUUID}")
    ada = added(store, "ada")
    dn, attributes = entry(store, "ada")
    (name,) = attributes["description"]
    assert dn == f"description={name},{UNIT}"
    assert changed(store, ada.id, login="lovelace")
    assert entry(store, "lovelace")[0] == dn


def test_of_simultaneous_registrations_of_a_name_at_most_one_succeeds(in_directory: StoreOfUsers) -> None:
    users = [new(in_directory, f"user{number}", mail="shared@hanse.example") for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        created = [each for each in pool.map(in_directory.users.create, users) if each is not None]
    assert len(created) <= 1
    assert len(in_directory.users.by_email("staff", "shared@hanse.example", 9)) == len(created)
    assert len(in_directory.users.page("staff", search="", after="", most=9).items) == len(created)


def test_a_name_of_several_entries_signs_nobody_in(in_directory: StoreOfUsers) -> None:
    ada, bob = added(in_directory, "ada"), added(in_directory)
    change_entry(in_directory, bob, mail=[ada.email])
    with structlog.testing.capture_logs() as logs:
        assert in_directory.users.by_name("staff", ada.email) is None
    assert [each["event"] for each in logs if each["log_level"] == "warning"] == [
        "several users of a directory have the same name"
    ]


def test_a_password_that_the_directory_refuses_leaves_no_entry(
    in_directory: StoreOfUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = added(in_directory, "ada")
    refusal = "Password fails quality checking policy"
    monkeypatch.setattr(Directory, "change_password", lambda *_arguments: refusal)
    with pytest.raises(PasswordRefused, match="quality checking"):
        in_directory.users.create(replace(new(in_directory), password=PASSWORD))
    assert in_directory.users.by_name("staff", "bob") is None
    for version, must_change in enumerate((True, False)):
        with pytest.raises(PasswordRefused):
            in_directory.users.update(
                replace(ada, password=PASSWORD, must_change_password=must_change, version=version)
            )
        # The demand for another password stays until the directory accepts one.
        found = in_directory.users.get("staff", ada.id)
        assert found is not None
        assert found.must_change_password


def test_a_disabled_user_has_the_mark_of_the_directory(
    in_directory: StoreOfUsers, embedded: BlockingLocalUsers
) -> None:
    store = with_storage(in_directory, embedded, disabling_attribute="description", disabling_value="Locked")
    ada = added(store, "ada")
    for version, (status, value) in enumerate(((LocalUserStatus.DISABLED, ("Locked",)), (LocalUserStatus.ACTIVE, ()))):
        assert store.users.update(replace(ada, status=status, version=version))
        assert entry(store, "ada")[1].get("description", ()) == value
    # Another system disables the user.
    change_entry(store, ada, description=["LOCKED"])
    assert not store.users.is_active("staff", ada.id)


def test_an_unwritable_status_field_is_kept_by_the_server(
    in_directory: StoreOfUsers, embedded: BlockingLocalUsers
) -> None:
    by_code = EmailVerification(field="mail", status_field="surname")
    store = with_storage(
        replace(in_directory, profile=replace(in_directory.profile, verification=by_code)),
        embedded,
        attributes={**STORAGE.attributes, "surname": "entryUUID", "name": "sn"},
        rdn="cn=${login}",
    )
    ada = added(store, "ada")
    found = store.users.get("staff", ada.id)
    assert found is not None
    assert not found.email_verified
    assert store.users.update(with_values(store.profile, found, found.attributes, verified=True))
    found = store.users.get("staff", ada.id)
    assert found is not None
    assert found.email_verified


def test_more_users_than_can_be_listed_are_not_listed_in_part(
    in_directory: StoreOfUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    for login in ("ada", "bob", "eve"):
        added(in_directory, login)
    monkeypatch.setattr(directory_users, "MOST_LISTED", 2)
    with pytest.raises(TooManyUsers):
        in_directory.users.page("staff", search="", after="", most=1)
    assert [each.username for each in in_directory.users.page("staff", search="ad", after="", most=1).items] == ["ada"]


def test_a_user_is_found_by_the_entry(in_directory: StoreOfUsers, embedded: BlockingLocalUsers) -> None:
    ada = added(in_directory, "ada")
    found = in_directory.users.by_dn("staff", ada.dn)
    assert found is not None
    assert found.id == ada.id
    assert in_directory.users.by_dn("guests", ada.dn) is None
    assert in_directory.users.by_dn("staff", "") is None
    assert embedded.by_dn("staff", ada.dn) is None
    # Records are not users whom the server stores.
    assert embedded.page("staff", search="", after="", most=9).items == ()


def test_a_directory_that_is_away_is_logged_and_no_user_is_unknown(embedded: BlockingLocalUsers) -> None:
    away = Directory(DirectorySettings(servers=(("127.0.0.1", free_port()),)))
    users, passwords = stores_of(
        profile(STORAGE), embedded, PasswordDigests(SeededRandomness()), {"directory": away}.__getitem__
    )
    ada = LocalUser(id="x", profile="staff", username="ada", names=(), created=0, updated=0, dn=f"uid=ada,{UNIT}")
    for call in (
        lambda: users.by_name("staff", "ada"),
        lambda: users.page("staff", search="", after="", most=1),
        lambda: passwords.matches(PASSWORD, ada),
        lambda: passwords.matches(PASSWORD, None),
    ):
        with structlog.testing.capture_logs() as logs, pytest.raises(Unavailable):
            call()
        (entry_,) = [each for each in logs if each["log_level"] == "warning"]
        assert (entry_["event"], entry_["data_store"]) == ("directory of local users failed", "directory")
        assert "cannot be reached" in entry_["reason"]
        assert "ada" not in str(entry_)
    away.close()
