"""The rules of local identity profiles whose users are in a directory."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.data_stores.client_pool import DataStoreClients
from hanse.kit.errors import ValidationFailed
from hanse.kit.local_users import EmbeddedLocalUsers
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.notification_publishers.resource import PUBLISHERS
from tests.resources.authentication.test_local_identities import OneUser
from tests.support.clock import ManualClock
from tests.support.configurations import create, delete, make_configuration, replace
from tests.support.local_identities import directory_storage, field, profile
from tests.support.mappings import contract
from tests.support.randomness import SeededRandomness
from tests.support.stores import ldap_store

MAPPING = directory_storage()["dataStoreMapping"]


@pytest.fixture
def configuration(database: Database, clock: ManualClock, tmp_path: Any) -> Configuration:
    resources = [POLICY_CONTRACTS, PUBLISHERS, DATA_STORES, LOCAL_IDENTITY_PROFILES]
    ports: dict[Any, Any] = {EmbeddedLocalUsers: OneUser(), DataStoreClients: DataStoreClients(tmp_path)}
    made = make_configuration(database, resources, clock, SeededRandomness(), ports=ports)
    create(made, POLICY_CONTRACTS, contract())
    create(made, DATA_STORES, ldap_store(0))
    return made


def errors(configuration: Configuration, body: dict[str, Any]) -> list[str | None]:
    """Return the paths of the errors in a profile."""
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, LOCAL_IDENTITY_PROFILES, body)
    return [each.field_path for each in raised.value.errors]


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"type": "JDBC"}, "type"),
        ({"dataStoreRef": {"id": "unknown"}}, "dataStoreRef"),
        ({"baseDn": "people"}, "baseDn"),
        ({"baseDn": "ou=${login},dc=example"}, "baseDn"),
        ({"createPattern": "${login}"}, "createPattern"),
        ({"createPattern": "uid=${login}+cn=x"}, "createPattern"),
        ({"createPattern": "uid=${other}"}, "createPattern"),
        ({"createPattern": "uid=same"}, "createPattern"),
        ({"objectClass": "person)(uid=*"}, "objectClass"),
        ({"auxiliaryObjectClasses": ["a b"]}, "auxiliaryObjectClasses[0]"),
        ({"dataStoreMapping": {**MAPPING, "city": {"type": "LDAP", "name": "l)(x"}}}, "dataStoreMapping.city.name"),
        ({"dataStoreMapping": {**MAPPING, "city": {"type": "LDAP", "name": "UID"}}}, "dataStoreMapping.city"),
        ({"dataStoreMapping": {**MAPPING, "city": {"name": "entryUUID"}}}, "dataStoreMapping.city"),
        ({"dataStoreMapping": {k: v for k, v in MAPPING.items() if k != "mail"}}, "dataStoreMapping.mail"),
        ({"accountDisabledAttribute": "pwdAccountLockedTime"}, "accountDisabledValue"),
        ({"accountDisabledValue": "000001010000Z"}, "accountDisabledAttribute"),
    ],
)
def test_a_directory_that_would_not_work_is_refused(
    configuration: Configuration, changed: dict[str, Any], path: str
) -> None:
    body = profile(1, dataStoreConfig=directory_storage(**changed))
    assert errors(configuration, body) == [f"dataStoreConfig.{path}"]


def test_only_a_directory_can_store_users(configuration: Configuration) -> None:
    create(
        configuration,
        DATA_STORES,
        {"id": "tables", "type": "JDBC", "connectionUrl": "jdbc:sqlite:x.db", "driverClass": "org.sqlite.JDBC"},
    )
    body = profile(1, dataStoreConfig=directory_storage(dataStoreRef={"id": "tables"}))
    assert errors(configuration, body) == ["dataStoreConfig.dataStoreRef"]


def test_a_directory_to_which_no_users_are_added_needs_no_form_of_new_entries(configuration: Configuration) -> None:
    storage = directory_storage(createPattern="", objectClass="")
    without = profile(1, registrationEnabled=False, dataStoreConfig=storage)
    create(configuration, LOCAL_IDENTITY_PROFILES, without)
    missing = ["dataStoreConfig.createPattern", "dataStoreConfig.objectClass"]
    assert errors(configuration, {**without, "id": "other", "name": "Other", "registrationEnabled": True}) == missing


def test_the_form_of_other_servers_is_accepted(configuration: Configuration) -> None:
    hidden = field("entryUUID", "HIDDEN")
    fields = [field("mail", "EMAIL", "Required", "Unique ID Field"), field("cn"), hidden]
    mapping: dict[str, Any] = {
        name: {"type": "LDAP", "name": name, "metadata": {}} for name in ("mail", "cn", "entryUUID", "sn")
    }
    storage = directory_storage(createPattern="uid=${mail}", dataStoreMapping=mapping, auxiliaryObjectClasses=[])
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(1, fieldConfig={"fields": fields}, dataStoreConfig=storage))


def test_a_profile_whose_users_the_server_stores_gets_no_directory(configuration: Configuration) -> None:
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(0))
    with pytest.raises(ValidationFailed) as raised:
        replace(configuration, LOCAL_IDENTITY_PROFILES, "profile-0", profile(0, dataStoreConfig=directory_storage()))
    assert [each.field_path for each in raised.value.errors] == ["dataStoreConfig"]
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(1))
    replace(configuration, LOCAL_IDENTITY_PROFILES, "profile-1", profile(1, dataStoreConfig=directory_storage()))


def test_a_directory_in_use_is_not_deleted(configuration: Configuration) -> None:
    create(configuration, LOCAL_IDENTITY_PROFILES, profile(1, dataStoreConfig=directory_storage()))
    with pytest.raises(ValidationFailed):
        delete(configuration, DATA_STORES, "store-0")
