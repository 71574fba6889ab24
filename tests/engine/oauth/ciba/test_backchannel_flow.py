"""The complete flow, from the view of a client and its user."""

import asyncio
from typing import Any

import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.paths import BACKCHANNEL_PATH
from hanse.resources.authentication.selectors.resource import SELECTORS
from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.oauth.ciba.call_center import CALLS, CIBA, CallCenter, answer_consent
from tests.engine.server import BASE_URL, DISCOVERY
from tests.engine.signin.site import title_of
from tests.support.dpop import ProvingKey
from tests.support.instances import instance
from tests.support.policies import done, on, policy, source

CONTEXT = "com.pingidentity.pf.selectors.saml.SamlAuthnContextAdapterSelector"


def claims_of(token: str) -> dict[str, Any]:
    return read_compact(token).claims()


def test_a_user_who_follows_the_link_and_approves_gives_the_client_tokens(center: CallCenter) -> None:
    answer = center.start(binding_message="Ticket 4711")
    assert answer == {"auth_req_id": answer["auth_req_id"], "expires_in": 120, "interval": 5}
    assert center.poll_error() == "authorization_pending"
    message = center.box.messages[-1]
    assert (message["To"], message["Subject"]) == ("joe@example.com", "Call center asks for your approval")
    joe = center.site.browser()
    page = joe.sign_in(joe.browser.get(center.link))
    assert title_of(page) == "Access request"
    for shown in ("Call center", "Ticket 4711", "May read", "You are signed in as joe."):
        assert shown in page.text
    assert center.poll_error() == "authorization_pending"
    assert title_of(answer_consent(joe, page, "openid", "read")) == "Request approved"
    tokens = center.tokens()
    assert (tokens["scope"], tokens["token_type"]) == ("openid read", "Bearer")
    assert tokens["refresh_token"]
    claims = claims_of(tokens["id_token"])
    assert (claims["iss"], claims["aud"], claims["sub"]) == (BASE_URL, "calls", "joe")
    # The claim belongs to push mode, which this server does not have (CIBA Core, section 10.3.1).
    assert "urn:openid:params:jwt:claim:auth_req_id" not in claims
    assert center.poll_error() == "invalid_grant"


def test_a_user_can_approve_fewer_scopes(center: CallCenter) -> None:
    center.start()
    joe = center.site.browser()
    answer_consent(joe, joe.sign_in(joe.browser.get(center.link)), "openid")
    assert center.tokens()["scope"] == "openid"


def test_after_a_denial_the_client_gets_an_error_and_the_link_is_invalid(center: CallCenter) -> None:
    center.start()
    link = center.link
    assert title_of(center.decide(approves=False)) == "Request denied"
    assert center.poll_error() == "access_denied"
    again = center.site.browser().browser.get(link)
    assert again.status_code == 400
    assert "expired" in again.text


def test_an_expired_request_cannot_be_approved(center: CallCenter) -> None:
    center.start(requested_expiry="30")
    joe = center.site.browser()
    page = joe.sign_in(joe.browser.get(center.link))
    assert center.answer["expires_in"] == 30
    center.site.engine.clock.advance(seconds=31)
    assert "expired" in answer_consent(joe, page, "openid").text
    assert center.poll_error() == "expired_token"


def test_the_policy_limits_the_requested_expiry(center: CallCenter) -> None:
    assert center.start(requested_expiry="86400")["expires_in"] == 120


def test_a_client_that_polls_too_often_has_to_wait_longer(center: CallCenter) -> None:
    center.start()
    assert center.poll_error(waits=False) == "authorization_pending"
    assert center.poll_error(waits=False) == "slow_down"
    assert center.poll_error() == "slow_down"


@pytest.mark.parametrize(("configured", "interval"), [(None, 5), (0, 1), (30, 30)])
def test_the_interval_is_that_of_the_client(center: CallCenter, configured: int | None, interval: int) -> None:
    center.save_client(cibaPollingInterval=configured)
    assert center.start()["interval"] == interval


def test_another_client_gets_no_tokens_for_the_request(center: CallCenter) -> None:
    center.start()
    center.decide()
    other = center.poll(authorization="Basic d2ViOmNsZWFyLXNlY3JldC1vZi13ZWI=")
    assert (other.status_code, other.json()["error"]) == (400, "unauthorized_client")
    assert center.tokens()["access_token"]


def test_a_request_with_a_dpop_proof_works_with_that_key_only(center: CallCenter) -> None:
    key, other, now = ProvingKey(), ProvingKey(), center.site.engine.now
    center.start(proof=key.proof("POST", f"{BASE_URL}{BACKCHANNEL_PATH}", now()))
    center.decide()
    token_url = f"{BASE_URL}/as/token.oauth2"
    assert center.poll_error() == "invalid_grant"
    center.site.engine.clock.advance(seconds=5)
    assert center.poll_error(waits=False, proof=other.proof("POST", token_url, now())) == "invalid_grant"
    center.site.engine.clock.advance(seconds=5)
    tokens = center.tokens(waits=False, proof=key.proof("POST", token_url, now()))
    assert tokens["token_type"] == "DPoP"
    assert claims_of(tokens["access_token"])["cnf"] == {"jkt": key.thumbprint}


def test_policies_follow_the_requested_authentication_context(center: CallCenter) -> None:
    contexts = {"attributeContract": {"extendedAttributes": [{"name": "gold"}]}}
    center.site.add(SELECTORS, {**instance(0, "Selector", CONTEXT), **contexts})
    root = {
        "action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": "selector-0"}},
        "children": [on("gold", source("adapter-0", done("Fail"), done("Success")))],
    }
    center.site.add_policy(policy("Contexts", root))
    center.start(acr_values="tin gold")
    center.decide()
    assert claims_of(center.tokens()["id_token"])["acr"] == "gold"


def test_refresh_tokens_follow_the_settings(center: CallCenter) -> None:
    center.site.engine.save(SETTINGS, {"requireOfflineAccessScopeToIssueRefreshTokens": True})
    center.start()
    center.decide()
    assert "refresh_token" not in center.tokens()


def test_of_parallel_requests_for_tokens_exactly_one_succeeds(center: CallCenter) -> None:
    center.start()
    center.decide()
    form = {"grant_type": CIBA, "auth_req_id": center.answer["auth_req_id"]}

    async def race() -> list[int]:
        engine, headers = center.site.engine, {"Authorization": CALLS}
        sent = (engine.send("POST", "/as/token.oauth2", form=form, headers=headers) for _ in range(8))
        return sorted(each.status_code for each in await asyncio.gather(*sent))

    assert asyncio.run(race()) == [200] + [400] * 7


def test_the_metadata_has_the_members_of_backchannel_authentication(center: CallCenter) -> None:
    metadata = center.site.engine.get(DISCOVERY).json()
    assert metadata["backchannel_authentication_endpoint"] == f"{BASE_URL}{BACKCHANNEL_PATH}"
    assert metadata["backchannel_token_delivery_modes_supported"] == ["poll", "ping"]
    assert "ES256" in metadata["backchannel_authentication_request_signing_alg_values_supported"]
    assert "none" not in metadata["backchannel_authentication_request_signing_alg_values_supported"]
    assert metadata["backchannel_user_code_parameter_supported"] is True
    assert CIBA in metadata["grant_types_supported"]
