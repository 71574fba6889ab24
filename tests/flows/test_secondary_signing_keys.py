"""Secondary signing keys of connections of both kinds, over the admin API."""

from collections.abc import Iterator
from typing import Any

import pytest

from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.metadata_reading import open_metadata
from tests.flows.connection_calls import IDP_CONNECTIONS, SP_CONNECTIONS
from tests.flows.key_calls import KEY_PAIR, RSA_PAIR
from tests.flows.metadata_calls import EXPORT
from tests.flows.server import API, Client, FlowServer
from tests.support.configurations import create
from tests.support.idp_connections import saml_connection
from tests.support.key_pairs import certificate, stored_body
from tests.support.sp_connections import sp_connection

MEMBER = "alternativeSigningKeyPairRefs"
NEXT = "seal-88"
KINDS = pytest.mark.parametrize("path", [SP_CONNECTIONS, IDP_CONNECTIONS])
ROTATED = "Secondary signing keys cannot be used with key pairs that are rotated automatically."


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Client:
    create(filled_server.core.configuration, SIGNING_KEY_PAIRS, stored_body(88))
    client = filled_server.basic("Administrator")
    settings = {"federationInfo": {"baseUrl": "https://sso.example.com", "saml2EntityId": "urn:hanse:test"}}
    assert client.put(f"{API}/serverSettings", settings).status_code == 200
    return client


@pytest.fixture(autouse=True)
def connections(admin: Client) -> Iterator[None]:
    yield
    admin.delete(f"{API}{SP_CONNECTIONS}/sp-keys")
    admin.delete(f"{API}{IDP_CONNECTIONS}/saml-keys")


def connection(path: str, key: str, *secondary: str) -> dict[str, Any]:
    """Return a new connection whose messages a key signs, with secondary keys."""
    body = sp_connection("keys") if path == SP_CONNECTIONS else saml_connection("keys")
    signing = {"signingKeyPairRef": {"id": key}, MEMBER: [{"id": each} for each in secondary]}
    return {**body, "credentials": {**(body.get("credentials") or {}), "signingSettings": signing}}


@KINDS
def test_they_are_exported_and_cannot_be_deleted(admin: Client, path: str) -> None:
    made = admin.post(f"{API}{path}", connection(path, KEY_PAIR, NEXT))
    assert made.status_code == 201, made.text
    shown = made.json()
    assert [each["id"] for each in shown["credentials"]["signingSettings"][MEMBER]] == [NEXT]
    kind = "SP" if path == SP_CONNECTIONS else "IDP"
    exported = admin.post(EXPORT, {"connectionType": kind, "connectionId": shown["id"]})
    entity = open_metadata(exported.text.encode()).entity("urn:hanse:test")
    role = entity.idp or entity.sp
    assert role is not None
    assert role.signing_certificates == (certificate(1), certificate(88))
    assert admin.delete(f"{API}/keyPairs/signing/{NEXT}").status_code == 422


@KINDS
@pytest.mark.parametrize(
    ("key", "secondary", "index", "text"),
    [
        (KEY_PAIR, (KEY_PAIR,), 0, "This key pair is already selected."),
        (KEY_PAIR, (NEXT, NEXT), 1, "This key pair is already selected."),
        (KEY_PAIR, (RSA_PAIR,), 0, ROTATED),
        (RSA_PAIR, (NEXT,), 0, ROTATED),
    ],
)
def test_repeated_and_rotated_keys_are_refused(
    admin: Client, path: str, key: str, secondary: tuple[str, ...], index: int, text: str
) -> None:
    answer = admin.post(f"{API}{path}", connection(path, key, *secondary))
    assert answer.status_code == 422, answer.text
    found = [(each["fieldPath"], each["message"]) for each in answer.json()["validationErrors"]]
    assert found == [(f"credentials.signingSettings.{MEMBER}[{index}]", text)]


@KINDS
def test_a_key_pair_that_does_not_exist_is_refused(admin: Client, path: str) -> None:
    answer = admin.post(f"{API}{path}", connection(path, KEY_PAIR, "nowhere"))
    assert answer.status_code == 422, answer.text


def test_they_are_no_settings_of_an_export(admin: Client) -> None:
    signing = {"signingKeyPairRef": {"id": KEY_PAIR}, MEMBER: [{"id": NEXT}]}
    answer = admin.post(EXPORT, {"connectionType": "SP", "connectionId": "sp-0", "signingSettings": signing})
    assert answer.status_code == 422, answer.text
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == [f"signingSettings.{MEMBER}"]
