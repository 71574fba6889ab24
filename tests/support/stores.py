"""Data stores for tests."""

from typing import Any


def ldap_store(number: int) -> dict[str, Any]:
    """Return the body of a directory, unlike all others in whatever has to be unique."""
    return {
        "id": f"store-{number}",
        "type": "LDAP",
        "name": f"Directory {number}",
        "ldapType": "GENERIC",
        "hostnames": ["ldap.hanse.example", "[::1]:1389"],
        "userDN": "cn=admin,dc=hanse,dc=example",
        "password": f"clear-password-{number}",
    }
