"""The simple password validator: correct, wrong and unknown users, stored hashes and password rules."""

from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import NotFound, ValidationFailed
from hanse.plugins.contracts.validators import ValidatorServices
from hanse.resources.system.password_validators.resource import VALIDATORS, validate
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, as_model, create, make_configuration, read, replace
from tests.support.instances import user, validator
from tests.support.randomness import SeededRandomness


def no_directory(id_: str) -> NoReturn:
    raise AssertionError(f"this validator uses no directory: {id_}")


@pytest.fixture
def passwords() -> PasswordDigests:
    return PasswordDigests(SeededRandomness())


@pytest.fixture
def configuration(database: Database, clock: ManualClock, passwords: PasswordDigests) -> Configuration:
    digests = {PASSWORD_DIGEST: passwords.digest}
    return make_configuration(database, [VALIDATORS], clock, SeededRandomness(), digests=digests)


def errors_of(configuration: Configuration, *users: list[dict[str, Any]]) -> Iterator[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, VALIDATORS, validator(9, *users))
    return ((each.field_path, each.message) for each in raised.value.errors)


def test_only_the_correct_password_of_an_existing_user_is_accepted(
    configuration: Configuration, passwords: PasswordDigests
) -> None:
    create(configuration, VALIDATORS, validator(0, user("joe", "Schiffer12"), user("Zoë", "Käpt'n 12")))
    services = ValidatorServices(passwords, no_directory)
    assert validate(configuration, "validator-0", "joe", "Schiffer12", services) == {"username": "joe"}
    # Passwords are compared after normalization (RFC 8265, section 4.2).
    assert validate(configuration, "validator-0", "Zoë", "Ka\N{COMBINING DIAERESIS}pt'n 12", services) is not None
    refused = [
        ("joe", "Schiffer13"),
        ("joe", ""),
        ("Joe", "Schiffer12"),
        ("ann", "Schiffer12"),
        ("", ""),
        ("joe", "x" * 999),
    ]
    for username, password in refused:
        assert validate(configuration, "validator-0", username, password, services) is None, username
    with pytest.raises(NotFound):
        validate(configuration, "nobody", "joe", "Schiffer12", services)


def test_an_unknown_user_costs_a_password_hash_too(configuration: Configuration) -> None:
    checked: list[str | None] = []

    class RecordingDigests(PasswordDigests):
        def matches(self, password: str, digest: str | None) -> bool:
            checked.append(digest)
            return super().matches(password, digest)

    create(configuration, VALIDATORS, validator(0))
    validate(
        configuration,
        "validator-0",
        "nobody",
        "Schiffer12",
        ValidatorServices(RecordingDigests(SeededRandomness()), no_directory),
    )
    # For None, the digest of a decoy is compared, so that the time does not reveal unknown users (CWE-208).
    assert checked == [None]


def test_stored_passwords_are_hashes_and_blank_input_keeps_them(
    configuration: Configuration, passwords: PasswordDigests
) -> None:
    create(configuration, VALIDATORS, validator(0))
    stored = read(configuration, VALIDATORS, "validator-0").body
    password = stored["configuration"]["tables"][0]["rows"][0]["fields"][1]
    with configuration.reading() as view:
        way = ("configuration", "tables", 0, "rows", 0, "fields", 1, "value")
        kept = view.secret(VALIDATORS, view.get(VALIDATORS, "validator-0"), *way)
    assert kept is not None
    assert kept.startswith("$argon2id$")
    assert "value" not in password
    replace(configuration, VALIDATORS, "validator-0", {**stored, "name": "Other"})
    assert (
        validate(configuration, "validator-0", "joe", "Schiffer12", ValidatorServices(passwords, no_directory))
        is not None
    )


def test_a_password_is_hashed_once_and_its_confirmation_is_compared(
    database: Database, clock: ManualClock, passwords: PasswordDigests
) -> None:
    hashed: list[str] = []

    def digest(password: str) -> str:
        hashed.append(password)
        return passwords.digest(password)

    made = make_configuration(database, [VALIDATORS], clock, SeededRandomness(), digests={PASSWORD_DIGEST: digest})
    body = validator(0, user("joe", "Schiffer12"), user("ann", "Schiffer12"))
    made.change(AUTHOR, lambda change: change.create(VALIDATORS, as_model(VALIDATORS, body)))
    # Users with the same password have different digests.
    assert hashed == ["Schiffer12", "Schiffer12"]
    with made.reading() as view:
        stored = view.get(VALIDATORS, "validator-0")
        kept = [
            view.secret(VALIDATORS, stored, "configuration", "tables", 0, "rows", row, "fields", field, "value")
            for row in (0, 1)
            for field in (1, 2)
        ]
    assert (kept[0] == kept[1], kept[2] == kept[3], kept[0] == kept[2]) == (True, True, False)
    assert validate(made, "validator-0", "ann", "Schiffer12", ValidatorServices(passwords, no_directory)) is not None


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        (user("joe", "Ab1"), 1, "Enter at least 6 characters, or relax the password requirements."),
        (
            user("joe", "onlysmall"),
            1,
            "Use an uppercase letter, a lowercase letter and a digit, or relax the password requirements.",
        ),
        ([*user("joe", "Schiffer12")[:2]], None, "Confirm Password is required."),
        (user("", "Schiffer12"), 0, "This field is required."),
    ],
)
def test_errors_of_a_row_are_reported_at_their_field(
    configuration: Configuration, row: list[dict[str, Any]], column: int | None, message: str
) -> None:
    place = "configuration.tables[0].rows[0].fields"
    path = place if column is None else f"{place}[{column}].value"
    assert (path, message) in errors_of(configuration, row)


def test_password_rules_can_be_relaxed_and_names_are_unique(configuration: Configuration) -> None:
    create(configuration, VALIDATORS, validator(0, user("joe", "a", Relax_Password_Requirements="true")))
    found = list(errors_of(configuration, user("joe", "Schiffer12"), user("joe", "Schiffer13")))
    assert found == [("configuration.tables[0].rows[1].fields[0].value", "This username is already in the list.")]


def test_contracts_have_exactly_the_core_attributes(configuration: Configuration) -> None:
    create(configuration, VALIDATORS, {**validator(0), "attributeContract": {}})
    contract = read(configuration, VALIDATORS, "validator-0").body["attributeContract"]
    assert contract["coreAttributes"] == [{"name": "username"}]
    for contract, path in (
        ({"coreAttributes": [{"name": "dn"}]}, "attributeContract.coreAttributes"),
        ({"extendedAttributes": [{"name": "mail"}]}, "attributeContract.extendedAttributes"),
    ):
        with pytest.raises(ValidationFailed) as raised:
            create(configuration, VALIDATORS, {**validator(1), "attributeContract": contract})
        assert [each.field_path for each in raised.value.errors] == [path]
