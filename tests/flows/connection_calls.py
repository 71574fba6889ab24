"""Valid calls about connections to partners, and the items that they need."""

from typing import Any
from zlib import crc32

from tests.flows.key_calls import RSA_PAIR
from tests.flows.role_table import collection
from tests.flows.server import API, Client
from tests.flows.token_calls import calls_of
from tests.flows.valid_call import GoodCall, Key
from tests.support.idp_connections import idp_connection, saml_connection, verification_certificate
from tests.support.sp_connections import sp_connection

IDP_CONNECTIONS, SP_CONNECTIONS = "/sp/idpConnections", "/idp/spConnections"
_BODIES = {IDP_CONNECTIONS: idp_connection, SP_CONNECTIONS: sp_connection}
_SETTINGS = {"signingKeyPairRef": {"id": RSA_PAIR}}
_TARGETS = {IDP_CONNECTIONS: "partner", SP_CONNECTIONS: "sp"}


def add_connections(admin: Client) -> None:
    """Create the connections that the calls need, unless they exist. The second ones can be deleted."""
    signed = sp_connection(0, credentials={"signingSettings": _SETTINGS})
    signing = saml_connection("signed")
    signing["credentials"]["signingSettings"] = _SETTINGS
    bodies = (
        *((IDP_CONNECTIONS, idp_connection(number)) for number in (0, 1)),
        (IDP_CONNECTIONS, signing),
        (SP_CONNECTIONS, signed),
        (SP_CONNECTIONS, sp_connection(1)),
    )
    for path, body in bodies:
        made = admin.post(f"{API}{path}", body)
        assert made.status_code in (201, 422), made.text


def idp_connection_errors(admin: Client, body: dict[str, Any]) -> list[tuple[str | None, str]]:
    """Try to create an IdP connection, and return the fields and texts of its errors."""
    answer = admin.post(f"{API}{IDP_CONNECTIONS}", body)
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath"), each["message"]) for each in answer.json()["validationErrors"]]


def _certificate(serial: str) -> dict[str, Any]:
    return verification_certificate(10 + crc32(serial.encode()) % 10_000)


def _calls(path: str) -> dict[Key, GoodCall]:
    body, target = _BODIES[path], f"{_TARGETS[path]}-1"
    certificates = f"{API}{path}/{{id}}/credentials/certs"
    return {
        **calls_of(
            path,
            GoodCall(201, body=lambda serial, _c: body(f"made-{serial}")),
            GoodCall(body=lambda serial, _c: body(1, name=f"New {serial}"), target=target),
        ),
        ("POST", f"{API}{path}/{{id}}/copy"): GoodCall(
            201,
            body=lambda serial, _c: {"name": f"Copy {serial} {target}", "entityId": f"https://{serial}.copy.example"},
            target=target,
        ),
        ("GET", certificates): GoodCall(target=target),
        # Of no connection, because a check sends requests to the partner.
        ("POST", f"{API}{path}/{{id}}/checkHealth"): GoodCall(404, target="nowhere"),
        # The connections of these calls have no metadata URL.
        ("POST", f"{API}{path}/{{id}}/metadata/compare"): GoodCall(422, target=target),
        ("POST", f"{API}{path}/{{id}}/metadata/apply"): GoodCall(422, target=target),
        ("POST", certificates): GoodCall(201, body=lambda serial, _c: _certificate(serial), target=target),
        ("PUT", certificates): GoodCall(body=lambda serial, _c: {"items": [_certificate(serial)]}, target=target),
    }


_KEYS, _SIGNING = "credentials/decryptionKeys", "credentials/signingSettings"


def _key_calls(path: str, signing: str) -> dict[Key, GoodCall]:
    """Return the calls about keys; `signing` is a connection with a signing key."""
    keys, settings, target = f"{API}{path}/{{id}}/{_KEYS}", f"{API}{path}/{{id}}/{_SIGNING}", f"{_TARGETS[path]}-1"
    return {
        ("GET", keys): GoodCall(target=target),
        ("PUT", keys): GoodCall(body=lambda _s, _c: {}, target=target),
        ("GET", settings): GoodCall(target=signing),
        ("PUT", settings): GoodCall(body=lambda _s, _c: _SETTINGS, target=signing),
    }


CONNECTION_CALLS: dict[Key, GoodCall] = {
    **_calls(IDP_CONNECTIONS),
    **_calls(SP_CONNECTIONS),
    **_key_calls(IDP_CONNECTIONS, "saml-signed"),
    **_key_calls(SP_CONNECTIONS, "sp-0"),
}


def connection_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make these calls."""
    lines: dict[Key, frozenset[str]] = {}
    for path in (IDP_CONNECTIONS, SP_CONNECTIONS):
        lines |= collection(f"{API}{path}", sees=sees, changes=configures)
        lines["POST", f"{API}{path}/{{id}}/copy"] = configures
        certificates = f"{API}{path}/{{id}}/credentials/certs"
        for action in ("checkHealth", "metadata/compare", "metadata/apply"):
            lines["POST", f"{API}{path}/{{id}}/{action}"] = configures
        lines |= {("GET", certificates): sees, ("POST", certificates): configures, ("PUT", certificates): configures}
        for keys in (_KEYS, _SIGNING):
            lines |= {("PUT", f"{API}{path}/{{id}}/{keys}"): configures, ("GET", f"{API}{path}/{{id}}/{keys}"): sees}
        lines["DELETE", f"{API}{path}/{{id}}"] = configures
    return lines
