"""The LDAP password validator with a real directory."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from ldap3 import MODIFY_REPLACE, NONE, Connection, Server

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.ldap import Directory
from hanse.data_stores.ldap_verdicts import PasswordVerdict
from hanse.kit.errors import Unavailable, ValidationFailed
from hanse.plugins.contracts.validators import ValidatorServices
from hanse.plugins.validators.directory.error_overrides import matches
from hanse.plugins.validators.directory.plugin import LDAP
from hanse.resources.system.data_stores import DATA_STORES, open_directory
from hanse.resources.system.password_validators.resource import VALIDATORS, validate
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
def sources() -> Iterator[DataStoreClients]:
    made = DataStoreClients(Path())
    yield made
    made.close()


@pytest.fixture
def configuration(database: Database, clock: ManualClock, sources: DataStoreClients) -> Configuration:
    digests = {PASSWORD_DIGEST: reversed_text}
    resources = [DATA_STORES, VALIDATORS]
    return make_configuration(
        database, resources, clock, SeededRandomness(), ports={DataStoreClients: sources}, digests=digests
    )


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


@contextmanager
def changed(directory: RunningDirectory, uid: str, attribute: str, value: str) -> Iterator[None]:
    """Set an attribute of a user for the duration of the block."""
    server = Server("localhost", port=directory.port, get_info=NONE)
    with Connection(server, ADMIN, ADMIN_PASSWORD, check_names=False, raise_exceptions=True) as connection:
        modify: Any = connection.modify
        modify(f"uid={uid},{PEOPLE}", {attribute: [(MODIFY_REPLACE, [value])]})
        try:
            yield
        finally:
            modify(f"uid={uid},{PEOPLE}", {attribute: [(MODIFY_REPLACE, [])]})


def body(filter_: str = "uid=${username}", **more: str) -> dict[str, Any]:
    given = {"LDAP_Datastore": "people", "Search_Base": PEOPLE, "Search_Filter": filter_, **more}
    made = instance(
        0,
        "Directory",
        LDAP.id,
        fields(**given),
    )
    return {**made, "attributeContract": {"extendedAttributes": [{"name": "sn"}]}}


def validate_user(configuration: Configuration, username: str, password: str = PASSWORD) -> Any:
    def opened(id_: str) -> Any:
        with configuration.reading() as view:
            return open_directory(view, configuration.ports, id_)

    services = ValidatorServices(PasswordDigests(SeededRandomness()), opened)
    return validate(configuration, "directory-0", username, password, services)


def test_a_user_of_the_directory_signs_in_with_its_password_only(
    configuration: Configuration, directory: RunningDirectory
) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body())
    found = validate_user(configuration, "bob")
    assert (found["DN"], found["username"], found["sn"]) == (f"uid=bob,{PEOPLE}", "bob", "Bob")
    assert found["mail"] == ("bob@hanse.example", "bob@kontor.example")
    # An unknown user, a wrong and an empty password (RFC 4513, section 5.1.2), no user name, a wildcard and a filter.
    for username, password in (
        ("eve", PASSWORD),
        ("bob", "wrong"),
        ("bob", ""),
        ("", PASSWORD),
        ("*", PASSWORD),
        ("bob)(uid=*", PASSWORD),
    ):
        assert validate_user(configuration, username, password) is None, username


def test_names_are_compared_like_in_the_directory_with_blanks_ignored(
    configuration: Configuration, directory: RunningDirectory
) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body())
    assert validate_user(configuration, "BOB")["username"] == "BOB"
    assert validate_user(configuration, " bob ")["DN"] == f"uid=bob,{PEOPLE}"
    assert validate_user(configuration, "   ") is None


@pytest.mark.parametrize(("trims", "is_found"), [("true", True), ("false", False)])
def test_blanks_are_significant_where_they_are_not_trimmed(
    configuration: Configuration, directory: RunningDirectory, trims: str, is_found: bool
) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    # Directories ignore spaces around a value (RFC 4518, section 2.6.1), but not those within it.
    create(configuration, VALIDATORS, body("mail=${username}@kontor.example", Trim_Username_Spaces_For_Search=trims))
    assert (validate_user(configuration, "bob ") is not None) is is_found


def test_a_disabled_account_does_not_sign_in(configuration: Configuration, directory: RunningDirectory) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body(Account_Disabled_Attribute="employeeType"))
    for value, is_accepted in (("TRUE", False), ("false", True), ("true", False)):
        with changed(directory, "ada", "employeeType", value):
            assert (validate_user(configuration, "ada") is not None) is is_accepted, value
    assert validate_user(configuration, "ada") is not None


@pytest.mark.parametrize(("expects", "is_accepted"), [("true", False), ("false", True)])
def test_an_expired_password_is_refused_where_the_control_is_expected(
    configuration: Configuration, directory: RunningDirectory, expects: str, is_accepted: bool
) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body(Expect_Password_Expired_Control=expects))
    with changed(directory, "ada", "pwdReset", "TRUE"):
        assert (validate_user(configuration, "ada") is not None) is is_accepted
    assert validate_user(configuration, "ada") is not None


@pytest.mark.parametrize(
    ("expression", "case_sensitive", "condition", "is_shown"),
    [
        ("*simple bind*", "false", "Account locked", True),
        ("*simple bind*", "true", "Account locked", False),
        ("*Simple Bind*", "true", "Please try again later", False),
        ("*another*", "false", "Account locked", False),
    ],
)
def test_user_related_errors_of_the_directory_are_shown(
    configuration: Configuration,
    monkeypatch: pytest.MonkeyPatch,
    directory: RunningDirectory,
    expression: str,
    case_sensitive: str,
    condition: str,
    is_shown: bool,
) -> None:
    """A refusal for the directory's own reasons counts as an outage, unless a row of the table explains it."""
    verdict = PasswordVerdict(right=False, refusal="refused", message="Simple Bind is not for you")
    monkeypatch.setattr(Directory, "verdict", lambda *_: verdict)
    create(configuration, DATA_STORES, store(directory.port))
    made = body(**{"Case-Sensitive_Matching": case_sensitive})
    row = fields(Match_Expression=expression, Error=condition)
    made["configuration"]["tables"] = [{"name": "Authentication Error Overrides", "rows": [{"fields": row}]}]
    create(configuration, VALIDATORS, made)
    if is_shown:
        assert validate_user(configuration, "bob") is None
    else:
        with pytest.raises(Unavailable):
            validate_user(configuration, "bob")


