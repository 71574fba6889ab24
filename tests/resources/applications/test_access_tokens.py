"""The JWT and reference token managers: claims, lifetimes and invalid settings."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from hashlib import sha1
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from hypothesis import given, settings
from hypothesis import strategies as st
from joserfc import jws
from joserfc.jwk import ECKey, OctKey, RSAKey
from msgspec import structs

from hanse.config.declare.validation import parse
from hanse.config.plugins.plugin import Settings, Values
from hanse.config.plugins.rules import settings_of
from hanse.crypto.jws_signing import CompactSigner, PreparedSigner
from hanse.crypto.key_pairs import PrivateKey
from hanse.kit.randomness import ID_ALPHABET
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.plugins.access_tokens.jwt.tokens import JwtTokens
from hanse.plugins.access_tokens.reference.plugin import REFERENCE, ReferenceTokens
from hanse.plugins.contracts.access_tokens import SigningKey, TokenContent, TokenManagerServices
from hanse.resources.applications.access_tokens.model import AccessTokenManager
from tests.support.access_tokens import KEY, signing_manager
from tests.support.certified_keys import certificate, private_key
from tests.support.clock import START
from tests.support.randomness import SeededRandomness

DEFAULTS = {
    plugin.id: {field.name: field.default for field in plugin.form.fields if field.default}
    for plugin in (JWT, REFERENCE)
}
CONTENT = TokenContent(
    attributes={"sub": "joe", "groups": ["a", "b"], "mail": ["joe@example.com"], "nothing": []},
    client_id="portal",
    scopes=("openid", "mail"),
    grant_id="g-1",
    multi_valued=frozenset({"mail"}),
)


def services(key: PrivateKey | None = None) -> TokenManagerServices:
    signing = SigningKey(key or private_key("p256-1"), "central")
    return TokenManagerServices(
        now=START,
        randomness=SeededRandomness(),
        issuer="https://sso.example",
        key_pair=lambda id_: SigningKey(private_key(id_), "", certificate(id_)),
        central_key=lambda _algorithm: signing,
    )


def jwt_tokens(keys: list[Values] | None = None, certificates: list[Values] | None = None, **values: str) -> JwtTokens:
    tables = {"Symmetric Keys": keys or [], "Certificates": certificates or []}
    named = {name.replace("_", " "): value for name, value in values.items()}
    return JwtTokens(Settings("m", {**DEFAULTS[JWT.id], **named}, tables))


def symmetric(octets: int = 64, name: str = "k1") -> Values:
    return {"Key ID": name, "Key": "ab" * octets, "Encoding": "hex"}


def reference(**values: str) -> ReferenceTokens:
    named = {name.replace("_", " "): value for name, value in values.items()}
    return ReferenceTokens(Settings("m", {**DEFAULTS[REFERENCE.id], **named}, {}))


def verified(text: str, key: Any, algorithm: str) -> tuple[dict[str, Any], dict[str, Any]]:
    found = jws.deserialize_compact(text, key, algorithms=[algorithm])
    return dict(found.headers()), json.loads(found.payload)


def test_a_token_contains_what_was_granted() -> None:
    manager = jwt_tokens([symmetric()], JWS_Algorithm="HS512", Active_Symmetric_Key_ID="k1", Audience_Claim_Value="a b")
    token = manager.issue(CONTENT, services())
    header, claims = verified(token.text, OctKey.import_key(bytes.fromhex("ab" * 64)), "HS512")
    assert header == {"typ": "at+jwt", "alg": "HS512", "kid": "k1"}
    assert len(claims.pop("jti")) == 22
    assert claims == {
        "sub": "joe",
        "groups": ["a", "b"],
        "mail": ["joe@example.com"],
        "client_id": "portal",
        "scope": "openid mail",
        "iss": "https://sso.example",
        "aud": ["a", "b"],
        "iat": int(START.timestamp()),
        "exp": int((START + timedelta(minutes=120)).timestamp()),
    }
    assert token.expires == START + timedelta(minutes=120)


@pytest.mark.parametrize(
    ("algorithm", "key_pair", "type_"),
    [("RS256", "rsa-1", RSAKey), ("PS512", "rsa-1", RSAKey), ("ES256", "p256-1", ECKey), ("ES512", "p521-1", ECKey)],
)
def test_certificates_sign(algorithm: str, key_pair: str, type_: Any) -> None:
    row = {"Key ID": "c1", "Certificate": key_pair}
    manager = jwt_tokens(None, [row], JWS_Algorithm=algorithm, Active_Signing_Certificate_Key_ID="c1")
    header, claims = verified(
        manager.issue(CONTENT, services()).text, type_.import_key(private_key(key_pair).public_key()), algorithm
    )
    assert (header["kid"], header.get("x5t"), claims["sub"]) == ("c1", None, "joe")


@pytest.mark.parametrize("names_key", ["true", "false"])
def test_headers_name_the_key_as_configured(names_key: str) -> None:
    row = {"Key ID": "c1", "Certificate": "p256-1"}
    key_settings: dict[str, Any] = {"JWS_Algorithm": "ES256", "Include_Key_ID_Header_Parameter": names_key}
    thumbprint: dict[str, Any] = {"Include_X.509_Thumbprint_Header_Parameter": "true"}
    public: Any = private_key("p256-1").public_key()
    key = ECKey.import_key(public)

    def header_of(**more: Any) -> dict[str, Any]:
        token = jwt_tokens([symmetric()], [row], **key_settings, **more).issue(CONTENT, services())
        return verified(token.text, key, "ES256")[0]

    kid = {"kid": "c1"} if names_key == "true" else {}
    # The thumbprint covers the whole certificate (RFC 7515, section 4.1.7).
    digest = urlsafe_b64encode(sha1(certificate("p256-1").public_bytes(Encoding.DER), usedforsecurity=False).digest())
    active: Any = {"Active_Signing_Certificate_Key_ID": "c1"}
    expected = {"typ": "at+jwt", "alg": "ES256", "x5t": digest.rstrip(b"=").decode(), **kid}
    assert header_of(**active, **thumbprint) == expected
    # The server's own key has no certificate in this test, so there is no thumbprint.
    central = {"kid": "central"} if names_key == "true" else {}
    assert header_of(Use_Centralized_Signing_Key="true", **thumbprint) == {"typ": "at+jwt", "alg": "ES256", **central}
    shared: Any = {"JWS_Algorithm": "HS256", "Active_Symmetric_Key_ID": "k1"}
    token = jwt_tokens([symmetric()], **{**key_settings, **shared}).issue(CONTENT, services())
    header, _ = verified(token.text, OctKey.import_key(bytes.fromhex("ab" * 64)), "HS256")
    assert header.get("kid") == ("k1" if names_key == "true" else None)
    with pytest.raises(ValueError, match="a symmetric key has no certificate"):
        jwt_tokens([symmetric()], **{**key_settings, **shared}, **thumbprint)


def test_the_keys_of_the_server_sign() -> None:
    manager = jwt_tokens(JWS_Algorithm="ES256", Use_Centralized_Signing_Key="true")
    public: Any = private_key("p256-1").public_key()
    key = ECKey.import_key(public)
    assert verified(manager.issue(CONTENT, services()).text, key, "ES256")[0]["kid"] == "central"


def test_an_attribute_does_not_replace_a_protocol_claim() -> None:
    manager = jwt_tokens([symmetric()], JWS_Algorithm="HS256", Active_Symmetric_Key_ID="k1")
    names = ("iss", "exp", "client_id", "scope", "jti", "nbf", "authorization_details")
    content = TokenContent(attributes=dict.fromkeys(names, "evil"), client_id="portal")
    claims = verified(manager.issue(content, services()).text, OctKey.import_key(bytes.fromhex("ab" * 64)), "HS256")[1]
    assert "evil" not in claims.values()
    assert reference().issue(content, services()).claims["client_id"] == "portal"


def test_an_attribute_does_not_replace_a_configured_claim_of_the_grant() -> None:
    manager = jwt_tokens(
        [symmetric()],
        JWS_Algorithm="HS256",
        Active_Symmetric_Key_ID="k1",
        Access_Grant_GUID_Claim_Name="agid",
        Scope_Claim_Name="scp",
        Client_ID_Claim_Name="cid",
    )
    attributes: dict[str, str | list[str]] = {"agid": "g-2", "scp": "admin", "cid": "other", "sub": "joe"}
    content = TokenContent(attributes=attributes, client_id="portal")
    claims = verified(manager.issue(content, services()).text, OctKey.import_key(bytes.fromhex("ab" * 64)), "HS256")[1]
    assert {name: claims.get(name) for name in attributes} == {"agid": None, "scp": None, "cid": "portal", "sub": "joe"}


@pytest.mark.parametrize(
    ("field", "name"), [("Scope", "iss"), ("Client_ID", "exp"), ("Scope", "client_id"), ("Access_Grant_GUID", "scope")]
)
def test_claim_names_are_unique(field: str, name: str) -> None:
    named: dict[str, Any] = {f"{field}_Claim_Name": name}
    with pytest.raises(ValueError, match=f"the server already uses the claim {name}"):
        jwt_tokens([symmetric()], JWS_Algorithm="HS256", Active_Symmetric_Key_ID="k1", **named)


def test_a_signer_is_prepared_once_for_each_key(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = CompactSigner.prepared

    def count_and_prepare(signer: CompactSigner, header: Any) -> PreparedSigner:
        made.append(header["x5t"])
        return real(signer, header)

    monkeypatch.setattr(CompactSigner, "prepared", count_and_prepare)
    thumbprint: Any = {"Include_X.509_Thumbprint_Header_Parameter": "true"}
    row = {"Key ID": "c1", "Certificate": "p256-1"}
    manager = jwt_tokens(None, [row], JWS_Algorithm="ES256", Active_Signing_Certificate_Key_ID="c1", **thumbprint)
    old, new = (SigningKey(private_key("p256-1"), mark, certificate("p256-1")) for mark in ("old", "new"))
    public: Any = private_key("p256-1").public_key()

    def key_id_with(key: SigningKey) -> Any:
        token = manager.issue(CONTENT, structs.replace(services(), key_pair=lambda _id: key)).text
        return verified(token, ECKey.import_key(public), "ES256")[0]["kid"]

    key_ids = [key_id_with(key) for key in (old, old, new, old)]
    assert key_ids == ["c1.old", "c1.old", "c1.new", "c1.old"]
    assert len(made) == 2


@pytest.mark.parametrize("length", [22, 23, 24, 25, 256])
def test_a_token_identifier_has_the_configured_length(length: int) -> None:
    manager = jwt_tokens(
        [symmetric()], JWS_Algorithm="HS256", Active_Symmetric_Key_ID="k1", JWT_ID_Claim_Length=str(length)
    )
    claims = verified(manager.issue(CONTENT, services()).text, OctKey.import_key(bytes.fromhex("ab" * 64)), "HS256")[1]
    assert len(claims["jti"]) == length


@pytest.mark.parametrize(
    ("keys", "values", "expected"),
    [
        ([], {"JWS_Algorithm": "HS256"}, "Active Symmetric Key ID is required for HS256."),
        ([], {"JWS_Algorithm": "HS256", "Active_Symmetric_Key_ID": "k1"}, "there is no key 'k1' among Symmetric Keys"),
        ([], {"JWS_Algorithm": "ES256"}, "Active Signing Certificate Key ID is required"),
        ([symmetric(63)], {"JWS_Algorithm": "HS512", "Active_Symmetric_Key_ID": "k1"}, "at least 64 octets"),
        ([symmetric(), symmetric()], {"JWS_Algorithm": "HS256"}, "two keys with the ID 'k1'"),
        ([{**symmetric(), "Key": "xyz"}], {"JWS_Algorithm": "HS256", "Active_Symmetric_Key_ID": "k1"}, "encoding"),
        (
            [symmetric()],
            {"JWS_Algorithm": "HS256", "Use_Centralized_Signing_Key": "true"},
            "cannot sign with a symmetric algorithm",
        ),
    ],
)
def test_keys_that_do_not_fit_are_refused(keys: list[Values], values: dict[str, str], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        jwt_tokens(keys, None, **values)


@pytest.mark.parametrize("algorithm", ["none", "HS1", "EdDSA", "RS256 "])
def test_algorithms_are_a_closed_list(algorithm: str) -> None:
    field = JWT.form.field("JWS Algorithm")
    assert field is not None
    assert field.errors(algorithm) is not None


def test_a_configuration_creates_a_manager() -> None:
    configuration = parse(AccessTokenManager, json.dumps(signing_manager()).encode()).configuration
    token = JWT.make(settings_of("m", configuration, JWT.form)).issue(CONTENT, services())
    assert verified(token.text, OctKey.import_key(urlsafe_b64decode(f"{KEY}=")), "HS256")[1]["sub"] == "joe"


@settings(max_examples=30)
@given(length=st.integers(22, 256), minutes=st.integers(1, 10_000))
def test_reference_tokens_have_the_configured_length_and_lifetime(length: int, minutes: int) -> None:
    token = reference(Token_Length=str(length), Token_Lifetime=str(minutes)).issue(CONTENT, services())
    assert len(token.text) == length
    assert set(token.text) <= set(ID_ALPHABET)
    assert token.expires == START + timedelta(minutes=minutes)
    assert token.claims["scope"] == "openid mail"


def test_use_extends_a_token_within_its_maximum_lifetime() -> None:
    manager = reference(
        Token_Lifetime="100",
        Lifetime_Extension_Policy="ALL",
        Lifetime_Extension_Threshold_Percentage="20",
        Maximum_Token_Lifetime="190",
    )
    token = manager.issue(CONTENT, services())

    def after(minutes: int) -> timedelta | None:
        found = manager.extended(token, START, START + timedelta(minutes=minutes), has_grant=True)
        return None if found is None else found.expires - START

    assert after(79) is None
    assert after(80) == timedelta(minutes=180)
    assert after(95) == timedelta(minutes=190)
    assert after(100) is None
    late = START + timedelta(minutes=90)
    transient = reference(Token_Lifetime="100", Lifetime_Extension_Policy="TRANSIENT")
    assert transient.extended(token, START, late, has_grant=True) is None
    assert transient.extended(token, START, late, has_grant=False) is not None
    assert reference(Token_Lifetime="100").extended(token, START, late, has_grant=False) is None


def test_a_maximum_lifetime_below_the_lifetime_is_refused() -> None:
    with pytest.raises(ValueError, match="must not be less than Token Lifetime"):
        reference(Token_Lifetime="100", Maximum_Token_Lifetime="99")
