"""Request bodies of access token managers."""

from typing import Any

Body = dict[str, Any]

REFERENCE = "org.sourceid.oauth20.token.plugin.impl.ReferenceBearerAccessTokenManagementPlugin"
JWT = "com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin"
# 32 octets, the minimum key size of HS256 (RFC 7518, section 3.2).
KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"
SIGNED = {"JWS Algorithm": "HS256", "Active Symmetric Key ID": "k1"}


def fields(values: dict[str, str]) -> list[Body]:
    """Return plug-in fields in the form of the admin API."""
    return [{"name": name, "value": value} for name, value in values.items()]


def manager(number: int = 0, *attributes: str) -> Body:
    """Return the body of an access token manager that issues reference tokens."""
    return {
        "id": f"manager-{number}",
        "name": f"Manager {number}",
        "pluginDescriptorRef": {"id": REFERENCE},
        "configuration": {"fields": fields({"Token Lifetime": "30"})},
        "attributeContract": {"extendedAttributes": [{"name": name} for name in attributes or ("sub", "mail")]},
    }


def signing_manager(number: int = 0, **settings: str) -> Body:
    """Return the body of an access token manager that signs JWTs with a symmetric key."""
    row = {"fields": fields({"Key ID": "k1", "Key": KEY, "Encoding": "b64u"})}
    return {
        **manager(number),
        "pluginDescriptorRef": {"id": JWT},
        "configuration": {
            "fields": fields({**SIGNED, **settings}),
            "tables": [{"name": "Symmetric Keys", "rows": [row]}],
        },
    }
