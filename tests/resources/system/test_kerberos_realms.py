"""Domains and realms whose Kerberos tickets sign users in."""

from datetime import UTC, datetime
from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.errors import ValidationFailed
from hanse.resources.all_resources import RESOURCES as ALL_RESOURCES
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, replace
from tests.support.kerberos import kerberos_realm
from tests.support.randomness import SeededRandomness

SEALED, STORED = "kerberosEncryptedPassword", "encryptedKerberosPassword"


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    return make_configuration(database, ALL_RESOURCES, clock, SeededRandomness())


def realm(**more: Any) -> dict[str, Any]:
    return kerberos_realm(0, kerberosPassword="clear-password", **more)


def refused(configuration: Configuration, body: dict[str, Any]) -> tuple[str | None, str]:
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, KERBEROS_REALMS, body)
    [error] = failure.value.errors
    return error.field_path, str(error.message)


def test_the_sealed_password_has_the_name_of_the_contract_and_can_be_sent_back(configuration: Configuration) -> None:
    made = create(configuration, KERBEROS_REALMS, realm())
    shown = KERBEROS_REALMS.shown(made.body, datetime(2026, 1, 1, tzinfo=UTC))
    assert shown[SEALED] == made.body[STORED]
    assert "clear-password" not in str(shown)
    sent = {**kerberos_realm(0, kerberosUsername="svc-hanse"), SEALED: shown[SEALED]}
    replace(configuration, KERBEROS_REALMS, "realm-0", sent)
    with configuration.reading() as view:
        stored = view.get(KERBEROS_REALMS, "realm-0")
        assert view.secret(KERBEROS_REALMS, stored, "kerberosPassword") == "clear-password"


def test_a_new_realm_needs_a_password(configuration: Configuration) -> None:
    assert refused(configuration, kerberos_realm(0)) == ("kerberosPassword", "This field is required.")


@pytest.mark.parametrize(
    ("changed", "path", "message"),
    [
        ({"kerberosRealmName": "EXAMPLE..COM"}, "kerberosRealmName", "name of a domain or realm"),
        ({"kerberosRealmName": "EXAMPLE.COM\n"}, "kerberosRealmName", "name of a domain or realm"),
        ({"kerberosUsername": "svc@EXAMPLE.COM"}, "kerberosUsername", "without the realm"),
        ({"kerberosUsername": "HTTP/a/b"}, "kerberosUsername", "without the realm"),
    ],
)
def test_names_that_cannot_work_are_refused(
    configuration: Configuration, changed: dict[str, str], path: str, message: str
) -> None:
    found, text = refused(configuration, realm(**changed))
    assert (found, message in text) == (path, True), text


@pytest.mark.parametrize(
    "unsupported",
    [
        {"keyDistributionCenters": ["kdc.example.com"]},
        {"ldapGatewayDataStoreRef": {"id": "gateway"}},
    ],
)
def test_members_without_an_effect_are_refused(configuration: Configuration, unsupported: dict[str, Any]) -> None:
    _, text = refused(configuration, realm(**unsupported))
    assert f"{next(iter(unsupported))} is not supported" in text


def test_switched_off_members_of_the_contract_are_accepted(configuration: Configuration) -> None:
    off = {"keyDistributionCenters": [], "suppressDomainNameConcatenation": False, "connectionType": "DIRECT"}
    assert create(configuration, KERBEROS_REALMS, realm(**off)).body["kerberosUsername"] == "HTTP/sso.example.com"


@pytest.mark.parametrize("flag", ["retainPreviousKeysOnPasswordChange", "suppressDomainNameConcatenation"])
def test_flags_of_the_contract_are_answered_and_can_only_be_off(configuration: Configuration, flag: str) -> None:
    assert refused(configuration, realm(**{flag: True})) == (
        flag,
        "This is not supported by this version. Leave it off.",
    )
    assert create(configuration, KERBEROS_REALMS, realm()).body[flag] is False


def test_local_validation_is_accepted_and_a_gateway_refused(configuration: Configuration) -> None:
    made = create(configuration, KERBEROS_REALMS, realm(connectionType="LOCAL_VALIDATION"))
    assert made.body["connectionType"] == "LOCAL_VALIDATION"
    path, _ = refused(configuration, {**realm(connectionType="LDAP_GATEWAY"), "id": "realm-1"})
    assert path == "connectionType"
