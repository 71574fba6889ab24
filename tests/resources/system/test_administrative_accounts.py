from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.kit.errors import ValidationFailed
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS as ACCOUNTS
from tests.support.clock import ManualClock
from tests.support.configurations import as_model, make_configuration, reversed_text
from tests.support.randomness import SeededRandomness

PASSWORD = "Hansa-1241"
USER_ADMINISTRATOR = ["USER_ADMINISTRATOR"]


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    made = make_configuration(
        database,
        [ACCOUNTS],
        clock,
        randomness,
        ports={PasswordRules: PasswordRules()},
        digests={PASSWORD_DIGEST: reversed_text},
    )
    create(made, username="alice", roles=USER_ADMINISTRATOR)
    return made


def account(**fields: Any) -> dict[str, Any]:
    return {"username": "bob", "password": PASSWORD, "active": True, "roles": ["ADMINISTRATOR"], **fields}


def create(configuration: Configuration, by: str = "alice", **fields: Any) -> dict[str, Any]:
    with configuration.changing(Author(by)) as change:
        return change.create(ACCOUNTS, as_model(ACCOUNTS, account(**fields))).body


def replace(configuration: Configuration, username: str, by: str = "alice", **fields: Any) -> dict[str, Any]:
    with configuration.changing(Author(by)) as change:
        before = change.get(ACCOUNTS, username).body
        return change.replace(ACCOUNTS, username, as_model(ACCOUNTS, {**before, **fields})).body


def delete(configuration: Configuration, username: str, by: str = "alice") -> None:
    with configuration.changing(Author(by)) as change:
        change.delete(ACCOUNTS, username)


def digest(configuration: Configuration, username: str) -> str | None:
    with configuration.reading() as view:
        return view.secret(ACCOUNTS, view.get(ACCOUNTS, username), "password")


def refusals(failure: pytest.ExceptionInfo[ValidationFailed]) -> list[tuple[str | None, str]]:
    return [(error.field_path, error.error_id) for error in failure.value.errors]


def test_an_account_stores_its_password_as_an_encrypted_digest(configuration: Configuration) -> None:
    body = create(configuration)
    assert set(body) == {"username", "encryptedPassword", "active", "auditor", "roles"}
    assert digest(configuration, "bob") == reversed_text(PASSWORD)
    assert PASSWORD not in str(body)


@pytest.mark.parametrize(
    ("fields", "path", "error_id"),
    [
        ({"password": None}, "password", "required_field"),
        ({"password": ""}, "password", "required_field"),
        ({"password": "weak"}, "password", "password_too_weak"),
        ({"roles": []}, "roles", "required_field"),
        ({"auditor": True}, "roles", "auditor_with_roles"),
        ({"username": "changePassword"}, "username", "reserved_username"),
        ({"username": "alice"}, "username", "id_in_use"),
        ({"username": "ALICE"}, "username", "value_in_use"),
        ({"encryptedPassword": "nonsense", "password": None}, "encryptedPassword", "invalid_encrypted_value"),
        ({"emailAddress": "nowhere"}, "emailAddress", "string_pattern_mismatch"),
        ({"roles": ["EMPEROR"]}, "roles[0]", "enum"),
    ],
)
def test_errors_of_a_new_account_are_reported_at_their_field(
    configuration: Configuration, fields: dict[str, Any], path: str, error_id: str
) -> None:
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, **fields)
    assert refusals(failure) == [(path, error_id)]


@pytest.mark.parametrize("username", ["", ".", "..", "a b", "a/b", "a:b", "a%20", "-a", "é", "a\n", "a" * 129])
def test_names_that_a_path_or_basic_cannot_carry_are_refused(configuration: Configuration, username: str) -> None:
    with pytest.raises(ValidationFailed):
        create(configuration, username=username)


@pytest.mark.parametrize("username", ["Administrator", "j.doe@hanse.example", "svc_terraform+1~x", "1"])
def test_common_names_are_accepted(configuration: Configuration, username: str) -> None:
    assert create(configuration, username=username)["username"] == username


def test_an_exported_account_contains_its_encrypted_password(configuration: Configuration) -> None:
    sealed = create(configuration)["encryptedPassword"]
    create(configuration, username="carol", password=None, encryptedPassword=sealed)
    assert digest(configuration, "carol") == reversed_text(PASSWORD)


