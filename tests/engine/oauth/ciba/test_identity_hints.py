"""The tokens that identify users: login hint tokens and ID tokens."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey

from hanse.crypto.jwk import public_jwk
from tests.engine.oauth.ciba.call_center import CallCenter
from tests.engine.server import BASE_URL
from tests.support.key_pairs import ec_key
from tests.support.mappings import from_source, text

BUREAU = {"issuer": "https://bureau.example.com", "jwks": json.dumps({"keys": [public_jwk(ec_key(2).public_key())]})}
NAMED_BY_MAIL: dict[str, Any] = {
    "identityHintContract": {"extendedAttributes": [{"name": "login_hint_token.attrs.mail"}]},
    "identityHintMapping": {
        "attributeContractFulfillment": {
            "USER_KEY": from_source("REQUEST", "IDENTITY_HINT_SUBJECT"),
            "email": from_source("REQUEST", "login_hint_token.attrs.mail"),
            "locale": text("de"),
        }
    },
}


def hint_token(number: int = 1, **claims: Any) -> str:
    given = {"iss": "calls", "sub": "joe", **claims}
    present = {name: value for name, value in given.items() if value is not None}
    return jwt.encode({"alg": "ES256"}, present, ECKey.import_key(ec_key(number)), algorithms=["ES256"])


def unsigned(**claims: Any) -> str:
    parts = ({"alg": "none"}, {"sub": "joe", **claims})
    return "".join(urlsafe_b64encode(json.dumps(each).encode()).rstrip(b"=").decode() + "." for each in parts)


def test_a_login_hint_token_of_the_client_identifies_the_user_by_nested_claims(center: CallCenter) -> None:
    center.save_policy(**NAMED_BY_MAIL)
    token = hint_token(attrs={"mail": "seamen@example.com"})
    center.start(login_hint=None, login_hint_token=token)
    message = center.box.messages[-1]
    assert (message["To"], message["Subject"]) == ("seamen@example.com", "Call center bittet um Ihre Genehmigung")
    center.decide()
    assert center.tokens()["scope"] == "openid read"


@pytest.mark.parametrize(
    "token",
    [
        pytest.param(lambda: hint_token(2), id="another key"),
        pytest.param(lambda: hint_token(iss="https://bureau.example.com"), id="an issuer that is not trusted"),
        pytest.param(lambda: hint_token(iss=None), id="no issuer"),
        pytest.param(lambda: hint_token(aud="https://other.example.com"), id="another audience"),
        pytest.param(lambda: hint_token(nbf=4_000_000_000), id="not valid yet"),
        pytest.param(lambda: hint_token(exp="tomorrow"), id="a malformed time"),
        pytest.param(unsigned, id="unsigned"),
    ],
)
def test_an_invalid_login_hint_token_is_refused(center: CallCenter, token: Any) -> None:
    assert center.error(login_hint_token=token()) == (400, "invalid_request")
    assert center.box.messages == []


def test_an_expired_token_has_its_own_error(center: CallCenter) -> None:
    expired = int(center.site.engine.now()) - 61
    assert center.error(login_hint_token=hint_token(exp=expired)) == (400, "expired_login_hint_token")


def test_a_token_without_a_subject_is_refused(center: CallCenter) -> None:
    assert center.error(login_hint_token=hint_token(sub=None)) == (400, "unknown_user_id")


def test_alternative_issuers_are_trusted_with_their_own_keys_only(center: CallCenter) -> None:
    center.save_policy(alternativeLoginHintTokenIssuers=[BUREAU])
    issuer = BUREAU["issuer"]
    assert center.error(login_hint_token=hint_token(1, iss=issuer)) == (400, "invalid_request")
    center.start(login_hint=None, login_hint_token=hint_token(2, iss=issuer, aud=[BASE_URL]))
    # The client's own tokens are accepted as before.
    center.start(login_hint=None, login_hint_token=hint_token(1))


def test_unsigned_tokens_are_accepted_only_where_the_policy_allows_them(center: CallCenter) -> None:
    center.save_policy(allowUnsignedLoginHintToken=True)
    center.start(login_hint=None, login_hint_token=unsigned())
    # A token with any text as its signature is not an unsigned token.
    assert center.error(login_hint_token=f"{unsigned()}AAAA") == (400, "invalid_request")


def test_a_policy_can_require_a_token(center: CallCenter) -> None:
    center.save_policy(requireTokenForIdentityHint=True)
    assert center.error(login_hint="joe") == (400, "invalid_request")
    center.start(login_hint=None, login_hint_token=hint_token())


def test_an_expired_id_token_of_the_client_is_accepted_as_a_hint(center: CallCenter) -> None:
    center.start()
    center.decide()
    id_token = center.tokens()["id_token"]
    center.site.engine.clock.advance(days=2)
    center.start(login_hint=None, id_token_hint=id_token)
    assert center.box.messages[-1]["To"] == "joe@example.com"
