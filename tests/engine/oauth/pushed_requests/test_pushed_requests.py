"""Pushed authorization requests, from the PAR endpoint to the tokens (RFC 9126)."""

import asyncio
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.paths import PUSHED_REQUEST_PATH, TOKEN_PATH
from hanse.engine.oauth.pushed_requests import public_client_limit
from hanse.engine.oauth.pushed_requests.stored_requests import MOST_BYTES, PREFIX
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oauth.pushed_requests.pushing import PAR_URL, WEB, PushingClient
from tests.engine.oauth.site import CALLBACK, CHALLENGE
from tests.engine.oauth.token.deployment import basic, refused
from tests.engine.server import BASE_URL, DISCOVERY
from tests.engine.signin.site import AUTHORIZE, VALID_FORM, SignInSite, at_once, form_of, returned, title_of
from tests.support.dpop import ProvingKey

PUBLIC: dict[str, Any] = {"clientAuth": {"type": "NONE"}}


def assert_error_page(page: httpx.Response) -> None:
    """Check that an error is shown to the user, without a redirect."""
    assert page.status_code == 400, page.text
    assert "location" not in page.headers


def test_a_pushed_request_leads_to_tokens(pusher: PushingClient) -> None:
    answer = pusher.push()
    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    content = answer.json()
    assert content["request_uri"].startswith(PREFIX)
    assert content["expires_in"] == 60
    joe = pusher.site.browser()
    page = joe.follow(pusher.visit(content["request_uri"], joe))
    given = returned(joe.sign_in(page))
    assert (given["state"], given["iss"]) == ("s-1", BASE_URL)
    tokens = pusher.redeem(given["code"]).json()
    assert tokens["scope"] == "read"
    assert read_compact(tokens["access_token"]).claims()["sub"] == "joe"


def test_parameters_beside_a_reference_have_no_effect(pusher: PushingClient) -> None:
    pusher.site.add(COMMON_SCOPES, {"name": "write", "description": "May write"})
    joe = pusher.site.browser()
    changed = {"scope": "read write", "state": "forged", "redirect_uri": "https://evil.example.com/"}
    page = joe.follow(pusher.visit(pusher.reference(), joe, **changed))
    given = returned(joe.sign_in(page))
    assert given["state"] == "s-1"
    assert pusher.redeem(given["code"]).json()["scope"] == "read"


def test_the_page_of_a_used_reference_can_be_reloaded(pusher: PushingClient) -> None:
    joe = pusher.site.browser()
    first = pusher.visit(pusher.reference(), joe)
    assert first.status_code == 303
    address = first.headers["location"]
    assert title_of(joe.browser.get(address)) == title_of(joe.browser.get(address)) == "Sign in"


def test_the_address_can_be_loaded_again_until_the_user_has_signed_in(pusher: PushingClient) -> None:
    """FAPI 2.0 Security Profile, section 5.3.2.2: one-time use is enforced at the authorization."""
    uri, joe = pusher.reference(), pusher.site.browser()
    assert title_of(joe.follow(pusher.visit(uri, joe))) == "Sign in"
    page = joe.follow(pusher.visit(uri, joe))
    assert pusher.redeem(returned(joe.sign_in(page))["code"]).status_code == 200
    assert_error_page(pusher.visit(uri, joe))


def test_of_two_browsers_one_can_use_a_reference(pusher: PushingClient) -> None:
    uri, joe, other = pusher.reference(), pusher.site.browser(), pusher.site.browser()
    pages = [each.follow(pusher.visit(uri, each)) for each in (joe, other)]
    assert returned(joe.sign_in(pages[0]))["code"]
    assert_error_page(other.sign_in(pages[1]))


def test_a_double_click_leads_to_one_code(pusher: PushingClient) -> None:
    joe = pusher.site.browser()
    action, hidden = form_of(joe.follow(pusher.visit(pusher.reference(), joe)))
    answers = at_once(joe, action, [{**hidden, **VALID_FORM}] * 2)
    assert len({returned(each)["code"] for each in answers}) == 1


def test_a_reference_whose_request_was_refused_cannot_be_used_again(pusher: PushingClient) -> None:
    uri, joe = pusher.push(prompt="none", scope="openid").json()["request_uri"], pusher.site.browser()
    assert returned(pusher.visit(uri, joe))["error"] == "login_required"
    assert_error_page(pusher.visit(uri, joe))


def test_a_reference_expires(pusher: PushingClient) -> None:
    pusher.settings(parReferenceTimeout=30)
    answer = pusher.push().json()
    assert answer["expires_in"] == 30
    pusher.site.engine.clock.advance(seconds=31)
    assert_error_page(pusher.visit(answer["request_uri"]))