def test_a_replacement_cannot_change_the_password(configuration: Configuration) -> None:
    create(configuration)
    replace(configuration, "bob", password="Visby-1361", description="Baltic trade")
    assert digest(configuration, "bob") == reversed_text(PASSWORD)


def test_sending_an_account_back_changes_nothing(configuration: Configuration) -> None:
    create(configuration)
    with configuration.reading() as view:
        before = view.revision()
    replace(configuration, "bob", password=PASSWORD)
    with configuration.reading() as view:
        assert view.revision() == before


def test_roles_are_a_set(configuration: Configuration) -> None:
    body = create(configuration, roles=["USER_ADMINISTRATOR", "ADMINISTRATOR", "USER_ADMINISTRATOR"])
    assert body["roles"] == ["ADMINISTRATOR", "USER_ADMINISTRATOR"]


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"active": False}, "active"),
        ({"roles": ["ADMINISTRATOR"]}, "roles"),
        ({"roles": [], "auditor": True}, "roles"),
    ],
)
def test_the_own_rights_cannot_be_reduced(configuration: Configuration, fields: dict[str, Any], path: str) -> None:
    create(configuration, roles=USER_ADMINISTRATOR)
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, "alice", **fields)
    assert refusals(failure) == [(path, "own_account")]
    replace(configuration, "alice", by="bob", **fields)


def test_the_own_rights_can_be_extended_and_the_rest_edited(configuration: Configuration) -> None:
    replace(configuration, "alice", roles=["ADMINISTRATOR", "USER_ADMINISTRATOR"], department="Trade")


def test_the_own_account_cannot_be_deleted(configuration: Configuration) -> None:
    create(configuration, roles=USER_ADMINISTRATOR)
    with pytest.raises(ValidationFailed) as failure:
        delete(configuration, "alice")
    assert refusals(failure) == [(None, "own_account")]
    delete(configuration, "alice", by="bob")


@pytest.mark.parametrize(("fields", "path"), [({"active": False}, "active"), ({"roles": ["ADMINISTRATOR"]}, "roles")])
def test_one_active_user_administrator_remains(configuration: Configuration, fields: dict[str, Any], path: str) -> None:
    create(configuration, username="idle", roles=USER_ADMINISTRATOR, active=False)
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, "alice", by="script", **fields)
    assert refusals(failure) == [(path, "last_user_administrator")]
    with pytest.raises(ValidationFailed) as failure:
        delete(configuration, "alice", by="script")
    assert refusals(failure) == [(None, "last_user_administrator")]
    delete(configuration, "idle")


@pytest.mark.parametrize(
    ("password", "unmet"),
    [
        ("Hansa-1241", []),
        ("Hansa12", ["8 characters minimum"]),
        ("hansa-1241", ["1 uppercase letter"]),
        ("HANSA-1241", ["1 lowercase letter"]),
        ("12345678", ["1 uppercase letter", "1 lowercase letter", "1 letter(s)"]),
        ("Hansetag", ["1 number(s)"]),
        ("Ünïcødé1", []),
        ("", ["8 characters minimum", "1 uppercase letter", "1 lowercase letter", "1 letter(s)", "1 number(s)"]),
    ],
)
def test_the_rules_name_the_unmet_requirements(password: str, unmet: list[str]) -> None:
    assert list(PasswordRules().unmet(password)) == unmet


def test_special_characters_are_counted_where_they_are_required() -> None:
    rules = PasswordRules(min_special=2, special_chars="!?")
    assert list(rules.unmet("Hansa-1241!")) == ["2 special character(s)"]
    assert list(rules.unmet("Hansa-1241!?")) == []


def test_disabled_rules_are_not_named() -> None:
    rules = PasswordRules(min_length=1, require_mixed_case=False, min_alpha=0, min_numeric=0)
    assert list(rules.unmet("-")) == []


@given(st.text(max_size=40))
def test_an_error_is_reported_exactly_when_a_rule_is_unmet(password: str) -> None:
    rules = PasswordRules(min_special=1)
    assert bool(list(rules.errors(password, "password"))) == bool(list(rules.unmet(password)))
