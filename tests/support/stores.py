"""Data stores and trusted certificates for tests."""

from typing import Any

from tests.support.key_pairs import stored_body


def ldap_store(number: int | str) -> dict[str, Any]:
    """Return the body of an LDAP data store whose unique fields differ from all others."""
    return {
        "id": f"store-{number}",
        "type": "LDAP",
        "name": f"Directory {number}",
        "ldapType": "GENERIC",
        "hostnames": ["ldap.hanse.example", "[::1]:1389"],
        "hostnamesTags": [
            {"hostnames": ["ldap.hanse.example", "[::1]:1389"], "tags": "docker", "defaultSource": True},
            {"hostnames": ["west.hanse.example"], "tags": "west, far", "defaultSource": False},
        ],
        "userDN": "cn=admin,dc=hanse,dc=example",
        "password": f"clear-password-{number}",
    }


def ca_certificate(number: int) -> dict[str, Any]:
    """Return the stored form of a trusted certificate; each number has a different one."""
    body = stored_body(number)
    return {"id": f"ca-{number}", "certificate": body["certificates"][0]}
