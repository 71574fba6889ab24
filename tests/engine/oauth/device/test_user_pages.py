"""The pages on which users enter codes, before or after the sign-in, and their protection against guessing and forged
forms."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from hanse.engine.oauth.device import entered_codes
from hanse.engine.oauth.device.user_codes import ALPHABET, displayed, new_user_code, normalized
from tests.engine.oauth.device.devices import USER_PATH, Television, allow, press, save_client, settings
from tests.engine.signin.site import error_of, form_of, title_of
from tests.support.randomness import SeededRandomness

BEFORE: dict[str, Any] = {"activationCodeCheckMode": "BEFORE_AUTHENTICATION"}


def test_user_codes_have_no_vowels_and_no_digits_and_use_the_whole_alphabet() -> None:
    randomness = SeededRandomness()
    codes = [new_user_code(randomness) for _ in range(500)]
    assert set("".join(codes)) == set(ALPHABET)
    assert {len(each) for each in codes} == {8}
    assert not set(ALPHABET) & set("AEIOUY0123456789")


@pytest.mark.parametrize("entered", ["WDJB-MJHT", "wdjbmjht", " wdjb mjht ", "W.D.J.B.M.J.H.T"])
def test_a_code_is_recognized_however_it_is_entered(entered: str) -> None:
    assert displayed(normalized(entered)) == "WDJB-MJHT"


@pytest.mark.parametrize("entered", ["", "WDJB-MJH", "WDJB-MJHTT", "ADJB-MJHT", "WDJB-MJH1", "WDJBMJHT" + "-" * 40])
def test_other_texts_are_not_accepted_as_codes(entered: str) -> None:
    assert normalized(entered) == ""


def test_the_code_can_be_entered_before_the_sign_in(tv: Television) -> None:
    settings(tv.site, **BEFORE)
    tv.start()
    joe = tv.site.browser()
    page = joe.browser.get(USER_PATH)
    assert title_of(page) == "Connect a device"
    assert "Enter the code" in error_of(press(joe, page, user_code=""))
    assert "wrong or has expired" in error_of(press(joe, page, user_code="WDJB-MJHT"))
    page = press(joe, page, user_code=tv.code)
    # The sign-in page shows the name of the application.
    assert title_of(page) == "Sign in"
    assert "Living room" in page.text
    page = joe.sign_in(page)
    assert title_of(page) == "Access request"
    assert title_of(allow(joe, page, "read")) == "Your device is connected"
    assert tv.tokens()["scope"] == "read"


def test_a_link_is_confirmed_before_the_sign_in(tv: Television) -> None:
    settings(tv.site, **BEFORE)
    tv.start()
    joe = tv.site.browser()
    page = joe.browser.get(tv.link)
    assert "Does your device show this code?" in page.text
    assert "Living room" in page.text
    page = joe.sign_in(press(joe, page))
    assert title_of(page) == "Access request"


def test_another_site_cannot_confirm_the_code_for_the_user(tv: Television) -> None:
    settings(tv.site, **BEFORE)
    save_client(tv.site, bypassApprovalPage=True)
    tv.start()
    joe, eve = tv.site.browser(), tv.site.browser()
    form = {"user_code": tv.code, "confirmed": normalized(tv.code)}
    for token in ("", "forged", form_of(eve.browser.get(tv.link))[1]["flow_token"]):
        page = joe.browser.post(USER_PATH, {**form, "flow_token": token})
        assert "Does your device show this code?" in page.text, token


def test_without_consent_the_user_still_sees_which_device_is_connected(tv: Television) -> None:
    save_client(tv.site, bypassApprovalPage=True)
    for mode in ({}, BEFORE):
        settings(tv.site, **mode)
        tv.start()
        joe = tv.site.browser()
        page = joe.browser.get(USER_PATH)
        page = (
            joe.sign_in(press(joe, page, user_code=tv.code))
            if mode
            else press(joe, joe.sign_in(page), user_code=tv.code)
        )
        assert title_of(page) == "Connect a device"
        assert "Living room" in page.text
        assert title_of(press(joe, page, confirm="yes")) == "Your device is connected"
        assert tv.tokens()["scope"] == "read"


@pytest.mark.parametrize("mode", [{}, BEFORE])
@pytest.mark.parametrize("of_client", [False, True])
def test_the_confirmation_of_a_link_can_be_switched_off(
    tv: Television, *, mode: dict[str, Any], of_client: bool
) -> None:
    settings(tv.site, bypassActivationCodeConfirmation=not of_client, **mode)
    own = {
        "deviceFlowSettingType": "OVERRIDE_SERVER_DEFAULT",
        "bypassActivationCodeConfirmationOverride": True,
        "pendingAuthorizationTimeoutOverride": 60,
        "devicePollingIntervalOverride": 7,
        "userAuthorizationUrlOverride": "https://tv.example.com/go?from=tv",
    }
    save_client(tv.site, **(own if of_client else {}))
    answer = tv.start()
    if of_client:
        assert (answer["expires_in"], answer["interval"]) == (60, 7)
        assert answer["verification_uri"] == "https://tv.example.com/go?from=tv"
        assert answer["verification_uri_complete"] == f"https://tv.example.com/go?from=tv&user_code={tv.code}"
    joe = tv.site.browser()
    page = joe.sign_in(joe.browser.get(f"{USER_PATH}?user_code={tv.code}"))
    assert title_of(page) == "Access request"


def test_times_and_addresses_are_configurable(tv: Television) -> None:
    settings(tv.site, pendingAuthorizationTimeout=90, devicePollingInterval=9, registeredAuthorizationPath="/go")
    answer = tv.start()
    assert (answer["expires_in"], answer["interval"]) == (90, 9)
    assert answer["verification_uri"] == "https://sso.example.com:9031/go"
    joe = tv.site.browser()
    assert title_of(joe.sign_in(joe.browser.get(tv.link))) == "Connect a device"
    assert tv.site.engine.get("/elsewhere/go").status_code == 404
    settings(tv.site, userAuthorizationUrl="https://tv.example.com")
    assert tv.start()["verification_uri_complete"] == f"https://tv.example.com?user_code={tv.code}"
    assert tv.site.engine.get("/go").status_code == 404


@pytest.mark.parametrize("mode", [{}, BEFORE])
def test_guessing_codes_is_slowed_down(tv: Television, mode: dict[str, Any]) -> None:
    settings(tv.site, **mode)
    tv.start()
    eve = tv.site.browser()
    page = eve.browser.get(USER_PATH)
    if not mode:
        page = eve.sign_in(page)
    with capture_logs() as logged:
        for _ in range(entered_codes.LIMIT):
            page = press(eve, page, user_code="WDJB-MJHT")
            assert "wrong or has expired" in error_of(page)
        # The right code is not accepted either.
        page = press(eve, page, user_code=tv.code)
        assert "too many wrong codes" in error_of(page)
    assert [each["event"] for each in logged if each["log_level"] == "warning"] == ["too many wrong user codes"]
    tv.site.engine.clock.advance(seconds=entered_codes.LOCK_SECONDS)
    page = press(eve, page, user_code=tv.code)
    assert title_of(page) in {"Access request", "Sign in"}


def test_the_number_of_requests_of_a_public_client_is_limited(tv: Television) -> None:
    for _ in range(60):
        tv.start()
    answer = tv.request()
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "61")
    tv.site.engine.clock.advance(seconds=60)
    tv.start()


def test_a_failed_sign_in_leaves_the_request_open(tv: Television) -> None:
    tv.start()
    joe = tv.site.browser()
    page = joe.browser.get(tv.link)
    assert title_of(joe.send(page, "pf.cancel")) == "Something went wrong"
    assert tv.error() == "authorization_pending"


def test_the_pages_run_no_script_and_allow_no_frames(tv: Television) -> None:
    settings(tv.site, **BEFORE)
    tv.start()
    page = tv.site.browser().browser.get(tv.link)
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "<script" not in page.text
