"""Attribute contracts of adapters, and the attributes of the identifier-first adapter."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.config.plugins.plugin import Settings
from hanse.kit.errors import ValidationFailed
from hanse.plugins.adapters.html_form.plugin import HTML_FORM
from hanse.plugins.adapters.identifier_first.plugin import IDENTIFIER_FIRST
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.support.clock import ManualClock
from tests.support.configurations import create, delete, make_configuration, read, reversed_text
from tests.support.instances import adapter, instance, validator
from tests.support.randomness import SeededRandomness

CORE: list[dict[str, Any]] = [{"name": "policy.action"}, {"name": "username", "pseudonym": True}]


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    digests = {PASSWORD_DIGEST: reversed_text}
    made = make_configuration(database, [DATA_STORES, VALIDATORS, ADAPTERS], clock, SeededRandomness(), digests=digests)
    create(made, VALIDATORS, validator("used"))
    return made


def errors(configuration: Configuration, **contract: Any) -> list[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, ADAPTERS, {**adapter(), "attributeContract": {"coreAttributes": CORE, **contract}})
    return [(each.field_path, each.message) for each in raised.value.errors]


def test_a_validator_that_an_adapter_uses_cannot_be_deleted(configuration: Configuration) -> None:
    create(configuration, ADAPTERS, adapter())
    with pytest.raises(ValidationFailed):
        delete(configuration, VALIDATORS, "validator-used")


@pytest.mark.parametrize(
    ("identifier", "found"),
    [
        (" joe@Example.COM ", {"subject": "joe@Example.COM", "domain": "example.com"}),
        ("joe", {"subject": "joe", "domain": ""}),
        ("@example.com", {"subject": "@example.com", "domain": ""}),
        ("a@b@c.d", {"subject": "a@b@c.d", "domain": "c.d"}),
        ("", None),
        ("joe\n", {"subject": "joe", "domain": ""}),
        ("j\x00e", None),
        ("x" * 2000, None),
    ],
)
def test_an_identifier_provides_the_domain_for_policies(identifier: str, found: dict[str, str] | None) -> None:
    defaults = {each.name: each.default or "" for each in IDENTIFIER_FIRST.form.fields}
    assert IDENTIFIER_FIRST.make(Settings("it", defaults, {})).identify(identifier) == found


def test_contracts_need_a_pseudonym_and_a_unique_user_key(configuration: Configuration) -> None:
    ((path, message),) = errors(configuration, uniqueUserKeyAttribute="mail")
    assert path == "attributeContract.uniqueUserKeyAttribute"
    assert message == "The contract has no attribute with this name."
    plain = [{"name": each["name"]} for each in CORE]
    (without,) = errors(configuration, coreAttributes=plain)
    assert without[1] == "Mark at least one attribute as Pseudonym."
    extended = [{"name": "mail", "masked": True}, {"name": "username"}]
    assert errors(configuration, extendedAttributes=extended)[0][0] == "attributeContract.extendedAttributes[1].name"
    contract = {"coreAttributes": CORE, "extendedAttributes": extended[:1], "uniqueUserKeyAttribute": "mail"}
    create(configuration, ADAPTERS, {**adapter(), "attributeContract": contract})
    assert read(configuration, ADAPTERS, "adapter-0").body["attributeContract"]["uniqueUserKeyAttribute"] == "mail"


def test_the_fulfillment_of_a_contract_names_its_attributes(configuration: Configuration) -> None:
    text = {"source": {"type": "TEXT"}, "value": "Hanse"}
    mapping = {"attributeContractFulfillment": {"username": text, "mail": text}}
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, ADAPTERS, adapter(attributeMapping=mapping))
    paths = [each.field_path for each in raised.value.errors]
    # Exactly the attributes of the contract must be fulfilled.
    assert paths == [
        "attributeMapping.attributeContractFulfillment.policy.action",
        "attributeMapping.attributeContractFulfillment.mail",
    ]


def test_forms_of_existing_configurations_are_accepted(configuration: Configuration) -> None:
    names = {each.name for each in HTML_FORM.form.fields}
    assert {"Challenge Retries", "Session State", "Enable 'Remember My Username'", "OTP Length"} <= names
    body = instance(1, "Identifier", IDENTIFIER_FIRST.id)
    create(
        configuration,
        ADAPTERS,
        {**body, "attributeContract": {"coreAttributes": [{"name": "domain"}, {"name": "subject", "pseudonym": True}]}},
    )
