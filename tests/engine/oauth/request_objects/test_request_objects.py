"""Request objects, sent by value, pushed, or by reference (RFC 9101)."""

import hmac
import json
from base64 import urlsafe_b64encode
from typing import Any

import httpx
import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oauth.request_objects.signing_client import SigningClient
from tests.engine.oauth.site import CALLBACK
from tests.engine.oauth.token.deployment import refused
from tests.engine.scripted_network import PlannedOutgoing
from tests.engine.server import BASE_URL, DISCOVERY
from tests.engine.signin.site import returned

HOUR = 3600


def assert_error_page(page: httpx.Response, reason: str = "") -> None:
    """Check that an error is shown to the user, without a redirect."""
    assert page.status_code == 400, page.text
    assert "location" not in page.headers
    assert reason in page.text


def test_a_signed_request_leads_to_tokens(web: SigningClient) -> None:
    joe = web.pusher.site.browser()
    given = returned(joe.sign_in(web.visit(web.sign(), joe)))
    assert given["state"] == "s-1"
    tokens = web.pusher.redeem(given["code"]).json()
    assert read_compact(tokens["access_token"]).claims()["sub"] == "joe"


def test_parameters_beside_the_object_have_no_effect(web: SigningClient) -> None:
    web.pusher.site.add(COMMON_SCOPES, {"name": "write", "description": "May write"})
    joe = web.pusher.site.browser()
    beside: dict[str, Any] = {
        "scope": "openid read write",
        "state": "forged",
        "redirect_uri": "https://evil.example.com/",
    }
    given = returned(joe.sign_in(web.visit(web.sign(), joe, **beside)))
    assert given["state"] == "s-1"
    assert web.pusher.redeem(given["code"]).json()["scope"] == "read"


def test_a_state_beside_the_object_is_ignored(web: SigningClient) -> None:
    joe = web.pusher.site.browser()
    given = returned(joe.sign_in(web.visit(web.sign(web.claims(state=None)), joe, state="forged")))
    assert "state" not in given


def test_in_openid_connect_missing_claims_are_read_from_the_parameters(web: SigningClient) -> None:
    claims = web.claims(state=None, scope="openid read")
    beside: dict[str, Any] = {"scope": "openid", "response_type": "code", "state": "beside"}
    joe = web.pusher.site.browser()
    given = returned(joe.sign_in(web.visit(web.sign(claims, type_="JWT"), joe, **beside)))
    assert given["state"] == "beside"
    assert_error_page(web.visit(web.sign(claims, type_="JWT"), **{**beside, "response_type": "token"}), "response_type")
    web.save(requireSignedRequests=True)
    answer = web.visit(web.sign(claims, type_="JWT"), joe, **beside)
    assert "state" not in returned(joe.sign_in(answer) if answer.status_code == 200 else answer)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"iss": "other"}, "client ID"),
        ({"iss": None}, "client ID"),
        ({"client_id": "other"}, "client ID"),
        ({"sub": "web"}, "sub must not"),
        ({"aud": None}, "aud"),
        ({"aud": "https://other.example.com"}, "aud"),
        ({"aud": f"{BASE_URL}{TOKEN_PATH}"}, "aud"),
        ({"aud": {"a": BASE_URL}}, "aud"),
        ({"exp": None}, "exp"),
        ({"exp": "soon"}, "exp"),
        ({"exp": True}, "exp"),
        ({"request": "x.y.z"}, "another request object"),
        ({"request_uri": "https://web.example.com/request"}, "another request object"),
        ({f"claim_{number}": "x" for number in range(200)}, "too many"),
        ({"jti": ""}, "jti"),
        ({"jti": "x" * 513}, "jti"),
        ({"jti": 5}, "jti"),
    ],
)
def test_an_object_with_wrong_claims_is_refused(web: SigningClient, changed: dict[str, Any], reason: str) -> None:
    assert_error_page(web.visit(web.sign(web.claims(**changed))), reason)


@pytest.mark.parametrize(
    ("begins", "ends"),
    [(0, -61), (0, HOUR + 61), (-HOUR - 61, 60), (61, 300), (-1800, 1801)],
)
def test_an_object_is_valid_for_an_hour_at_most(web: SigningClient, begins: int, ends: int) -> None:
    claims = web.claims(nbf=web.now + begins, exp=web.now + ends)
    assert_error_page(web.visit(web.sign(claims)), "request object is not valid")


def test_the_audience_can_have_other_members(web: SigningClient) -> None:
    text = web.sign(web.claims(aud=["https://other.example.com", BASE_URL]))
    assert web.visit(text).status_code == 200


def test_an_object_that_is_signed_with_another_key_is_refused(web: SigningClient) -> None:
    assert_error_page(web.visit(web.sign(key=web.other_key)), "no key of the client")


