"""Data stores with all members, as sent by scripts that were written for other servers with this API."""

from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer

Body = dict[str, Any]


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


# The values of an exported server profile, and the defaults that the Terraform provider sends.
PROFILE: Body = {
    "hostnamesTags": [{"hostnames": ["localhost:1"], "tags": "docker", "defaultSource": True}],
    "verifyHost": False,
    "timeBetweenEvictions": 60000,
    "readTimeout": 3000,
    "connectionTimeout": 3000,
    "dnsTtl": 60000,
}
TERRAFORM: Body = {
    "hostnamesTags": [{"hostnames": ["localhost:1"], "defaultSource": True}],
    "followLDAPReferrals": False,
    "retryFailedOperations": False,
    "useStartTLS": False,
    "timeBetweenEvictions": 0,
    "readTimeout": 0,
    "connectionTimeout": -1,
    "dnsTtl": 0,
}


@pytest.mark.parametrize("own", [PROFILE, TERRAFORM])
def test_a_directory_with_all_members_is_returned_as_sent(admin: Client, own: Body) -> None:
    body = {
        "type": "LDAP",
        "id": "LDAP-201A8CDE130172B88F160E8DE63A2181101984CF",
        "maskAttributeValues": False,
        "hostnames": ["localhost:1"],
        "ldapType": "PING_DIRECTORY",
        "bindAnonymously": False,
        "userDN": "cn=pingfederate",
        "useSsl": True,
        "useDnsSrvRecords": False,
        "name": "known-pingdirectory",
        "testOnBorrow": False,
        "testOnReturn": False,
        "createIfNecessary": True,
        "minConnections": 10,
        "maxConnections": 100,
        "maxWait": -1,
        "binaryAttributes": [],
        "ldapDnsSrvPrefix": "_ldap._tcp",
        "ldapsDnsSrvPrefix": "_ldaps._tcp",
        **own,
    }
    bypass = {"X-BypassExternalValidation": "true"}
    made = admin.post(f"{API}/dataStores", {**body, "password": "Schiffer12"}, headers=bypass)
    assert made.status_code == 201, made.text
    stored = made.json()
    assert {name: stored.get(name) for name in body} == body
    assert admin.put(f"{API}/dataStores/{body['id']}", stored, headers=bypass).json() == stored
    admin.delete(f"{API}/dataStores/{body['id']}")


def test_a_database_with_all_members_is_returned_as_sent(admin: Client) -> None:
    url = "jdbc:postgresql://localhost:1/people"
    body = {
        "type": "JDBC",
        "id": "ProvisionerDS",
        "maskAttributeValues": False,
        "connectionUrl": url,
        "driverClass": "org.postgresql.Driver",
        "userName": "sa",
        "allowMultiValueAttributes": False,
        "name": "ProvisionerDS (sa)",
        "connectionUrlTags": [{"connectionUrl": url, "defaultSource": True}],
        "minPoolSize": 0,
        "maxPoolSize": 100,
        "blockingTimeout": 5000,
        "idleTimeout": 5,
    }
    bypass = {"X-BypassExternalValidation": "true"}
    made = admin.post(f"{API}/dataStores", {**body, "password": "Schiffer12"}, headers=bypass)
    assert made.status_code == 201, made.text
    assert {name: made.json().get(name) for name in body} == body
    admin.delete(f"{API}/dataStores/ProvisionerDS")
