"""Passwords that a real directory accepts; and what is never asked of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.fields import PASSWORD_DIGEST
from hanse.config.store.database import Database
from hanse.crypto.passwords import Passwords
from hanse.kit.errors import Unavailable, ValidationFailed
from hanse.resources.system.data_stores import DATA_STORES, open_directory
from hanse.resources.system.password_validators.directory import LDAP
from hanse.resources.system.password_validators.resource import VALIDATORS, validate
from hanse.resources.system.password_validators.validator import Means
from hanse.sources.access import Sources
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, reversed_text
from tests.support.directory import ADMIN, ADMIN_PASSWORD, PASSWORD, PEOPLE, RunningDirectory, serving
from tests.support.instances import fields, instance
from tests.support.randomness import SeededRandomness


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    with serving(tmp_path_factory.mktemp("slapd")) as running:
        yield running


@pytest.fixture
def sources() -> Iterator[Sources]:
    made = Sources(Path())
    yield made
    made.close()


@pytest.fixture
def configuration(database: Database, clock: ManualClock, sources: Sources) -> Configuration:
    digests = {PASSWORD_DIGEST: reversed_text}
    resources = [DATA_STORES, VALIDATORS]
    return make_configuration(database, resources, clock, SeededRandomness(), ports={Sources: sources}, digests=digests)


def store(port: int) -> dict[str, Any]:
    return {
        "id": "people",
        "type": "LDAP",
        "name": "People",
        "ldapType": "GENERIC",
        "hostnames": [f"localhost:{port}"],
        "userDN": ADMIN,
        "password": ADMIN_PASSWORD,
    }


def body(filter_: str = "uid=${username}", **more: str) -> dict[str, Any]:
    given = {"LDAP_Datastore": "people", "Search_Base": PEOPLE, "Search_Filter": filter_, **more}
    made = instance(
        0,
        "Directory",
        LDAP.id,
        [{**each, "name": each["name"].replace("Case Sensitive", "Case-Sensitive")} for each in fields(**given)],
    )
    return {**made, "attributeContract": {"extendedAttributes": [{"name": "sn"}]}}


def asked(configuration: Configuration, username: str, password: str = PASSWORD) -> Any:
    def opened(id_: str) -> Any:
        with configuration.reading() as view:
            return open_directory(view, configuration.ports, id_)

    means = Means(Passwords(SeededRandomness()), opened)
    return validate(configuration, "directory-0", username, password, means)


def test_a_user_of_the_directory_signs_in_with_its_password_only(
    configuration: Configuration, directory: RunningDirectory
) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body())
    found = asked(configuration, "bob")
    assert (found["DN"], found["username"], found["sn"]) == (f"uid=bob,{PEOPLE}", "bob", "Bob")
    assert found["mail"] == ("bob@hanse.example", "bob@kontor.example")
    # Nobody, a wrong password, none (RFC 4513, section 5.1.2), more than one, and one that is a filter.
    for username, password in (
        ("eve", PASSWORD),
        ("bob", "wrong"),
        ("bob", ""),
        ("", PASSWORD),
        ("BOB", PASSWORD),
        ("*", PASSWORD),
        ("bob)(uid=*", PASSWORD),
    ):
        assert asked(configuration, username, password) is None, username


def test_names_can_be_written_as_one_likes(configuration: Configuration, directory: RunningDirectory) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body(Case_Sensitive_Matching="false"))
    assert asked(configuration, "BOB")["username"] == "BOB"


def test_two_that_are_found_are_nobody(configuration: Configuration, directory: RunningDirectory) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body("(|(uid=${username})(uid=ada))"))
    assert asked(configuration, "bob") is None


def test_a_directory_that_does_not_answer_is_no_wrong_password(configuration: Configuration) -> None:
    create(configuration, DATA_STORES, store(1))
    create(configuration, VALIDATORS, body())
    with pytest.raises(Unavailable):
        asked(configuration, "bob")


@pytest.mark.parametrize("filter_", ["uid=bob", "uid=${username", "((uid=${username})", "${username}"])
def test_what_is_no_filter_is_refused(configuration: Configuration, filter_: str) -> None:
    create(configuration, DATA_STORES, store(1))
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, VALIDATORS, body(filter_))
    assert [each.field_path for each in raised.value.errors] == ["configuration.fields[2].value"]
