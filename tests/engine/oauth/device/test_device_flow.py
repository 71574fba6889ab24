"""The complete device flow, from the view of a device and its user."""

import re
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES
from tests.engine.oauth.device.devices import (
    DEVICE_CODE,
    DEVICE_PATH,
    USER_PATH,
    Television,
    allow,
    press,
    save_client,
    settings,
)
from tests.engine.oauth.token.deployment import refused
from tests.engine.server import BASE_URL, DISCOVERY
from tests.engine.signin.site import error_of, title_of
from tests.support.dpop import ProvingKey
from tests.support.mappings import from_source, oidc_policy


def test_a_user_who_enters_the_code_and_consents_connects_the_device(tv: Television) -> None:
    answer = tv.start("read write")
    assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", answer["user_code"])
    assert (answer["verification_uri"], answer["expires_in"], answer["interval"]) == (f"{BASE_URL}{USER_PATH}", 600, 5)
    assert answer["verification_uri_complete"] == f"{BASE_URL}{USER_PATH}?user_code={tv.code}"
    assert tv.error() == "authorization_pending"
    joe = tv.site.browser()
    page = joe.sign_in(joe.browser.get(USER_PATH))
    assert title_of(page) == "Connect a device"
    # Users may enter codes in lowercase and with other separators.
    page = press(joe, page, user_code=tv.code.lower().replace("-", " . "))
    assert title_of(page) == "Access request"
    assert "Living room" in page.text
    assert tv.code in page.text
    assert tv.error() == "authorization_pending"
    page = allow(joe, page, "read")
    assert title_of(page) == "Your device is connected"
    tokens = tv.tokens()
    assert (tokens["scope"], tokens["token_type"]) == ("read", "Bearer")
    assert tokens["refresh_token"]
    assert tv.error() == "invalid_grant"


def test_the_link_of_the_qr_code_has_the_user_confirm_the_code_with_client_and_scopes(tv: Television) -> None:
    tv.start()
    joe = tv.site.browser()
    page = joe.sign_in(joe.browser.get(tv.link))
    assert title_of(page) == "Connect a device"
    for shown in (tv.code, "Living room", "May read", "Does your device show this code?"):
        assert shown in page.text
    page = press(joe, page, confirm="yes")
    assert title_of(page) == "Access request"
    assert title_of(allow(joe, page, "read")) == "Your device is connected"
    assert tv.tokens()["scope"] == "read"


@pytest.mark.parametrize("button", ["confirm", "consent"])
def test_a_device_gets_access_denied_if_the_user_declines(tv: Television, button: str) -> None:
    tv.start()
    joe = tv.site.browser()
    page = joe.sign_in(joe.browser.get(tv.link))
    if button == "consent":
        page = press(joe, page, confirm="yes")
    page = press(joe, page, **({"cancel": "yes"} if button == "confirm" else {"pf.oauth.authz.consent": "deny"}))
    assert title_of(page) == "The device is not connected"
    assert tv.error() == "access_denied"
    # The code cannot be used again.
    again = press(joe, joe.sign_in(joe.browser.get(USER_PATH)), user_code=tv.code)
    assert "wrong or has expired" in error_of(again)


def test_a_device_that_polls_too_often_has_to_slow_down(tv: Television) -> None:
    tv.start()
    assert tv.error() == "authorization_pending"
    assert "10 seconds" in refused(tv.poll_at_once(), 400, "slow_down")
    tv.site.engine.clock.advance(seconds=9)
    assert "15 seconds" in refused(tv.poll_at_once(), 400, "slow_down")
    tv.site.engine.clock.advance(seconds=15)
    refused(tv.poll_at_once(), 400, "authorization_pending")


def test_codes_expire(tv: Television) -> None:
    tv.start()
    tv.site.engine.clock.advance(seconds=300)
    joe = tv.site.browser()
    page = joe.sign_in(joe.browser.get(USER_PATH))
    tv.site.engine.clock.advance(seconds=296)
    assert tv.error() == "expired_token"
    assert "wrong or has expired" in error_of(press(joe, page, user_code=tv.code))
    tv.site.engine.clock.advance(hours=1)
    tv.site.run(tv.site.engine.state.sweep(tv.site.engine.now()))
    assert tv.error() == "invalid_grant"


def test_a_device_has_time_after_a_late_decision(tv: Television) -> None:
    tv.start()
    joe = tv.site.browser()
    page = joe.sign_in(joe.browser.get(USER_PATH))
    tv.site.engine.clock.advance(seconds=595)
    page = press(joe, page, user_code=tv.code)
    allow(joe, page, "read")
    tv.site.engine.clock.advance(seconds=20)
    assert tv.tokens()["scope"] == "read"


