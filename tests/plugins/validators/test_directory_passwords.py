"""Password changes, user look-ups and unlocking in a real LDAP directory."""

from collections.abc import Iterator
from typing import Any

import pytest
from ldap3 import MODIFY_REPLACE, NONE, Connection, Server

from hanse.config.plugins.plugin import Settings
from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.ldap import Directory
from hanse.data_stores.settings import DirectorySettings
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.validators import DetailedValidator, PasswordManager, ValidatorServices
from hanse.plugins.validators.directory.plugin import LDAP, DirectoryValidator
from hanse.plugins.validators.simple.plugin import SIMPLE
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, PASSWORD, PEOPLE, RunningDirectory, serving
from tests.support.randomness import SeededRandomness

ADA, POLICY = f"uid=ada,{PEOPLE}", f"cn=policy,{BASE}"
NEW = "Hansa-1669-new"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    with serving(tmp_path_factory.mktemp("slapd")) as found:
        yield found


@pytest.fixture(autouse=True)
def reset(running: RunningDirectory) -> Iterator[None]:
    """Restore the changed entries after each test."""
    yield
    write(running, POLICY, pwdLockout=[], pwdMaxFailure=[], pwdMinLength=[], pwdCheckQuality=[], pwdMaxAge=[])
    write(running, ADA, userPassword=[PASSWORD], pwdAccountLockedTime=[], pwdFailureTime=[], employeeType=[])


def write(running: RunningDirectory, dn: str, **values: list[str]) -> None:
    """Change an entry with the rights of the directory's administrator."""
    server = Server("localhost", port=running.port, get_info=NONE)
    with Connection(server, ADMIN, ADMIN_PASSWORD, check_names=False) as connection:
        modify: Any = connection.modify
        for name, texts in values.items():
            modify(dn, {name: [(MODIFY_REPLACE, texts)]})


@pytest.fixture
def services(running: RunningDirectory) -> Iterator[ValidatorServices]:
    made = DirectorySettings(
        servers=(("127.0.0.1", running.port),), bind_dn=ADMIN, password=ADMIN_PASSWORD, read_timeout=20
    )
    client = Directory(made)
    yield ValidatorServices(PasswordDigests(SeededRandomness()), lambda _: client)
    client.close()


def validator(**more: str) -> DirectoryValidator:
    given = {
        "LDAP Datastore": "people",
        "Search Base": PEOPLE,
        "Search Filter": "uid=${username}",
        "Mail Search Filter": "mail=${mail}",
        "Username Attribute": "uid",
        "Display Name Attribute": "cn",
        **{name.replace("_", " "): value for name, value in more.items()},
    }
    defaults = {each.name: each.default for each in LDAP.form.fields if each.default is not None}
    made = LDAP.make(Settings("directory", defaults | given, {}))
    assert isinstance(made, DirectoryValidator)
    return made


def test_a_directory_can_change_passwords_and_a_table_of_users_cannot() -> None:
    assert isinstance(validator(), PasswordManager)
    assert isinstance(validator(), DetailedValidator)
    assert not isinstance(SIMPLE.make(Settings("simple", {}, {})), PasswordManager)


def test_a_password_is_changed_with_the_current_one(services: ValidatorServices) -> None:
    made = validator()
    assert made.change_password("ada", PASSWORD, NEW, services) is None
    assert made.check("ada", NEW, services).valid
    assert not made.check("ada", PASSWORD, services).valid


def test_the_directory_checks_the_current_password_itself(services: ValidatorServices) -> None:
    made = validator()
    assert made.change_password("ada", "wrong", NEW, services)
    assert made.check("ada", PASSWORD, services).valid


def test_a_forgotten_password_is_set_without_the_current_one(services: ValidatorServices) -> None:
    made = validator()
    assert made.reset_password("ada", NEW, services) is None
    assert made.check("ada", NEW, services).valid
    with pytest.raises(Unavailable):
        made.reset_password("nobody", NEW, services)


def test_users_are_found_by_name_and_by_address(services: ValidatorServices) -> None:
    made = validator()
    found = made.find_user("ada", services)
    assert found is not None
    assert (found.username, found.display_name, found.email) == ("ada", "Ada Ümläut", "ada@hanse.example")
    assert found.email_verified is None
    assert [each.username for each in made.find_users_by_email("ada@kontor.example", services)] == ["ada"]
    for nobody in ("nobody@hanse.example", "*", "ada@kontor.example)(uid=*"):
        assert made.find_users_by_email(nobody, services) == []
    for nobody in ("nobody", "*", " ", ""):
        assert made.find_user(nobody, services) is None
    assert validator(Mail_Search_Filter="").find_users_by_email("ada@kontor.example", services) == []


@pytest.mark.parametrize(("value", "verified"), [("TRUE", True), ("false", False)])
def test_an_entry_states_whether_its_address_is_verified(
    running: RunningDirectory, services: ValidatorServices, value: str, verified: bool
) -> None:
    write(running, ADA, employeeType=[value])
    found = validator(Mail_Verified_Attribute="employeeType").find_user("ada", services)
    assert found is not None
    assert found.email_verified is verified


def test_an_account_that_the_directory_locked_is_unlocked(
    running: RunningDirectory, services: ValidatorServices
) -> None:
    write(running, POLICY, pwdLockout=["TRUE"], pwdMaxFailure=["1"])
    made = validator()
    assert not made.check("ada", "wrong", services).valid
    assert not made.check("ada", PASSWORD, services).valid
    assert made.unlock("ada", services)
    assert made.check("ada", PASSWORD, services).valid
    assert not made.unlock("ada", services)
    assert not made.unlock("nobody", services)


def test_a_disabled_account_is_reported_only_with_its_correct_password(
    running: RunningDirectory, services: ValidatorServices
) -> None:
    write(running, ADA, employeeType=["TRUE"])
    made = validator(Account_Disabled_Attribute="employeeType")
    assert made.check("ada", PASSWORD, services).disabled
    assert not made.check("ada", "wrong", services).disabled


def test_an_unavailable_directory_is_reported() -> None:
    away = Directory(DirectorySettings(servers=(("127.0.0.1", 1),), bind_dn=ADMIN, password=ADMIN_PASSWORD))
    services = ValidatorServices(PasswordDigests(SeededRandomness()), lambda _: away)
    for call in (
        lambda: validator().change_password("ada", PASSWORD, NEW, services),
        lambda: validator().find_user("ada", services),
        lambda: validator().unlock("ada", services),
    ):
        with pytest.raises(Unavailable):
            call()
    away.close()
