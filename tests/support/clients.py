"""Request bodies of OAuth clients."""

from typing import Any


def client(id_: str, **more: Any) -> dict[str, Any]:
    """Return the body of a web application that authenticates with a secret."""
    return {
        "clientId": id_,
        "name": f"Name of {id_}",
        "description": "Ünïcödé",
        "redirectUris": [f"https://{id_}.example.com/callback"],
        "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN"],
        "clientAuth": {"type": "SECRET", "secret": f"clear-secret-of-{id_}"},
        **more,
    }