def test_a_double_click_approves_once(tv: Television) -> None:
    tv.start()
    joe = tv.site.browser()
    page = press(joe, joe.sign_in(joe.browser.get(USER_PATH)), user_code=tv.code)
    assert title_of(allow(joe, page, "read")) == "Your device is connected"
    assert title_of(allow(joe, page, "read")) == "Your device is connected"
    assert tv.tokens()["scope"] == "read"


def test_the_device_code_belongs_to_its_client(tv: Television) -> None:
    tv.start()
    refused(tv.poll_at_once(client_id="web", client_secret="clear-secret-of-web"), 400, "unauthorized_client")
    refused(tv.poll_at_once(device_code="guessed"), 400, "invalid_grant")


@pytest.mark.parametrize(
    ("form", "status", "error"),
    [
        ({"scope": "unknown"}, 400, "invalid_scope"),
        ({"client_id": "nobody"}, 401, "invalid_client"),
        ({"resource": "https://unknown.example.com"}, 400, "invalid_target"),
        ({"authorization_details": "[1]"}, 400, "invalid_authorization_details"),
    ],
)
def test_an_invalid_device_authorization_request_is_refused(
    tv: Television, form: dict[str, str], status: int, error: str
) -> None:
    refused(tv.request(**form), status, error)


def test_a_client_without_the_grant_type_gets_no_codes(tv: Television) -> None:
    save_client(tv.site, grantTypes=["REFRESH_TOKEN"])
    refused(tv.request(), 400, "unauthorized_client")


def test_an_id_token_is_issued_only_if_it_is_enabled(tv: Television) -> None:
    subject = {"attributeContractFulfillment": {"sub": from_source("TOKEN", "sub")}}
    policy = oidc_policy(attributeContract={}, scopeAttributeMappings={}, attributeMapping=subject)
    tv.site.add(OIDC_POLICIES, policy)
    save_client(tv.site, oidcPolicy={"policyGroup": {"id": "policy-0"}})
    for enabled in (False, True):
        settings(tv.site, returnIdTokenOnOpenIdWithDeviceAuthzGrant=enabled, bypassActivationCodeConfirmation=True)
        tv.start("openid read")
        joe = tv.site.browser()
        allow(joe, joe.sign_in(joe.browser.get(tv.link)), "read")
        assert ("id_token" in tv.tokens()) is enabled


def test_the_metadata_lists_the_endpoint_and_the_grant_type(tv: Television) -> None:
    metadata = tv.site.engine.get(DISCOVERY).json()
    assert metadata["device_authorization_endpoint"] == f"{BASE_URL}/as/device_authz.oauth2"
    assert DEVICE_CODE in metadata["grant_types_supported"]


def test_a_device_code_is_bound_to_the_dpop_key_of_its_request(tv: Television) -> None:
    key, other = ProvingKey(), ProvingKey()
    proof = key.proof("POST", f"{BASE_URL}{DEVICE_PATH}", tv.site.engine.now())
    answer = tv.site.engine.post(DEVICE_PATH, {"client_id": "tv", "scope": "read"}, DPoP=proof)
    tv.answer = answer.json()
    joe = tv.site.browser()
    allow(joe, press(joe, joe.sign_in(joe.browser.get(USER_PATH)), user_code=tv.code), "read")
    form = {"grant_type": DEVICE_CODE, "client_id": "tv", "device_code": tv.answer["device_code"]}

    def redeem(**headers: str) -> httpx.Response:
        tv.site.engine.clock.advance(seconds=5)
        return tv.site.engine.post("/as/token.oauth2", form, **headers)

    def proof_by(by: ProvingKey) -> str:
        return by.proof("POST", f"{BASE_URL}/as/token.oauth2", tv.site.engine.now() + 5)

    refused(redeem(), 400, "invalid_grant")
    refused(redeem(DPoP=proof_by(other)), 400, "invalid_grant")
    assert redeem(DPoP=proof_by(key)).json()["token_type"] == "DPoP"


def test_only_digests_of_the_codes_are_stored(tv: Television, tmp_path: Path) -> None:
    answer = tv.start()
    tv.site.run(tv.site.engine.state.ping())
    stored = b"".join(each.read_bytes() for each in tmp_path.rglob("*") if each.is_file())
    for secret in (answer["device_code"], answer["user_code"], answer["user_code"].replace("-", "")):
        assert secret.encode() not in stored


def test_no_log_line_contains_a_code(tv: Television, every_log_level: None) -> None:
    with capture_logs() as logged:
        answer = tv.start()
        joe = tv.site.browser()
        allow(joe, press(joe, joe.sign_in(joe.browser.get(USER_PATH)), user_code=tv.code), "read")
        tv.tokens()
    events = [each["event"] for each in logged]
    assert "device authorization requested" in events
    assert "device authorization approved" in events
    text = str(logged)
    for secret in (answer["device_code"], answer["user_code"], answer["user_code"].replace("-", "")):
        assert secret not in text
