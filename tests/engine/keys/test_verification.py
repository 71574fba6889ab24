"""Two third-party libraries verify issuers' signatures with the published keys, for every algorithm."""

from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import jwt
import pytest
from cryptography import x509
from joserfc import jwt as joserfc_jwt
from joserfc.jwk import JWKRegistry, KeySet

from hanse.engine.keys.key_material import HeldKey, NoSuchKey
from hanse.plugins.contracts.access_tokens import SignerProfile
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from tests.engine.server import BASE_URL, DISCOVERY, JWKS, EngineServer
from tests.support.certified_keys import pair
from tests.support.configurations import create, replace

BRAND = "brand.example"
EC = ("p256", "p384", "p521")
ALGORITHMS = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"}


def active_keys(number: int, **fields: Any) -> dict[str, Any]:
    """Return settings with the number-th key pair of every type as active keys."""
    refs = {f"{family}ActiveCertRef": {"id": f"{family}-{number}"} for family in (*EC, "rsa")}
    ids = {f"{family}ActiveKeyId": f"{family}.{number}" for family in (*EC, "rsa")}
    return {**refs, **ids, **fields}


def rotated_keys(number: int, **fields: Any) -> dict[str, Any]:
    """Return settings whose previous keys are those of the number before."""
    before = {f"{family}PreviousCertRef": {"id": f"{family}-{number - 1}"} for family in (*EC, "rsa")}
    ids = {f"{family}PreviousKeyId": f"{family}.{number - 1}" for family in (*EC, "rsa")}
    return {**active_keys(number), **before, **ids, **fields}


@pytest.fixture
def database_kind() -> str:
    """Keys do not depend on the database."""
    return "sqlite"


@pytest.fixture
def issuing(engine: EngineServer) -> EngineServer:
    """An engine with static keys, and a virtual issuer with its own key set."""
    for family in (*EC, "rsa"):
        for number in (1, 2, 3):
            create(engine.core.configuration, SIGNING_KEY_PAIRS, pair(f"{family}-{number}"))
    engine.set_base_url()
    issuer = engine.add_issuer("Brand", BRAND, "/bank")
    engine.add_issuer("Plain", BRAND)
    body = {"id": "set", "name": "Set", "issuers": [{"id": issuer}], "signingKeys": active_keys(2)}
    create(engine.core.configuration, KEY_SETS, body)
    engine.save(OAUTH_KEYS, {"staticJwksEnabled": True, **active_keys(1)})
    return engine


def issuer_addresses() -> Iterator[tuple[str, str, str]]:
    """Yield the host, the path and the identifier of each issuer."""
    yield "sso.example.com", "", BASE_URL
    yield BRAND, "/bank", f"https://{BRAND}:9031/bank"
    yield BRAND, "", f"https://{BRAND}:9031"


def verify(token: str, jwks: Any, algorithm: str) -> dict[str, Any]:
    """Verify the signature with PyJWT and joserfc, with the key found by its ID, and return the claims."""
    kid = jwt.get_unverified_header(token)["kid"]
    (found,) = [key for key in jwks["keys"] if key["kid"] == kid]
    claims: dict[str, Any] = jwt.decode(token, jwt.PyJWK(found, algorithm), [algorithm])
    assert joserfc_jwt.decode(token, KeySet.import_key_set(jwks), algorithms=[algorithm]).claims == claims
    return claims


@pytest.mark.parametrize(("host", "path", "identifier"), list(issuer_addresses()))
def test_tokens_of_every_issuer_and_algorithm_are_verified(
    issuing: EngineServer, host: str, path: str, identifier: str
) -> None:
    issuer = issuing.follower.snapshot.issuer_at(host, path)
    assert issuer is not None
    assert (issuer.identifier, set(issuer.algorithms)) == (identifier, ALGORITHMS)
    metadata, jwks = issuing.get(f"{path}{DISCOVERY}", host=host).json(), issuing.get(f"{path}{JWKS}", host=host).json()
    assert verify(metadata["signed_metadata"], jwks, "RS256")["issuer"] == identifier
    for algorithm in issuer.algorithms:
        token = issuer.sign(algorithm, {"iss": identifier, "sub": "alice"}, {"typ": "at+jwt"})
        assert verify(token, jwks, algorithm) == {"iss": identifier, "sub": "alice"}
        assert jwt.get_unverified_header(token)["typ"] == "at+jwt"
        # The signer for access token managers uses the same key ID, and is the same object each time.
        key = issuer.keys.signing_key(algorithm)
        assert key is issuer.keys.signing_key(algorithm)
        assert verify(key.signer(SignerProfile(algorithm, key_id=key.key_id)).sign(b'{"n":1}'), jwks, algorithm) == {
            "n": 1
        }


def test_the_keys_of_one_issuer_do_not_verify_tokens_of_another(issuing: EngineServer) -> None:
    token = issuing.get(f"/bank{DISCOVERY}", host=BRAND).json()["signed_metadata"]
    other = issuing.get(JWKS, host=BRAND).json()
    assert jwt.get_unverified_header(token)["kid"] not in [key["kid"] for key in other["keys"]]
    for key in other["keys"]:
        if key["kty"] == "RSA":
            with pytest.raises(jwt.InvalidSignatureError):
                jwt.decode(token, jwt.PyJWK(key, "RS256"), ["RS256"])


