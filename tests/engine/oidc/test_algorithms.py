"""ID tokens with every algorithm that can be configured, verified with two libraries."""

import base64
import json
from typing import Any

import jwt as pyjwt
import pytest
from joserfc import jwe, jwt
from joserfc.jwk import ECKey, KeySet, OctKey, RSAKey

from hanse.crypto.key_pairs import key_to_text
from hanse.crypto.token_hashes import half_hash
from hanse.engine.errors import ServerError
from hanse.engine.oauth.jose.algorithm_names import CONTENT_ENCRYPTIONS, KEY_ENCRYPTIONS
from hanse.engine.oauth.jose.encryption import Encryption, choose_key, key_of_secret
from hanse.engine.oauth.jose.signing import sign
from hanse.resources.applications.clients.choices import ContentEncryption, KeyEncryption
from tests.engine.oidc.provider import Provider, policy
from tests.support.certified_keys import private_key
from tests.support.key_pairs import ec_key

SECRET = "a secret that is long enough for HS512: 64 octets, and a few more"
AUTH = {"type": "SECRET", "secret": SECRET}
RSA_KEY = RSAKey.import_key(key_to_text(private_key("rsa-200")), {"kid": "rsa", "use": "enc"})
EC_KEY = ECKey.import_key(ec_key(1), {"kid": "ec"})
SIGNING_KEY = RSAKey.import_key(key_to_text(private_key("rsa-201")), {"kid": "sig", "use": "sig"})
JWKS = json.dumps({"keys": [each.as_dict(private=False) for each in (SIGNING_KEY, RSA_KEY, EC_KEY)]})