def test_an_expired_request_is_removed_from_the_state(pusher: PushingClient) -> None:
    key = digest(pusher.reference())
    state, now = pusher.site.engine.state, pusher.site.engine.now()
    assert asyncio.run(state.one_time.peek(OneTimeKind.PUSHED_REQUEST, key, now)) is not None
    asyncio.run(state.sweep(now + 61))
    assert asyncio.run(state.one_time.peek(OneTimeKind.PUSHED_REQUEST, key, now)) is None


def test_the_length_of_references_is_configured(pusher: PushingClient) -> None:
    short = pusher.reference()
    pusher.settings(parReferenceLength=128)
    assert len(pusher.reference()) - len(short) > 128


def test_a_reference_belongs_to_one_client_and_others_cannot_use_it_up(pusher: PushingClient) -> None:
    pusher.client("other", redirectUris=[CALLBACK])
    uri = pusher.reference()
    assert_error_page(pusher.visit(uri, client_id="other"))
    assert pusher.visit(uri).status_code == 303


def test_a_reference_belongs_to_one_issuer(pusher: PushingClient) -> None:
    pusher.site.engine.add_issuer("Partners", "partners.example.com")
    query = urlencode({"client_id": "web", "request_uri": pusher.reference()})
    page = pusher.site.engine.get(f"{AUTHORIZE}?{query}", host="partners.example.com")
    assert_error_page(page)


@pytest.mark.parametrize("uri", [PREFIX, f"{PREFIX}invented", "urn:example:x", "https://web.example.com/request"])
def test_no_other_reference_is_accepted(pusher: PushingClient, uri: str) -> None:
    assert_error_page(pusher.visit(uri))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"redirect_uri": "https://evil.example.com/"}, "invalid_request"),
        ({"redirect_uri": [CALLBACK, CALLBACK]}, "invalid_request"),
        ({"response_type": None}, "invalid_request"),
        ({"response_type": "none"}, "unsupported_response_type"),
        ({"scope": "unknown"}, "invalid_scope"),
        ({"code_challenge": None}, "invalid_request"),
        ({"request_uri": f"{PREFIX}x"}, "invalid_request"),
        ({"client_id": "other"}, "invalid_request"),
        ({"state": "x" * 8_193}, "invalid_request"),
        ({"resource": "https://unknown.example.com"}, "invalid_target"),
        ({"authorization_details": "[{}]"}, "invalid_authorization_details"),
    ],
)
def test_a_request_is_checked_when_it_is_pushed(pusher: PushingClient, changed: dict[str, Any], code: str) -> None:
    assert refused(pusher.push(**changed), 400, code)


def test_a_request_is_checked_again_when_it_is_used(pusher: PushingClient) -> None:
    uri = pusher.reference()
    pusher.client(redirectUris=["https://web.example.com/elsewhere"])
    assert_error_page(pusher.visit(uri))


def test_the_client_authenticates_as_at_the_token_endpoint(pusher: PushingClient) -> None:
    refused(pusher.push(authorization=""), 401, "invalid_client")
    refused(pusher.push(authorization=basic("web", "wrong")), 401, "invalid_client")
    refused(pusher.push(authorization="", client_id="web"), 401, "invalid_client")
    answer = pusher.push(authorization="", client_id="web", client_secret="clear-secret-of-web")
    assert answer.status_code == 201


def test_credentials_are_not_stored_with_the_request(pusher: PushingClient) -> None:
    answer = pusher.push(authorization="", client_id="web", client_secret="clear-secret-of-web")
    key, engine = digest(answer.json()["request_uri"]), pusher.site.engine
    body = asyncio.run(engine.state.one_time.peek(OneTimeKind.PUSHED_REQUEST, key, engine.now()))
    assert body is not None
    assert b"clear-secret" not in body


def test_a_public_client_sends_its_client_id(pusher: PushingClient) -> None:
    pusher.client("native", redirectUris=[CALLBACK], **PUBLIC)
    uri = pusher.reference(authorization="", client_id="native")
    assert pusher.visit(uri, client_id="native").status_code == 303


def test_the_number_of_requests_of_a_public_client_is_limited(
    pusher: PushingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_client_limit, "LIMIT", 3)
    pusher.client("native", redirectUris=[CALLBACK], **PUBLIC)

    def push() -> httpx.Response:
        return pusher.push(authorization="", client_id="native")

    assert [push().status_code for _ in range(3)] == [201, 201, 201]
    answer = push()
    refused(answer, 429, "invalid_request")
    assert 1 <= int(answer.headers["retry-after"]) <= 61
    # A client that authenticates is not affected.
    assert pusher.push().status_code == 201
    pusher.site.engine.clock.advance(seconds=61)
    assert push().status_code == 201


