"""Software statements: signed metadata of an accepted issuer (RFC 7591, section 2.3)."""

import json
from typing import Any

import pytest

from hanse.crypto.jwk import public_jwk
from hanse.crypto.jws_signing import CompactSigner
from tests.engine.oauth.registration.registering import METADATA, allow, refused, register, registered, stored
from tests.engine.server import EngineServer
from tests.support.certified_keys import private_key

ISSUER = "https://vendor.example.com"
KEY, OTHER = private_key("rsa-100"), private_key("rsa-101")
ISSUERS = [{"issuer": ISSUER, "jwks": json.dumps({"keys": [{**public_jwk(KEY.public_key()), "kid": "k1"}]})}]


def statement(key: Any = KEY, header: dict[str, Any] | None = None, **claims: Any) -> str:
    """Return a statement with these claims."""
    given = {"iss": ISSUER, "software_id": "s-1", "client_name": "Signed name", **claims}
    payload = json.dumps({name: value for name, value in given.items() if value is not None}).encode()
    return CompactSigner(key, "RS256", "k1").sign(payload, header or {"typ": "JWT"})


@pytest.fixture
def vendors(server: EngineServer) -> EngineServer:
    """A server that requires a statement."""
    allow(server, softwareStatementIssuers=ISSUERS, requireSoftwareStatement=True)
    return server


def test_signed_metadata_takes_precedence(vendors: EngineServer) -> None:
    found = registered(vendors, {**METADATA, "client_name": "Plain name", "software_statement": statement()})
    assert (found["client_name"], found["software_id"]) == ("Signed name", "s-1")
    assert stored(vendors, found)["dynamicRegistration"]["softwareStatementIssuer"] == ISSUER


def test_a_registration_without_the_required_statement_is_refused(vendors: EngineServer) -> None:
    refused(register(vendors), "invalid_client_metadata")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.b.c",
        statement(OTHER),
        statement(exp=1),
        statement(nbf=99_999_999_999),
        statement(header={"typ": "at+jwt"}),
        statement().rpartition(".")[0] + ".",
    ],
    ids=["empty", "malformed", "other key", "expired", "not yet valid", "other type", "unsigned"],
)
def test_an_invalid_statement_is_refused(vendors: EngineServer, text: str) -> None:
    refused(register(vendors, {**METADATA, "software_statement": text}), "invalid_software_statement")


@pytest.mark.parametrize("issuer", ["https://other.example.com", None, 7])
def test_a_statement_of_another_issuer_is_not_approved(vendors: EngineServer, issuer: Any) -> None:
    text = statement(iss=issuer)
    refused(register(vendors, {**METADATA, "software_statement": text}), "unapproved_software_statement")


def test_the_metadata_in_a_statement_is_validated(vendors: EngineServer) -> None:
    text = statement(redirect_uris=["http://evil.example.com/"])
    refused(register(vendors, {**METADATA, "software_statement": text}), "invalid_redirect_uri")