@pytest.mark.parametrize("algorithm", ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"])
def test_an_id_token_is_signed_with_the_issuers_keys(provider: Provider, algorithm: str) -> None:
    provider.save_policy(policy("name"))
    provider.save_client(oidcPolicy={"idTokenSigningAlgorithm": algorithm})
    token = provider.issue(code="code-1")
    claims = provider.claims_of(token, algorithm)
    assert claims["at_hash"] == half_hash("token-1", algorithm)
    assert claims["c_hash"] == half_hash("code-1", algorithm)


@pytest.mark.parametrize("algorithm", ["HS256", "HS384", "HS512"])
def test_an_id_token_is_signed_with_the_clients_secret(provider: Provider, algorithm: str) -> None:
    provider.save_policy(policy("name", includeSHashInIdToken=True))
    provider.save_client(clientAuth=AUTH, oidcPolicy={"idTokenSigningAlgorithm": algorithm})
    token = provider.issue(state="af0ifjsldkj")
    claims = jwt.decode(token, OctKey.import_key(SECRET.encode()), algorithms=[algorithm]).claims
    assert claims["s_hash"] == half_hash("af0ifjsldkj", algorithm)
    options: Any = {"verify_exp": False, "verify_iat": False}
    assert pyjwt.decode(token, SECRET, algorithms=[algorithm], audience="web", options=options) == claims
    with pytest.raises(pyjwt.InvalidSignatureError):
        pyjwt.decode(token, SECRET + "!", algorithms=[algorithm], audience="web", options=options)


def test_a_secret_that_is_too_short_signs_nothing(provider: Provider) -> None:
    client = provider.save_client(clientAuth={"type": "SECRET", "secret": "short"})
    with pytest.raises(ServerError):
        sign(provider.request().issuer, client, "HS256", {}, {}, provider.server.clock.now())


def test_an_unsecured_token_is_issued_only_where_it_is_configured(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    provider.save_client(oidcPolicy={"idTokenSigningAlgorithm": "NONE"})
    header, payload, signature = provider.issue().split(".")
    assert json.loads(base64.urlsafe_b64decode(header + "==")) == {"alg": "none"}
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    assert (claims["sub"], "at_hash" in claims, signature) == ("joe", False, "")


@pytest.mark.parametrize("content", ContentEncryption)
@pytest.mark.parametrize("key", [KeyEncryption.RSA_OAEP_256, KeyEncryption.ECDH_ES])
def test_an_id_token_is_encrypted_with_the_clients_public_key(
    provider: Provider, key: KeyEncryption, content: ContentEncryption
) -> None:
    provider.save_policy(policy("name"))
    chosen = {"idTokenEncryptionAlgorithm": key, "idTokenContentEncryptionAlgorithm": content}
    provider.save_client(jwksSettings={"jwks": JWKS}, oidcPolicy=chosen)
    token = provider.issue()
    algorithms = [KEY_ENCRYPTIONS[key], CONTENT_ENCRYPTIONS[content]]
    opened = jwe.decrypt_compact(token, KeySet([RSA_KEY, EC_KEY]), algorithms=algorithms)
    assert (opened.headers()["cty"], opened.headers()["alg"], opened.headers()["enc"]) == ("JWT", *algorithms)
    assert provider.claims_of((opened.plaintext or b"").decode())["sub"] == "joe"


@pytest.mark.parametrize("key", [each for each in KeyEncryption if each.is_asymmetric])
def test_every_asymmetric_key_encryption_is_supported(provider: Provider, key: KeyEncryption) -> None:
    provider.save_policy(policy("name"))
    chosen = {"idTokenEncryptionAlgorithm": key, "idTokenContentEncryptionAlgorithm": "AES_128_CBC_HMAC_SHA_256"}
    provider.save_client(jwksSettings={"jwks": JWKS}, oidcPolicy=chosen)
    opened = jwe.decrypt_compact(
        provider.issue(), KeySet([RSA_KEY, EC_KEY]), algorithms=[KEY_ENCRYPTIONS[key], "A128CBC-HS256"]
    )
    assert provider.claims_of((opened.plaintext or b"").decode())["sub"] == "joe"


@pytest.mark.parametrize("content", ["AES_256_GCM", "AES_192_CBC_HMAC_SHA_384", "AES_256_CBC_HMAC_SHA_512"])
@pytest.mark.parametrize("key", [each for each in KeyEncryption if not each.is_asymmetric])
def test_an_id_token_is_encrypted_with_the_clients_secret(provider: Provider, key: KeyEncryption, content: str) -> None:
    provider.save_policy(policy("name"))
    chosen = {"idTokenEncryptionAlgorithm": key, "idTokenContentEncryptionAlgorithm": content}
    provider.save_client(clientAuth=AUTH, oidcPolicy=chosen)
    method = CONTENT_ENCRYPTIONS[ContentEncryption(content)]
    bits = {"dir": {"A256GCM": 256, "A192CBC-HS384": 384, "A256CBC-HS512": 512}[method]}
    octets = bits.get(KEY_ENCRYPTIONS[key], int(key.value[1:4]) if key.value.startswith("A") else 0) // 8
    opened = jwe.decrypt_compact(
        provider.issue(),
        OctKey.import_key(key_of_secret(SECRET, octets)),
        algorithms=[KEY_ENCRYPTIONS[key], method],
    )
    assert provider.claims_of((opened.plaintext or b"").decode())["sub"] == "joe"


def test_the_derived_key_is_the_left_part_of_the_hash() -> None:
    # SHA-256 for up to 256 bits, SHA-384 for up to 384, and SHA-512 for more (OpenID Connect Core 1.0, section 10.2).
    import hashlib  # noqa: PLC0415 - the reference for the comparison.

    assert key_of_secret("s", 16) == hashlib.sha256(b"s").digest()[:16]
    assert key_of_secret("s", 48) == hashlib.sha384(b"s").digest()
    assert key_of_secret("s", 64) == hashlib.sha512(b"s").digest()


@pytest.mark.filterwarnings("ignore:Key size should be")
def test_a_signing_key_or_a_short_key_is_not_used_for_encryption(provider: Provider) -> None:
    modulus = base64.urlsafe_b64encode(b"\xc1" * 128).rstrip(b"=").decode()
    short = {"kty": "RSA", "n": modulus, "e": "AQAB"}
    signing = ECKey.import_key(ec_key(2), {"use": "sig"}).as_dict(private=False)
    for each in (SIGNING_KEY.as_dict(private=False), short, signing, {"kty": "EC", "crv": "secp256k1"}, {}):
        assert choose_key((each,), "RSA-OAEP") is None
        assert choose_key((each,), "ECDH-ES") is None
    only = json.dumps({"keys": [SIGNING_KEY.as_dict(private=False)]})
    client = provider.save_client(
        jwksSettings={"jwks": only},
        oidcPolicy={
            "idTokenEncryptionAlgorithm": "RSA_OAEP",
            "idTokenContentEncryptionAlgorithm": "AES_128_GCM",
        },
    )
    encryption = Encryption(KeyEncryption.RSA_OAEP, ContentEncryption.AES_128_GCM)
    with pytest.raises(ServerError):
        provider.run(provider.id_tokens.encryption.encrypt(client, encryption, b"x", provider.server.clock.now()))