def test_an_altered_object_is_refused(web: SigningClient) -> None:
    header, payload, signature = web.sign().split(".")
    other = web.sign(web.claims(scope="openid")).split(".")[1]
    assert_error_page(web.visit(f"{header}.{other}.{signature}"), "no key of the client")
    assert_error_page(web.visit(f"{header}.{payload}."), "no key of the client")
    assert_error_page(web.visit("not-a-jwt"))


def test_unsigned_objects_and_those_signed_with_a_secret_are_refused(web: SigningClient) -> None:
    """Neither a client secret nor a public key is accepted as an HMAC key (RFC 9101, section 10.1; RFC 8725, section
    2.1)."""
    assert_error_page(web.visit(_encoded({"alg": "none"}, web.claims()) + "."), "signing algorithm")
    for secret in (b"clear-secret-of-web", web.key.as_pem(private=False)):
        text = _encoded({"alg": "HS256"}, web.claims())
        mac = urlsafe_b64encode(hmac.digest(secret, text.encode(), "sha256")).rstrip(b"=").decode()
        assert_error_page(web.visit(f"{text}.{mac}"), "signing algorithm")


def _encoded(*parts: dict[str, Any]) -> str:
    return ".".join(urlsafe_b64encode(json.dumps(each).encode()).rstrip(b"=").decode() for each in parts)


def test_only_the_configured_algorithm_is_accepted(web: SigningClient) -> None:
    web.save(requestObjectSigningAlgorithm="PS256")
    assert_error_page(web.visit(web.sign()), "signing algorithm")
    web.save(requestObjectSigningAlgorithm="ES256")
    assert web.visit(web.sign()).status_code == 200


@pytest.mark.parametrize("type_", ["JWT", "application/oauth-authz-req+jwt"])
def test_common_types_are_accepted(web: SigningClient, type_: str) -> None:
    assert web.visit(web.sign(type_=type_)).status_code == 200


@pytest.mark.parametrize("type_", ["at+jwt", "dpop+jwt", "client-authentication+jwt", "logout+jwt"])
def test_a_token_of_another_type_is_not_accepted_as_request_object(web: SigningClient, type_: str) -> None:
    assert_error_page(web.visit(web.sign(type_=type_)), "typ")


def test_an_object_with_an_identifier_works_once_and_its_page_can_be_reloaded(web: SigningClient) -> None:
    text, joe = web.sign(web.claims(jti="id-1")), web.pusher.site.browser()
    first = web.visit(text, joe)
    assert first.status_code == 303
    assert joe.browser.get(first.headers["location"]).status_code == 200
    assert_error_page(web.visit(text), "jti was used before")
    assert web.visit(web.sign(web.claims(jti="id-2"))).status_code == 303


def test_a_client_that_must_sign_sends_no_plain_request(web: SigningClient) -> None:
    web.save(requireSignedRequests=True)
    joe = web.pusher.site.browser()
    assert returned(joe.authorize(scope="read"))["error"] == "invalid_request"
    refused(web.pusher.push(), 400, "invalid_request")
    assert_error_page(web.visit(web.sign(web.claims(nbf=None))), "nbf is missing")
    assert web.visit(web.sign()).status_code == 200


def test_claims_that_are_not_texts_become_parameters(web: SigningClient) -> None:
    claims = web.claims(
        scope="openid",
        max_age=0,
        claims={"id_token": {"acr": {"essential": True}}},
        authorization_details=[{"type": "unknown"}],
    )
    error = returned(web.visit(web.sign(claims)))
    assert error["error"] == "invalid_authorization_details"
    assert returned(web.visit(web.sign(web.claims(claims=[]))))["error"] == "invalid_request"
    assert returned(web.visit(web.sign(web.claims(max_age=True))))["error"] == "invalid_request"


def test_an_error_of_a_signed_request_goes_to_its_redirect_uri(web: SigningClient) -> None:
    answer = web.visit(web.sign(web.claims(scope="unknown")), redirect_uri="https://evil.example.com/")
    assert answer.headers["location"].startswith(f"{CALLBACK}?error=invalid_scope")
    assert_error_page(web.visit(web.sign(web.claims(redirect_uri="https://evil.example.com/"))), "redirect URI")


def test_request_and_request_uri_together_are_refused(web: SigningClient) -> None:
    assert_error_page(web.visit(web.sign(), request_uri="https://web.example.com/request"), "together")


def test_the_metadata_lists_the_algorithms(web: SigningClient) -> None:
    found = web.pusher.site.engine.get(DISCOVERY).json()
    assert found["request_parameter_supported"] is True
    assert {"ES256", "PS256", "RS256"} <= set(found["request_object_signing_alg_values_supported"])
    assert not {"none", "HS256"} & set(found["request_object_signing_alg_values_supported"])


