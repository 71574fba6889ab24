"""Access tokens that the provider binds to a key of the OpenID Connect adapter (DPoP, RFC 9449)."""

from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.dpop.proof import read_proof
from hanse.plugins.contracts.adapters import Success
from tests.plugins.adapters.provider_users import Joe, failure, joe_at_provider
from tests.support.openid_provider import ISSUER

OFFERED = {"dpop_signing_alg_values_supported": ["RS256", "ES256"]}
ON = {"DPoP-Bound_Tokens": "true", "Request_UserInfo": "true"}


def joe_with_bound_tokens(**settings: str) -> Joe:
    joe = joe_at_provider(**ON, **settings)
    joe.provider.metadata = OFFERED
    joe.start()
    return joe


def test_both_requests_have_a_proof_of_the_same_new_key() -> None:
    joe = joe_with_bound_tokens()
    assert isinstance(joe.come_back(), Success)
    requests = [each for each in joe.provider.received if "DPoP" in dict(each.headers)]
    token, user_info = (read_proof(dict(each.headers)["DPoP"]) for each in requests)
    assert (token.method, token.url, token.token_digest) == ("POST", f"{ISSUER}/token", "")
    digest = urlsafe_b64encode(sha256(b"at-1").digest()).rstrip(b"=").decode()
    assert (user_info.method, user_info.url, user_info.token_digest) == ("GET", f"{ISSUER}/userinfo", digest)
    assert token.key == user_info.key
    assert token.id != user_info.id
    assert token.issued == int(joe.user.now.timestamp())
    assert dict(requests[1].headers)["Authorization"] == "DPoP at-1"
    header = read_compact(dict(requests[0].headers)["DPoP"]).header
    assert header["jwk"].keys() == {"kty", "crv", "x", "y"}
    other = joe_with_bound_tokens()
    assert isinstance(other.come_back(), Success)
    proof = next(dict(each.headers)["DPoP"] for each in other.provider.received if "DPoP" in dict(each.headers))
    assert read_proof(proof).key != token.key


def test_a_request_is_repeated_once_with_the_nonce_of_the_provider() -> None:
    joe = joe_with_bound_tokens(Client_Authentication="private_key_jwt")
    joe.provider.dpop_nonce = "nonce-1"
    assert isinstance(joe.come_back(), Success)
    sent = [(path, claims.get("nonce")) for path, claims in joe.provider.proofs()]
    assert sent == [("/token", None), ("/token", "nonce-1"), ("/userinfo", None), ("/userinfo", "nonce-1")]
    # A client assertion is accepted once, so that each request has its own.
    first, second = (joe.provider.form(number)["client_assertion"] for number in _requests(joe, "/token"))
    assert first != second


@pytest.mark.parametrize(
    "answer", [b'{"error": "invalid_grant"}', b'{"error": "use_dpop_nonce"}'], ids=["refused", "without a nonce"]
)
def test_a_refused_code_is_not_sent_again(answer: bytes) -> None:
    joe = joe_with_bound_tokens()
    joe.provider.token_answer = (400, answer)
    failure(joe.come_back(), "provider_error", "refused the code")
    assert len(_requests(joe, "/token")) == 1


def test_a_bearer_token_is_refused_if_a_bound_one_was_requested() -> None:
    joe = joe_with_bound_tokens()
    joe.provider.token_type = "Bearer"
    failure(joe.come_back(), "provider_answer_invalid", "did not bind")
    assert "/userinfo" not in joe.provider.paths()


@pytest.mark.parametrize("offered", [{}, {"dpop_signing_alg_values_supported": ["RS256"]}])
def test_tokens_are_bearer_tokens_if_the_provider_does_not_offer_the_algorithm(offered: dict[str, list[str]]) -> None:
    joe = joe_at_provider(**ON)
    joe.provider.metadata = offered
    joe.start()
    assert isinstance(joe.come_back(), Success)
    assert joe.provider.proofs() == []


def test_tokens_are_bearer_tokens_with_the_setting_off() -> None:
    joe = joe_at_provider()
    joe.provider.metadata = OFFERED
    joe.start()
    assert isinstance(joe.come_back(), Success)
    assert joe.provider.proofs() == []


def _requests(joe: Joe, path: str) -> list[int]:
    return [number for number, each in enumerate(joe.provider.paths()) if each == path]
