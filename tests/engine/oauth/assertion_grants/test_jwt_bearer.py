"""JWTs of a partner as authorization grants: accepted and refused ones (RFC 7523; RFC 8725)."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from joserfc.jwk import ECKey

from hanse.crypto.jws_signing import mac_signer
from hanse.engine.oauth.jose.client_keys import REFETCH_SECONDS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from tests.engine.oauth.assertion_grants.assertion_site import GRANT, TOKEN_ENDPOINT, AssertionSite
from tests.engine.oauth.token.deployment import ISSUER
from tests.support.idp_connections import KEYS_URL, PARTNER, idp_connection, verification_certificate
from tests.support.key_pairs import ec_key


class TestClaims:
    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://other.example.com"},
            {"iss": f"{PARTNER}/"},
            {"iss": None},
            {"iss": [PARTNER]},
            {"aud": "https://other.example.com"},
            {"aud": [TOKEN_ENDPOINT, "https://other.example.com"]},
            {"aud": f"{TOKEN_ENDPOINT}/"},
            {"aud": None},
            {"aud": []},
            {"aud": {"x": ISSUER}},
            {"exp": None},
            {"exp": "soon"},
            {"exp": 1},
            {"exp": 4_000_000_000},
            {"exp": True},
            {"nbf": 4_000_000_000},
            {"iat": 4_000_000_000},
            {"iat": "now"},
            {"jti": None},
            {"jti": ""},
            {"jti": 7},
            {"sub": None},
            {"sub": ""},
            {"sub": 7},
            {"cnf": {"jkt": "x"}},
        ],
    )
    def test_an_assertion_with_a_wrong_claim_is_refused(self, site: AssertionSite, claims: dict[str, Any]) -> None:
        site.refuse(site.assertion(**claims))

    @pytest.mark.parametrize("audience", [ISSUER, TOKEN_ENDPOINT, [ISSUER], [TOKEN_ENDPOINT, ISSUER]])
    def test_the_audience_is_this_server(self, site: AssertionSite, audience: Any) -> None:
        site.accepted(site.assertion(aud=audience))

    @pytest.mark.parametrize("text", ["", "a.b.c", "x" * 40_000, "\u00e9.e.e"])
    def test_a_text_that_is_no_token_is_refused(self, site: AssertionSite, text: str) -> None:
        answer = site.present(text)
        assert (answer.status_code, answer.json()["error"]) in {(400, "invalid_grant"), (400, "invalid_request")}

    def test_an_assertion_is_required(self, site: AssertionSite) -> None:
        answer = site.present(None)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")

    def test_an_assertion_for_another_issuer_of_this_server_is_refused(self, site: AssertionSite) -> None:
        site.refuse(site.assertion(aud="https://sso.example.com:9031/other"))


class TestSignatures:
    def test_an_unsigned_assertion_is_refused(self, site: AssertionSite) -> None:
        payload = site.assertion().split(".")[1]
        header = urlsafe_b64encode(json.dumps({"alg": "none"}).encode()).rstrip(b"=").decode()
        site.refuse(f"{header}.{payload}.")

    def test_a_mac_with_the_public_key_is_refused(self, site: AssertionSite) -> None:
        public = site.key.as_pem(private=False)
        now = int(site.deployment.engine.now())
        claims = {"iss": PARTNER, "aud": ISSUER, "sub": "joe", "jti": "1", "exp": now + 60}
        signer = mac_signer(public, "HS256", {"kid": "one"})
        site.refuse(signer.sign(json.dumps(claims).encode()))

    def test_an_assertion_of_another_key_is_refused(self, site: AssertionSite) -> None:
        site.refuse(site.assertion(ECKey.import_key(ec_key(2), {"kid": "one"})))

    def test_a_changed_assertion_is_refused(self, site: AssertionSite) -> None:
        header, payload, signature = site.assertion().split(".")
        other = site.assertion(sub="eve").split(".")[1]
        site.refuse(f"{header}.{other}.{signature}")
        site.refuse(f"{header}.{payload}.{signature[:-4]}AAAA")

    @pytest.mark.parametrize("type_", ["at+jwt", "dpop+jwt", "client-authentication+jwt", "oauth-id-jag+jwt"])
    def test_a_token_of_another_type_is_refused(self, site: AssertionSite, type_: str) -> None:
        site.refuse(site.assertion(header={"typ": type_}))

    @pytest.mark.parametrize("type_", ["JWT", "authorization-grant+jwt"])
    def test_the_types_of_assertions_are_accepted(self, site: AssertionSite, type_: str) -> None:
        site.accepted(site.assertion(header={"typ": type_}))

    def test_a_critical_header_is_refused(self, site: AssertionSite) -> None:
        site.refuse(site.assertion(header={"crit": ["b64"], "b64": True}))


class TestKeys:
    def test_keys_are_fetched_once_and_again_for_a_new_key_id(self, site: AssertionSite) -> None:
        site.accepted(site.assertion(jti="1"))
        site.accepted(site.assertion(jti="2"))
        assert site.outgoing.fetched == [KEYS_URL]
        new = ECKey.import_key(ec_key(2), {"kid": "two"})
        site.publish(new)
        site.refuse(site.assertion(new, {"kid": "two"}))
        site.deployment.engine.clock.advance(seconds=REFETCH_SECONDS)
        site.accepted(site.assertion(new, {"kid": "two"}))

    def test_keys_that_cannot_be_fetched_make_the_server_unavailable(self, site: AssertionSite) -> None:
        site.outgoing.documents.clear()
        answer = site.present(site.assertion())
        assert (answer.status_code, answer.json()["error"]) == (503, "temporarily_unavailable")

    def test_certificates_verify_without_a_key_set(self, site: AssertionSite) -> None:
        certificates = [verification_certificate(3, activeVerificationCert=False), verification_certificate(1)]
        site.connect(credentials={"certs": certificates})
        site.accepted(site.assertion())
        site.refuse(site.assertion(ECKey.import_key(ec_key(3))))
        assert site.outgoing.fetched == []

    def test_an_expired_certificate_verifies_nothing(self, site: AssertionSite) -> None:
        site.connect(credentials={"certs": [verification_certificate(1)]})
        site.accepted(site.assertion())
        site.deployment.engine.clock.advance(days=366)
        site.refuse(site.assertion())

    def test_certificates_and_published_keys_can_be_used_together(self, site: AssertionSite) -> None:
        site.connect(credentials={"certs": [verification_certificate(3)], "jwksUrl": KEYS_URL})
        site.accepted(site.assertion(jti="1"))
        site.accepted(site.assertion(ECKey.import_key(ec_key(3)), {"kid": "any"}, jti="2"))


class TestConnections:
    def test_an_inactive_connection_accepts_nothing(self, site: AssertionSite) -> None:
        site.connect(active=False)
        site.refuse(site.assertion())
        site.connect()
        site.accepted(site.assertion())

    def test_the_entity_id_selects_the_connection(self, site: AssertionSite) -> None:
        site.connect(entityId="https://renamed.example.com")
        site.refuse(site.assertion())
        site.accepted(site.assertion(iss="https://renamed.example.com"))

    def test_keys_of_one_connection_do_not_verify_for_another(self, site: AssertionSite) -> None:
        other = idp_connection(1, credentials={"certs": [verification_certificate(3)]})
        site.deployment.add(IDP_CONNECTIONS, other)
        site.accepted(site.assertion(ECKey.import_key(ec_key(3)), iss=f"{PARTNER}/1"))
        site.refuse(site.assertion(iss=f"{PARTNER}/1"))


class TestReplay:
    def test_an_assertion_is_accepted_once(self, site: AssertionSite) -> None:
        assertion = site.assertion(jti="1")
        site.accepted(assertion)
        site.refuse(assertion)
        site.refuse(site.assertion(jti="1", sub="ann"))

    def test_a_failed_request_does_not_consume_the_assertion(self, site: AssertionSite) -> None:
        assertion = site.assertion(jti="1")
        assert site.present(assertion, scope="unknown").json()["error"] == "invalid_scope"
        site.accepted(assertion)

    def test_an_assertion_is_remembered_until_it_has_expired(self, site: AssertionSite) -> None:
        assertion = site.assertion(jti="1")
        site.accepted(assertion)
        for _ in range(6):
            site.deployment.engine.clock.advance(seconds=59)
            site.refuse(assertion)

    def test_without_replay_prevention_an_assertion_can_be_presented_until_it_expires(
        self, site: AssertionSite
    ) -> None:
        grant = {**idp_connection()["idpOAuthGrantAttributeMapping"], "replayPrevention": False}
        site.connect(idpOAuthGrantAttributeMapping=grant)
        assertion = site.assertion(jti=None)
        site.accepted(assertion)
        site.accepted(assertion)
        site.deployment.engine.clock.advance(seconds=361)
        site.refuse(assertion)


def test_metadata_lists_the_grant_type(site: AssertionSite) -> None:
    metadata = site.deployment.engine.get("/.well-known/oauth-authorization-server").json()
    assert GRANT in metadata["grant_types_supported"]