class TestPushed:
    """A request object that is pushed (RFC 9126, section 3)."""

    def push(self, web: SigningClient, text: str, **more: Any) -> httpx.Response:
        nothing: dict[str, Any] = dict.fromkeys(
            ("redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method")
        )
        return web.pusher.push(**{**nothing, "request": text, **more})

    def test_a_pushed_object_fulfills_the_requirement_for_signed_requests(self, web: SigningClient) -> None:
        web.save(requireSignedRequests=True, requirePushedAuthorizationRequests=True)
        answer = self.push(web, web.sign(), state="forged")
        assert answer.status_code == 201
        joe = web.pusher.site.browser()
        page = joe.follow(web.pusher.visit(answer.json()["request_uri"], joe))
        assert returned(joe.sign_in(page))["state"] == "s-1"

    def test_an_invalid_object_is_refused_by_the_par_endpoint(self, web: SigningClient) -> None:
        refused(self.push(web, web.sign(key=web.other_key)), 400, "invalid_request_object")
        refused(self.push(web, web.sign(web.claims(client_id="other", iss="other"))), 400, "invalid_request_object")
        refused(self.push(web, web.sign(web.claims(redirect_uri="https://evil.example.com/"))), 400, "invalid_request")

    def test_parameters_beside_a_pushed_object_are_ignored(self, web: SigningClient) -> None:
        text = web.sign(web.claims(response_type=None), type_="JWT")
        refused(self.push(web, text, scope="openid", response_type="code"), 400, "invalid_request")


class TestByReference:
    """A request object by reference, at an address of the client (RFC 9101, section 5.2)."""

    ADDRESS = "https://web.example.com/request"

    @pytest.fixture
    def outgoing(self, web: SigningClient, monkeypatch: pytest.MonkeyPatch) -> PlannedOutgoing:
        planned = PlannedOutgoing()
        monkeypatch.setattr(web.pusher.site.engine.services.outgoing, "get", planned.get)
        web.save(requestUris=[self.ADDRESS])
        return planned

    def visit(self, web: SigningClient, address: str = ADDRESS) -> httpx.Response:
        return web.visit("", request_uri=address)

    def test_an_object_at_a_registered_address_is_read(self, web: SigningClient, outgoing: PlannedOutgoing) -> None:
        outgoing.documents[self.ADDRESS] = (200, web.sign().encode())
        assert self.visit(web).status_code == 200

    def test_an_object_at_an_address_has_no_end_unless_the_client_must_sign(
        self, web: SigningClient, outgoing: PlannedOutgoing
    ) -> None:
        outgoing.documents[self.ADDRESS] = (200, web.sign(web.claims(exp=None)).encode())
        assert self.visit(web).status_code == 200
        web.save(requestUris=[self.ADDRESS], requireSignedRequests=True)
        assert_error_page(self.visit(web), "exp is missing")

    def test_the_fragment_of_an_address_is_not_requested(self, web: SigningClient, outgoing: PlannedOutgoing) -> None:
        web.save(requestUris=[f"{self.ADDRESS}#Zm9v"])
        outgoing.documents[self.ADDRESS] = (200, web.sign().encode())
        assert self.visit(web, f"{self.ADDRESS}#Zm9v").status_code == 200
        assert_error_page(self.visit(web), "not registered")

    @pytest.mark.parametrize(
        "address", ["https://web.example.com/other", "http://web.example.com/request", f"{ADDRESS}?x=1", "urn:x"]
    )
    def test_an_unregistered_address_is_never_fetched(
        self, web: SigningClient, outgoing: PlannedOutgoing, address: str
    ) -> None:
        assert_error_page(self.visit(web, address), "not registered")
        assert not outgoing.fetched

    def test_an_address_is_fetched_at_most_once_per_minute(self, web: SigningClient, outgoing: PlannedOutgoing) -> None:
        outgoing.documents[self.ADDRESS] = (200, web.sign(web.claims(jti="id-1")).encode())
        for _ in range(3):
            assert self.visit(web).status_code == 200
        assert len(outgoing.fetched) == 1
        web.pusher.site.engine.clock.advance(seconds=61)
        assert self.visit(web).status_code == 200
        assert len(outgoing.fetched) == 2

    def test_addresses_with_different_fragments_are_different_objects(
        self, web: SigningClient, outgoing: PlannedOutgoing
    ) -> None:
        outgoing.documents[self.ADDRESS] = (200, web.sign().encode())
        for fragment in ("a", "b"):
            assert self.visit(web, f"{self.ADDRESS}#{fragment}").status_code == 200
        assert len(outgoing.fetched) == 2

    def test_a_failed_address_is_not_fetched_again_at_once(self, web: SigningClient, outgoing: PlannedOutgoing) -> None:
        outgoing.documents[self.ADDRESS] = (500, b"")
        for _ in range(3):
            assert_error_page(self.visit(web), "does not answer")
        assert len(outgoing.fetched) == 1
        outgoing.documents[self.ADDRESS] = (200, web.sign().encode())
        web.pusher.site.engine.clock.advance(seconds=6)
        assert self.visit(web).status_code == 200
