"""The JWT token processor: accepted and refused tokens of a trusted issuer (RFC 8725)."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from joserfc.jwk import ECKey

from hanse.crypto.jws_signing import mac_signer
from hanse.engine.oauth.jose.client_keys import REFETCH_SECONDS
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from tests.engine.oauth.token.deployment import ISSUER, refused
from tests.engine.oauth.token_exchange.exchange_site import TOKEN_ENDPOINT, ExchangeSite
from tests.support.key_pairs import ec_key
from tests.support.token_exchange import KEYS_URL, PARTNER, jwt_processor


def change(site: ExchangeSite, **settings: str) -> None:
    """Change the settings of the partner's processor."""
    site.deployment.change(PROCESSORS, "processor-0", jwt_processor(0, "mail", "amr", **settings))


def refuse(site: ExchangeSite, token: str) -> None:
    """Check that a token is refused with the error of RFC 8693, section 2.2.2, which gives no details."""
    assert refused(site.exchange(token), 400, "invalid_request") == "The subject token is not valid."


class TestClaims:
    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://other.example.com"},
            {"iss": None},
            {"iss": [PARTNER]},
            {"aud": "https://other.example.com"},
            {"aud": None},
            {"aud": []},
            {"aud": {"x": ISSUER}},
            {"exp": None},
            {"exp": "soon"},
            {"exp": 1},
            {"exp": 2**60},
            {"exp": True},
            {"nbf": 4_000_000_000},
            {"iat": 4_000_000_000},
            {"iat": "now"},
            {"sub": None},
            {"sub": ""},
            {"sub": 7},
        ],
    )
    def test_a_token_with_a_wrong_claim_is_refused(self, site: ExchangeSite, claims: dict[str, Any]) -> None:
        refuse(site, site.partner_token(**claims))

    @pytest.mark.parametrize("audience", [ISSUER, TOKEN_ENDPOINT, ["https://other.example.com", ISSUER]])
    def test_without_a_setting_the_audience_must_be_this_server(self, site: ExchangeSite, audience: Any) -> None:
        site.exchanged(site.partner_token(aud=audience))

    def test_a_configured_audience_replaces_this_server(self, site: ExchangeSite) -> None:
        change(site, Audience="shop portal")
        site.exchanged(site.partner_token(aud="portal"))
        refuse(site, site.partner_token(aud=ISSUER))

    def test_an_expired_token_is_accepted_within_the_tolerance_only(self, site: ExchangeSite) -> None:
        token = site.partner_token()
        site.deployment.engine.clock.advance(seconds=301)
        refuse(site, token)
        change(site, **{"Expiry Tolerance": "60"})
        site.exchanged(token)
        site.deployment.engine.clock.advance(seconds=60)
        refuse(site, token)

    def test_a_token_that_is_valid_for_too_long_is_refused(self, site: ExchangeSite) -> None:
        now = int(site.deployment.engine.now())
        change(site, **{"Maximum Remaining Lifetime": "10"})
        site.exchanged(site.partner_token(exp=now + 600))
        refuse(site, site.partner_token(exp=now + 601))


