"""Users of a profile whose accounts are entries of a real directory."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import httpx
import pytest
import structlog

from hanse.data_stores.ldap import Directory
from hanse.data_stores.ldap_changes import add_entry, delete_entry, replace_attributes
from hanse.data_stores.settings import DirectorySettings
from hanse.engine.local_accounts import LocalUserLookups, local_accounts
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, LocalUserStatus
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.local_identities.test_profile_page import CHANGE, DATA, NEW, PAGE, values_in
from tests.engine.signin.site import error_of, returned, title_of
from tests.support.configurations import replace as replace_document
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, RunningDirectory, free_port, serving
from tests.support.instances import LDAP_VALIDATOR, fields, instance
from tests.support.local_identities import PASSWORD, directory_storage, profile, verification

UNIT = f"ou=guests,{BASE}"
_FILTER = "(|(uid=${username})(mail=${username}))"


def store_body(port: int) -> dict[str, Any]:
    """Return the body of the data store with the users."""
    return {
        "id": "store-0",
        "type": "LDAP",
        "name": "Directory",
        "ldapType": "GENERIC",
        "hostnames": [f"127.0.0.1:{port}"],
        "userDN": ADMIN,
        "password": ADMIN_PASSWORD,
    }


@dataclass
class Guests:
    """The community, whose users are in a directory."""

    community: Community
    client: Directory

    @property
    def accounts(self) -> LocalAccounts:
        engine = self.community.site.engine
        return local_accounts(engine.services, engine.follower.snapshot, "profile-0")

    def known(self, name: str = "ada") -> LocalUser:
        found = self.accounts.find(name)
        assert found is not None
        return found

    def save_profile(self, storage: dict[str, str] | None = None, **more: Any) -> None:
        self.community.save_profile(dataStoreConfig=directory_storage(baseDn=UNIT, **(storage or {})), **more)

    def signed_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        visitor = self.community.visitor()
        return visitor.sign_in(visitor.authorize(), name, password)

    def move_directory(self, port: int) -> None:
        engine = self.community.site.engine
        replace_document(engine.core.configuration, DATA_STORES, "store-0", store_body(port))
        engine.caught_up()


@pytest.fixture(scope="session")
def running_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    with serving(tmp_path_factory.mktemp("slapd")) as running:
        yield running


@pytest.fixture(params=["local", "ldap"])
def guests(
    request: pytest.FixtureRequest, community: Community, running_directory: RunningDirectory
) -> Iterator[Guests]:
    """The adapter uses the validator of the profile, or an LDAP validator of the same directory."""
    settings = DirectorySettings(
        servers=(("127.0.0.1", running_directory.port),), bind_dn=ADMIN, password=ADMIN_PASSWORD, read_timeout=20
    )
    client = Directory(settings)
    client.change(partial(add_entry, dn=UNIT, attributes={"objectClass": ["organizationalUnit"]}))
    site = community.site
    site.add(DATA_STORES, store_body(running_directory.port))
    search = {"LDAP_Datastore": "store-0", "Search_Base": UNIT.upper(), "Search_Filter": _FILTER}
    site.add(VALIDATORS, instance("ldap", "Validator", LDAP_VALIDATOR, fields(**search)))
    made = Guests(community, client)
    made.save_profile()
    community.save_adapter(f"validator-{request.param}", Allow_Password_Changes="true")
    yield made
    for each in client.search(UNIT, "(objectClass=account)", {}):
        client.change(partial(delete_entry, dn=each.dn))
    client.change(partial(delete_entry, dn=UNIT))
    client.close()


def test_strangers_register_in_the_directory_and_sign_in_with_its_password(guests: Guests) -> None:
    ada = guests.community.visitor()
    assert returned(guests.community.register(ada, "ada", field__city="Lübeck"))["code"]
    (entry,) = guests.client.search(UNIT, "(uid=ada)", {}, ["mail", "l", "objectClass"])
    assert entry.dn == f"uid=ada,{UNIT}"
    assert dict(entry.attributes) == {
        "mail": ("ada@hanse.example",),
        "l": ("Lübeck",),
        "objectClass": ("account", "extensibleObject"),
    }
    assert guests.client.authenticate(entry.dn, PASSWORD)
    # The server itself has no user of this name, and no digest.
    assert guests.community.user() is None
    for name in ("ada", "ADA", "Ada@hanse.example"):
        assert returned(guests.signed_in(name))["code"]
    assert guests.known().signed_in > 0
    assert error_of(guests.signed_in("ada", "wrong"))


@pytest.mark.parametrize("name", ["*", "a*", "ada)(uid=*", "*)(objectClass=*", "ada\\2a", "uid=ada"])
def test_no_username_changes_the_search(guests: Guests, name: str) -> None:
    guests.community.register(guests.community.visitor())
    wrong = error_of(guests.signed_in("ada", "wrong"))
    assert error_of(guests.signed_in(name)) == wrong
    page = guests.community.register(
        guests.community.visitor(), "eve", field__login=name, field__mail="e@hanse.example"
    )
    assert returned(page)["code"]
    assert guests.known(name).dn.endswith(UNIT)
    assert guests.known().email == "ada@hanse.example"


def test_a_name_in_use_is_refused(guests: Guests) -> None:
    guests.community.register(guests.community.visitor())
    for taken in ("ada", "ADA", "ada@hanse.example"):
        page = guests.community.register(guests.community.visitor(), "eve", field__login=taken)
        assert "This value is already in use." in page.text
    assert guests.accounts.find("eve@hanse.example") is None


def test_with_a_required_verification_an_address_in_use_is_not_disclosed(guests: Guests) -> None:
    guests.save_profile(emailVerificationConfig=verification())
    community = guests.community
    ada = community.visitor()
    page = community.register(ada)
    assert guests.accounts.find("ada") is None
    assert returned(community.send(ada, page, otp=community.code))["code"]
    assert guests.known().email_verified
    stranger = community.register(community.visitor(), "eve", field__mail="ada@hanse.example")
    assert title_of(stranger) == title_of(page)
    assert error_of(stranger) == error_of(page)
    assert guests.accounts.find("eve") is None


def test_a_disabled_user_gets_the_answer_of_a_wrong_password(guests: Guests) -> None:
    guests.community.register(guests.community.visitor())
    guests.accounts.set_status(guests.known().id, LocalUserStatus.DISABLED)
    assert error_of(guests.signed_in("ada")) == error_of(guests.signed_in("ada", "wrong"))
    guests.accounts.set_status(guests.known().id, LocalUserStatus.ACTIVE)
    assert returned(guests.signed_in("ada"))["code"]


def test_a_temporary_password_must_be_changed(guests: Guests) -> None:
    guests.community.register(guests.community.visitor())
    guests.accounts.set_password(guests.known().id, "temporary words here", temporary=True)
    visitor = guests.community.visitor()
    page = visitor.sign_in(visitor.authorize(), "ada", "temporary words here")
    change = {"pf.pass": "temporary words here", "pf.newPassword": NEW, "pf.confirmPassword": NEW}
    refused = visitor.send(
        page, **{**change, "pf.newPassword": "ada@hanse.example", "pf.confirmPassword": "ada@hanse.example"}
    )
    assert "must differ from your username" in refused.text
    visitor.send(refused, **change)
    assert returned(guests.signed_in("ada", NEW))["code"]
    assert error_of(guests.signed_in("ada", "temporary words here"))


def test_users_change_their_data_and_their_password_and_delete_their_account(guests: Guests) -> None:
    guests.save_profile(profileConfig={"deleteIdentityEnabled": True})
    guests.community.register(guests.community.visitor())
    ada = guests.community.visitor()
    page = ada.sign_in(ada.browser.get(PAGE), "ada", PASSWORD)
    assert values_in(page) == {"field.login": "ada", "field.mail": "ada@hanse.example", "field.city": ""}
    page = ada.send(page, "pf.save", **{**DATA, "field.login": "lovelace"})
    assert "Your changes have been saved." in page.text
    (entry,) = guests.client.search(UNIT, "(uid=lovelace)", {}, ["l"])
    assert entry.attributes["l"] == ("Lübeck",)
    wrong = ada.send(page, "pf.changePassword", **{**CHANGE, "pf.pass": "wrong"})
    assert "The current password is not correct." in wrong.text
    ada.send(wrong, "pf.changePassword", **CHANGE)
    assert guests.client.authenticate(entry.dn, NEW)
    again = guests.community.visitor()
    page = again.sign_in(again.browser.get(PAGE), "lovelace", NEW)
    again.send(page, "pf.delete", **{"pf.pass": NEW})
    assert guests.client.search(UNIT, "(objectClass=account)", {}) == []


def test_a_directory_that_is_away_gives_a_generic_answer(guests: Guests) -> None:
    guests.community.register(guests.community.visitor())
    visitor = guests.community.visitor()
    page = guests.community.form(visitor)
    guests.move_directory(free_port())
    with structlog.testing.capture_logs() as logs:
        registration = guests.community.register(visitor, "bob", page)
        sign_in = guests.signed_in("ada")
    for answer in (registration, sign_in):
        assert "later" in answer.text
        for detail in ("127.0.0.1", "directory", UNIT):
            assert detail not in answer.text
    assert any("cannot be reached" in str(each.get("reason", "")) for each in logs)


def test_an_entry_of_another_class_is_no_user_of_the_profile(guests: Guests) -> None:
    person = {"objectClass": ["inetOrgPerson"], "uid": ["eve"], "cn": ["Eve"], "sn": ["Eve"]}
    dn = f"uid=eve,{UNIT}"
    guests.client.change(partial(add_entry, dn=dn, attributes=person))
    guests.client.change_password(dn, None, PASSWORD)
    assert error_of(guests.signed_in("eve")) == error_of(guests.signed_in("eve", "wrong"))
    guests.client.change(partial(delete_entry, dn=dn))


def test_users_of_any_class_sign_in_and_none_is_added_without_a_create_pattern(guests: Guests) -> None:
    guests.save_profile({"createPattern": "", "objectClass": ""}, registrationEnabled=False)
    person = {"objectClass": ["inetOrgPerson"], "uid": ["eve"], "cn": ["Eve"], "sn": ["Eve"]}
    dn = f"uid=eve,{UNIT}"
    guests.client.change(partial(add_entry, dn=dn, attributes=person))
    guests.client.change_password(dn, None, PASSWORD)
    assert returned(guests.signed_in("eve"))["code"]
    eve = guests.known("eve")
    with pytest.raises(Unavailable):
        guests.accounts.users.create(replace(eve, id="new", username="mallory"))
    guests.client.change(partial(delete_entry, dn=dn))


def test_coroutines_look_users_up_in_the_directory(guests: Guests) -> None:
    community = guests.community
    community.register(community.visitor())
    community.register(community.visitor(), "bob")
    ada, engine = guests.known(), community.site.engine
    lookups, snapshot = LocalUserLookups(engine.services), engine.follower.snapshot

    async def scenario() -> None:
        assert await lookups.is_active(snapshot, ada.id)
        assert await lookups.get(snapshot, "profile-0", ada.id) == ada
        assert await lookups.get(snapshot, "other", ada.id) is None
        assert await lookups.has_namesake(snapshot, ada.id, "bob")
        assert not await lookups.has_namesake(snapshot, ada.id, "ada")
        for unknown in (f"{ada.id}x", ada.id.replace("profile", "other")):
            assert not await lookups.is_active(snapshot, unknown)
            await lookups.record_sign_in(snapshot, unknown, 1.0)

    asyncio.run(scenario())
    # A refresh token of a user whom another system has deleted is refused at once.
    guests.client.change(partial(delete_entry, dn=ada.dn))
    assert not asyncio.run(lookups.is_active(snapshot, ada.id))


@pytest.mark.parametrize("guests", ["ldap"], indirect=True)
def test_registration_needs_a_validator_of_the_same_part_of_the_directory(guests: Guests) -> None:
    search = {"LDAP_Datastore": "store-0", "Search_Base": BASE, "Search_Filter": _FILTER}
    guests.community.site.add(VALIDATORS, instance("wide", "Validator", LDAP_VALIDATOR, fields(**search)))
    assert "Create an account" in guests.community.visitor().authorize().text
    guests.community.save_adapter("validator-wide")
    assert "Create an account" not in guests.community.visitor().authorize().text


@pytest.mark.parametrize("guests", ["local"], indirect=True)
def test_the_attributes_of_the_entry_are_those_of_the_user(guests: Guests) -> None:
    guests.community.register(guests.community.visitor())
    ada = guests.known()
    guests.client.change(partial(replace_attributes, dn=ada.dn, attributes={"l": ["Visby"]}))
    assert guests.known().attributes["city"] == "Visby"


@pytest.mark.parametrize("guests", ["local"], indirect=True)
def test_the_profile_is_saved_with_its_directory(guests: Guests) -> None:
    stored = guests.community.site.engine.core.configuration
    with stored.reading() as view:
        saved = view.model(LOCAL_IDENTITY_PROFILES, "profile-0")
    assert saved.data_store_config is not None
    assert saved.data_store_config.base_dn == UNIT
    assert profile()["id"] == saved.id