@pytest.mark.parametrize(
    ("expression", "text", "is_match"),
    [
        ("locked", "locked", True),
        ("locked", "is locked", False),
        ("*locked*", "is locked now", True),
        ("a*b*c", "a-b-c", True),
        ("a*b*c", "a-c", False),
        ("ab*ba", "aba", False),
        ("*", "", True),
        ("a*b*b", "ab", False),
    ],
)
def test_an_asterisk_matches_any_text(expression: str, text: str, is_match: bool) -> None:
    assert matches(expression, text) is is_match


def test_an_ambiguous_name_matches_no_user(configuration: Configuration, directory: RunningDirectory) -> None:
    create(configuration, DATA_STORES, store(directory.port))
    create(configuration, VALIDATORS, body("(|(uid=${username})(uid=ada))"))
    assert validate_user(configuration, "bob") is None


def test_a_directory_without_an_answer_is_not_a_wrong_password(configuration: Configuration) -> None:
    create(configuration, DATA_STORES, store(1))
    create(configuration, VALIDATORS, body())
    with pytest.raises(Unavailable):
        validate_user(configuration, "bob")


@pytest.mark.parametrize("filter_", ["uid=bob", "uid=${username", "((uid=${username})", "${username}"])
def test_an_invalid_filter_is_refused(configuration: Configuration, filter_: str) -> None:
    create(configuration, DATA_STORES, store(1))
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, VALIDATORS, body(filter_))
    assert [each.field_path for each in raised.value.errors] == ["configuration.fields[2].value"]
