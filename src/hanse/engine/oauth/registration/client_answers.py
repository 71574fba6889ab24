"""The client information response (RFC 7591, section 3.2.1; RFC 7592, section 3)."""

from typing import Any

import msgspec

from hanse.engine.http.request import Request
from hanse.engine.oauth.paths import REGISTRATION_PATH
from hanse.engine.oauth.registration.client_bodies import metadata_of
from hanse.engine.oauth.registration.stored_clients import RegisteredResult
from hanse.kit.clock import from_text


def client_information(request: Request, result: RegisteredResult) -> dict[str, Any]:
    """Return the registered metadata of a client with its identifier and the issued credentials."""
    client = result.client
    found: dict[str, Any] = {"client_id": client.client_id}
    if client.dynamic_registration is not None:
        issued = from_text(client.dynamic_registration.registered)
        found["client_id_issued_at"] = int(issued.timestamp())
    if result.secret:
        # The secret does not expire; zero says so.
        found |= {"client_secret": result.secret, "client_secret_expires_at": 0}
    if result.access_token:
        found["registration_access_token"] = result.access_token
        found["registration_client_uri"] = f"{request.issuer.identifier}{REGISTRATION_PATH}/{client.client_id}"
    found |= msgspec.to_builtins(metadata_of(client, result.body))
    return found
