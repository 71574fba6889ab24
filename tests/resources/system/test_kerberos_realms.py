"""Domains and realms whose Kerberos tickets sign users in."""

from datetime import UTC, datetime
from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.list_query import StoredDocument
from hanse.kit.clock import to_text
from hanse.kit.errors import ValidationFailed
from hanse.resources.all_resources import RESOURCES as ALL_RESOURCES
from hanse.resources.system.kerberos_key_sets import way_of_key_set
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS
from hanse.resources.system.kerberos_settings import KERBEROS_SETTINGS
from tests.support.clock import ManualClock
from tests.support.configurations import as_model, create, make_configuration, replace
from tests.support.kerberos import kerberos_realm
from tests.support.randomness import SeededRandomness

SETTINGS, RETENTION = {"kdcRetries": "3", "kdcTimeout": "3"}, "keySetRetentionPeriodMins"
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


def test_a_gateway_has_no_effect_and_is_refused(configuration: Configuration) -> None:
    _, text = refused(configuration, realm(ldapGatewayDataStoreRef={"id": "gateway"}))
    assert "ldapGatewayDataStoreRef is not supported" in text


def test_members_for_other_servers_are_kept(configuration: Configuration) -> None:
    kept = {
        "keyDistributionCenters": ["kdc1", "kdc.example.com:88", "[2001:db8::1]:88"],
        "suppressDomainNameConcatenation": True,
    }
    body = create(configuration, KERBEROS_REALMS, realm(**kept)).body
    assert {name: body[name] for name in kept} == kept


def test_a_realm_with_local_validation_is_answered_without_a_flag_for_key_distribution_centers() -> None:
    flag, now = "suppressDomainNameConcatenation", datetime(2026, 1, 1, tzinfo=UTC)
    body = {flag: False, "connectionType": "LOCAL_VALIDATION"}
    assert flag not in KERBEROS_REALMS.shown(body, now)
    assert KERBEROS_REALMS.shown({**body, "connectionType": "DIRECT"}, now)[flag] is False


def change_password(configuration: Configuration, password: str, **more: Any) -> StoredDocument:
    body = {"retainPreviousKeysOnPasswordChange": True, **more}
    return replace(configuration, KERBEROS_REALMS, "realm-0", kerberos_realm(0, kerberosPassword=password, **body))


def previous_passwords(configuration: Configuration) -> list[str | None]:
    with configuration.reading() as view:
        stored = view.get(KERBEROS_REALMS, "realm-0")
        ways = [way_of_key_set(number) for number in range(len(stored.body["keySets"]))]
        return [view.secret(KERBEROS_REALMS, stored, *way) for way in ways]


def test_previous_passwords_are_kept_encrypted_for_the_time_of_the_settings(
    configuration: Configuration, clock: ManualClock
) -> None:
    create(configuration, KERBEROS_REALMS, realm())
    replace(configuration, KERBEROS_SETTINGS, KERBEROS_SETTINGS.singleton_id, {**SETTINGS, RETENTION: 60})
    changed = change_password(configuration, "second-password")
    assert changed.body["keySets"][0]["deactivatedAt"] == to_text(clock.now())
    assert "clear-password" not in str(changed.body)
    clock.advance(minutes=59)
    change_password(configuration, "third-password")
    assert previous_passwords(configuration) == ["second-password", "clear-password"]
    clock.advance(minutes=1)
    change_password(configuration, "fourth-password")
    assert previous_passwords(configuration) == ["third-password", "second-password"]


def test_a_save_without_another_password_keeps_the_previous_ones(configuration: Configuration) -> None:
    create(configuration, KERBEROS_REALMS, realm())
    made = change_password(configuration, "second-password")
    change_password(configuration, "second-password")
    sealed = {SEALED: made.body[STORED]}
    for body in (kerberos_realm(0), kerberos_realm(0, **sealed), kerberos_realm(0, keySets=[])):
        replace(configuration, KERBEROS_REALMS, "realm-0", {**body, "retainPreviousKeysOnPasswordChange": True})
        assert previous_passwords(configuration) == ["clear-password"]


@pytest.mark.parametrize(
    "more",
    [
        {"retainPreviousKeysOnPasswordChange": False},
        {"kerberosUsername": "svc-other"},
        {"kerberosRealmName": "OTHER.EXAMPLE"},
    ],
)
def test_previous_passwords_of_other_names_and_unwanted_ones_are_deleted(
    configuration: Configuration, more: dict[str, Any]
) -> None:
    create(configuration, KERBEROS_REALMS, realm())
    change_password(configuration, "second-password")
    change_password(configuration, "third-password", **more)
    assert previous_passwords(configuration) == []


@pytest.mark.parametrize("center", ["kdc example", "kdc:port", "http://kdc.example.com", ""])
def test_a_key_distribution_center_is_a_host(configuration: Configuration, center: str) -> None:
    path, _ = refused(configuration, realm(keyDistributionCenters=[center]))
    assert path == "keyDistributionCenters[0]"


def test_the_id_of_the_path_of_the_settings_is_reserved(configuration: Configuration) -> None:
    assert refused(configuration, {**realm(), "id": "settings"}) == ("id", "This ID is reserved.")


@pytest.mark.parametrize("retries", ["", "-1", "3601", "many", "٣"])
def test_settings_have_numbers(retries: str) -> None:
    with pytest.raises(ValidationFailed) as failure:
        as_model(KERBEROS_SETTINGS, {"kdcRetries": retries, "kdcTimeout": "3"})
    assert [each.field_path for each in failure.value.errors] == ["kdcRetries"]


def test_local_validation_is_accepted_and_a_gateway_refused(configuration: Configuration) -> None:
    made = create(configuration, KERBEROS_REALMS, realm(connectionType="LOCAL_VALIDATION"))
    assert made.body["connectionType"] == "LOCAL_VALIDATION"
    path, _ = refused(configuration, {**realm(connectionType="LDAP_GATEWAY"), "id": "realm-1"})
    assert path == "connectionType"