class TestSignatures:
    def test_an_unsigned_token_is_refused(self, site: ExchangeSite) -> None:
        payload = site.partner_token().split(".")[1]
        header = urlsafe_b64encode(json.dumps({"alg": "none"}).encode()).rstrip(b"=").decode()
        refuse(site, f"{header}.{payload}.")

    def test_a_mac_with_the_public_key_is_refused(self, site: ExchangeSite) -> None:
        public = site.key.as_pem(private=False)
        now = int(site.deployment.engine.now())
        claims = {"iss": PARTNER, "aud": ISSUER, "sub": "joe", "exp": now + 60}
        signer = mac_signer(public, "HS256", {"kid": "one"})
        refuse(site, signer.sign(json.dumps(claims).encode()))

    def test_an_algorithm_that_is_not_allowed_is_refused(self, site: ExchangeSite) -> None:
        change(site, **{"Allowed Algorithms": "RS256 PS256"})
        refuse(site, site.partner_token())
        change(site, **{"Allowed Algorithms": "RS256 ES256"})
        site.exchanged(site.partner_token())

    def test_a_token_of_another_key_is_refused(self, site: ExchangeSite) -> None:
        refuse(site, site.partner_token(ECKey.import_key(ec_key(2), {"kid": "one"})))

    def test_a_changed_token_is_refused(self, site: ExchangeSite) -> None:
        header, payload, signature = site.partner_token().split(".")
        other = site.partner_token(sub="eve").split(".")[1]
        refuse(site, f"{header}.{other}.{signature}")
        refuse(site, f"{header}.{payload}.{signature[:-4]}AAAA")

    def test_a_required_type_is_checked(self, site: ExchangeSite) -> None:
        change(site, **{"Type Header Value": "at+jwt"})
        refuse(site, site.partner_token())
        site.exchanged(site.partner_token(header={"typ": "application/at+JWT"}))

    def test_a_critical_header_is_refused(self, site: ExchangeSite) -> None:
        refuse(site, site.partner_token(header={"crit": ["b64"], "b64": True}))


class TestKeys:
    def test_keys_are_fetched_once(self, site: ExchangeSite) -> None:
        for _ in range(3):
            site.exchanged(site.partner_token())
        assert site.outgoing.fetched == [KEYS_URL]

    def test_keys_are_fetched_again_for_a_new_key_id_at_a_limited_rate(self, site: ExchangeSite) -> None:
        site.exchanged(site.partner_token())
        new = ECKey.import_key(ec_key(2), {"kid": "two"})
        site.publish(new)
        refuse(site, site.partner_token(new, {"kid": "two"}))
        site.deployment.engine.clock.advance(seconds=REFETCH_SECONDS)
        site.exchanged(site.partner_token(new, {"kid": "two"}))
        assert len(site.outgoing.fetched) == 2

    def test_keys_that_cannot_be_fetched_make_the_server_unavailable(self, site: ExchangeSite) -> None:
        site.outgoing.documents.clear()
        answer = site.exchange(site.partner_token())
        assert (answer.status_code, answer.json()["error"]) == (503, "temporarily_unavailable")

    def test_keys_can_be_entered_instead(self, site: ExchangeSite) -> None:
        keys = json.dumps({"keys": [site.key.as_dict(private=False)]})
        change(site, **{"JWKS Endpoint URI": "", "JWKS": keys})
        site.exchanged(site.partner_token())
        assert site.outgoing.fetched == []

    def test_tokens_of_this_server_are_verified_with_its_own_keys(self, site: ExchangeSite) -> None:
        change(site, **{"JWKS Endpoint URI": "", "Issuer": ISSUER, "Audience": "https://api.example.com"})
        token = site.deployment.engine.services.snapshot().issuer(ISSUER)
        assert token is not None
        now = int(site.deployment.engine.now())
        claims = {"iss": ISSUER, "aud": "https://api.example.com", "sub": "joe", "exp": now + 60}
        site.exchanged(token.sign("RS256", claims))
        refuse(site, site.partner_token(iss=ISSUER, aud="https://api.example.com"))


class TestReplay:
    def test_a_token_is_accepted_once_if_replay_prevention_is_on(self, site: ExchangeSite) -> None:
        change(site, **{"Replay Prevention": "true"})
        token = site.partner_token(jti="1")
        site.exchanged(token)
        refuse(site, token)
        refuse(site, site.partner_token(jti=None))
        refuse(site, site.partner_token(jti=""))
        site.exchanged(site.partner_token(jti="2"))

    def test_a_failed_request_does_not_consume_the_token(self, site: ExchangeSite) -> None:
        change(site, **{"Replay Prevention": "true"})
        token = site.partner_token(jti="1")
        refused(site.exchange(token, scope="unknown"), 400, "invalid_scope")
        site.exchanged(token)

    def test_tokens_can_be_presented_again_if_replay_prevention_is_off(self, site: ExchangeSite) -> None:
        token = site.partner_token(jti="1")
        for _ in range(2):
            site.exchanged(token)