def test_the_previous_key_still_verifies(issuing: EngineServer) -> None:
    before = issuing.follower.snapshot.issuers[BASE_URL]
    tokens = {algorithm: before.sign(algorithm, {"n": 1}) for algorithm in ALGORITHMS}
    issuing.save(OAUTH_KEYS, {"staticJwksEnabled": True, **rotated_keys(2)})
    jwks = issuing.get(JWKS).json()
    after = issuing.follower.snapshot.issuers[BASE_URL]
    for algorithm, token in tokens.items():
        assert verify(token, jwks, algorithm) == {"n": 1}
        again = after.sign(algorithm, {"n": 2})
        assert jwt.get_unverified_header(again)["kid"] != jwt.get_unverified_header(token)["kid"]
        assert verify(again, jwks, algorithm) == {"n": 2}
    # After another rotation the first key is no longer published.
    issuing.save(OAUTH_KEYS, {"staticJwksEnabled": True, **rotated_keys(3)})
    published = {key["kid"] for key in issuing.get(JWKS).json()["keys"]}
    assert not published & {f"{family}.1" for family in (*EC, "rsa")}


def test_an_algorithm_with_its_own_key_id_signs_with_it(issuing: EngineServer) -> None:
    ids = [{"rsaAlgType": "PS256", "keyId": "for-ps256"}, {"rsaAlgType": "RS256", "keyId": "for-rs256"}]
    issuing.save(OAUTH_KEYS, {"staticJwksEnabled": True, **active_keys(1), "rsaAlgorithmActiveKeyIds": ids})
    issuer, jwks = issuing.follower.snapshot.issuers[BASE_URL], issuing.get(JWKS).json()
    key_ids = {"PS256": "for-ps256", "RS256": "for-rs256", "RS384": "rsa.1"}
    for algorithm, key_id in key_ids.items():
        token = issuer.sign(algorithm, {})
        assert jwt.get_unverified_header(token)["kid"] == key_id
        verify(token, jwks, algorithm)
    assert jwt.get_unverified_header(issuing.verified()["signed_metadata"])["kid"] == "for-rs256"


def test_certificates_are_published_on_request_and_match_their_keys(issuing: EngineServer) -> None:
    settings = {f"{family}PublishX5cParameter": True for family in ("rsa", "p384")}
    issuing.save(OAUTH_KEYS, {"staticJwksEnabled": True, **rotated_keys(2, **settings)})
    keys = {key["kid"]: key for key in issuing.get(JWKS).json()["keys"]}
    with_chain = {kid for kid, key in keys.items() if "x5c" in key}
    assert with_chain == {"rsa.2", "rsa.1", "p384.2", "p384.1"}
    for kid in with_chain:
        # `x5c` is base64 (not base64url) of DER, and the first certificate has the key (RFC 7517, section 4.7).
        chain = [x509.load_der_x509_certificate(b64decode(each, validate=True)) for each in keys[kid]["x5c"]]
        published = JWKRegistry.import_key(keys[kid])
        assert published.thumbprint() == JWKRegistry.import_key(published.as_dict(private=False)).thumbprint()
        assert published.public_key.public_numbers() == chain[0].public_key().public_numbers()  # type: ignore[union-attr]  # both are RSA or EC keys.
        digest = urlsafe_b64encode(sha256(b64decode(keys[kid]["x5c"][0])).digest()).rstrip(b"=").decode()
        assert keys[kid]["x5t#S256"] == digest


def test_an_issuer_does_not_sign_with_missing_keys(issuing: EngineServer) -> None:
    rsa_only = {"staticJwksEnabled": True, "rsaActiveCertRef": {"id": "rsa-1"}, "rsaActiveKeyId": "only"}
    issuing.save(OAUTH_KEYS, rsa_only)
    issuer = issuing.follower.snapshot.issuers[BASE_URL]
    for algorithm in ("ES256", "none", "HS256", ""):
        with pytest.raises(NoSuchKey):
            issuer.sign(algorithm, {})
        with pytest.raises(NoSuchKey):
            issuer.keys.signing_key(algorithm)


def test_no_private_member_is_published(issuing: EngineServer) -> None:
    issuing.save(OAUTH_KEYS, {"staticJwksEnabled": True, **rotated_keys(2, rsaPublishX5cParameter=True)})
    public = {"kty", "kid", "use", "alg", "n", "e", "crv", "x", "y", "x5c", "x5t#S256"}
    assert {name for key in issuing.get(JWKS).json()["keys"] for name in key} == public


def test_a_key_is_decrypted_once_while_it_is_in_use(issuing: EngineServer, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    original = HeldKey.of

    def of(text: str) -> HeldKey:
        opened.append(text)
        return original(text)

    monkeypatch.setattr(HeldKey, "of", of)
    issuing.set_hosts("login.example.org")
    assert opened == []
    issuing.save(OAUTH_KEYS, {"staticJwksEnabled": True, **rotated_keys(3, rsaActiveCertRef={"id": "rsa-1"})})
    # Three EC keys are new, and the RSA key was in use already. Keys that are only published are not decrypted.
    assert len(opened) == 3


def test_a_change_of_keys_signs_the_metadata_again(issuing: EngineServer) -> None:
    before = issuing.get(DISCOVERY)
    issuing.clock.advance(minutes=5)
    issuing.set_hosts("login.example.org")
    assert issuing.get(DISCOVERY).content == before.content
    replace(
        issuing.core.configuration,
        KEY_SETS,
        "set",
        {"id": "set", "name": "Renamed", "issuers": [{"id": _issuer_id(issuing)}], "signingKeys": active_keys(2)},
    )
    issuing.caught_up()
    assert issuing.get(DISCOVERY).content == before.content
    issuing.save(OAUTH_KEYS, {"staticJwksEnabled": True, **rotated_keys(2)})
    assert issuing.get(DISCOVERY).content != before.content
    issuing.verified()


def _issuer_id(engine: EngineServer) -> str:
    issuer = engine.follower.snapshot.issuer_at(BRAND, "/bank")
    assert issuer is not None
    assert issuer.name.virtual_issuer is not None
    return issuer.name.virtual_issuer