def test_a_large_request_is_refused(pusher: PushingClient) -> None:
    many = {f"parameter_{number}": "x" * 8_000 for number in range(MOST_BYTES // 8_000 + 1)}
    refused(pusher.push(**many), 413, "invalid_request")
    assert pusher.push(extra="x" * 300_000).status_code == 413


def test_other_methods_and_types_are_refused(pusher: PushingClient) -> None:
    engine = pusher.site.engine
    assert engine.request("GET", PUSHED_REQUEST_PATH).status_code == 405
    headers = {"Authorization": WEB, "Content-Type": "application/json"}
    refused(engine.request("POST", PUSHED_REQUEST_PATH, headers=headers, content=b"{}"), 400, "invalid_request")


def test_a_client_that_must_push_cannot_use_plain_requests(pusher: PushingClient) -> None:
    pusher.client(requirePushedAuthorizationRequests=True)
    joe = pusher.site.browser()
    assert returned(joe.authorize(scope="read"))["error"] == "invalid_request"
    assert pusher.visit(pusher.reference(), joe).status_code == 303


def test_the_server_can_require_pushed_requests(pusher: PushingClient) -> None:
    pusher.settings(parStatus="REQUIRED")
    metadata = pusher.site.engine.get(DISCOVERY).json()
    assert metadata["require_pushed_authorization_requests"] is True
    joe = pusher.site.browser()
    assert returned(joe.authorize(scope="read"))["error"] == "invalid_request"
    assert pusher.visit(pusher.reference(), joe).status_code == 303


def test_the_endpoint_can_be_disabled(pusher: PushingClient) -> None:
    uri = pusher.reference()
    before = pusher.site.engine.get(DISCOVERY).json()
    assert before["pushed_authorization_request_endpoint"] == PAR_URL
    assert before["require_pushed_authorization_requests"] is False
    pusher.settings(parStatus="DISABLED")
    refused(pusher.push(), 404, "invalid_request")
    assert_error_page(pusher.visit(uri))
    assert "pushed_authorization_request_endpoint" not in pusher.site.engine.get(DISCOVERY).json()


class TestDpop:
    """A code is bound to the key of the proof in the pushed request (RFC 9449, section 10.1)."""

    def proof(self, pusher: PushingClient, key: ProvingKey, url: str = PAR_URL) -> str:
        return key.proof("POST", url, pusher.site.engine.now())

    def test_the_key_of_the_proof_must_redeem_the_code(self, pusher: PushingClient) -> None:
        key, token_url, joe = ProvingKey(), f"{BASE_URL}{TOKEN_PATH}", pusher.site.browser()
        page = joe.follow(pusher.visit(pusher.reference(proof=self.proof(pusher, key)), joe))
        code = returned(joe.sign_in(page))["code"]
        answer = pusher.redeem(code, DPoP=self.proof(pusher, key, token_url))
        assert answer.json()["token_type"] == "DPoP"

        page = joe.follow(pusher.visit(pusher.reference(proof=self.proof(pusher, key), prompt="login"), joe))
        code = returned(joe.sign_in(page))["code"]
        refused(pusher.redeem(code, DPoP=self.proof(pusher, ProvingKey(), token_url)), 400, "invalid_grant")

    def test_the_parameter_and_the_proof_must_have_the_same_key(self, pusher: PushingClient) -> None:
        key = ProvingKey()
        assert pusher.push(proof=self.proof(pusher, key), dpop_jkt=key.thumbprint).status_code == 201
        refused(pusher.push(proof=self.proof(pusher, key), dpop_jkt="x" * 43), 400, "invalid_dpop_proof")

    def test_a_proof_of_another_address_is_refused(self, pusher: PushingClient) -> None:
        proof = self.proof(pusher, ProvingKey(), f"{BASE_URL}{TOKEN_PATH}")
        refused(pusher.push(proof=proof), 400, "invalid_dpop_proof")

    def test_a_nonce_is_required_if_it_is_enabled(self, pusher: PushingClient) -> None:
        pusher.settings(dpopProofRequireNonce=True)
        key = ProvingKey()
        answer = pusher.push(proof=self.proof(pusher, key))
        refused(answer, 400, "use_dpop_nonce")
        proof = key.proof("POST", PAR_URL, pusher.site.engine.now(), nonce=answer.headers["dpop-nonce"])
        assert pusher.push(proof=proof).status_code == 201


def test_a_script_of_an_allowed_origin_may_push(pusher: PushingClient) -> None:
    pusher.settings(allowedOrigins=["https://app.example.com"])
    headers = {"Origin": "https://app.example.com", "Authorization": WEB}
    form = {"redirect_uri": CALLBACK, "response_type": "code", "code_challenge": CHALLENGE}
    form |= {"code_challenge_method": "S256", "scope": "read"}
    answer = pusher.site.engine.post(PUSHED_REQUEST_PATH, form, **headers)
    assert answer.headers["access-control-allow-origin"] == "https://app.example.com"


def test_a_request_with_prompt_none_is_answered_at_once(signin: SignInSite, pusher: PushingClient) -> None:
    uri = pusher.reference(prompt="none")
    assert returned(pusher.visit(uri, signin.browser()))["error"] == "login_required"
