"""Effects of browsers, impatient users and attackers on a running sign-in."""

from typing import Any

import pytest

from hanse.kit.errors import Unavailable
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.engine.signin.site import (
    PASSWORDS,
    VALID_FORM,
    SignInSite,
    Visitor,
    at_once,
    error_of,
    form_of,
    returned,
    title_of,
)

EXPIRED = "This page has expired"


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    site.add_adapter(0)
    return site.browser()


# Reloads, the back button, double clicks, tabs and slow users


def test_a_form_is_answered_with_a_redirect_so_that_a_reload_is_safe(joe: Visitor) -> None:
    page = joe.authorize()
    answer = joe.press(page, **{"pf.username": "joe", "pf.pass": "wrong"})
    assert answer.status_code == 303
    shown = joe.follow(answer)
    assert error_of(shown)
    again = joe.browser.get(answer.headers["location"])
    assert (again.status_code, again.text) == (200, shown.text)


def test_a_form_of_an_earlier_page_shows_the_current_page_and_changes_nothing(joe: Visitor) -> None:
    first = joe.authorize()
    second = joe.sign_in(first, password="wrong")
    back = joe.sign_in(first)
    assert back.text == second.text
    assert returned(joe.sign_in(second))["code"]


def test_a_double_click_signs_in_once_without_an_error(site: SignInSite, joe: Visitor) -> None:
    action, hidden = form_of(joe.authorize())
    answers = at_once(joe, action, [{**hidden, **VALID_FORM}] * 2)
    # Both answers redirect to the application with the same code.
    assert len({returned(each)["code"] for each in answers}) == 1
    later = joe.browser.post(action, {**hidden, **VALID_FORM})
    assert returned(later) == returned(answers[0])
    site.engine.clock.advance(seconds=11)
    expired = joe.browser.post(action, {**hidden, **VALID_FORM})
    assert (expired.status_code, title_of(expired)) == (400, EXPIRED)


def test_a_link_to_a_completed_sign_in_gives_no_code(joe: Visitor) -> None:
    page = joe.authorize()
    assert returned(joe.sign_in(page))["code"]
    again = joe.browser.get(form_of(page)[0])
    assert (again.status_code, title_of(again)) == (400, EXPIRED)
    assert "location" not in again.headers


def test_several_tabs_do_not_affect_each_other(joe: Visitor) -> None:
    first, second = joe.authorize(state="first"), joe.authorize(state="second")
    wrong = joe.sign_in(first, password="wrong")
    assert returned(joe.sign_in(second))["state"] == "second"
    assert returned(joe.sign_in(wrong))["state"] == "first"


def test_a_sign_in_that_takes_too_long_expires(site: SignInSite, joe: Visitor) -> None:
    page = joe.authorize()
    site.engine.clock.advance(minutes=9, seconds=59)
    page = joe.sign_in(page, password="wrong")
    site.engine.clock.advance(seconds=2)
    for response in (joe.sign_in(page), joe.browser.get(form_of(page)[0])):
        assert (response.status_code, title_of(response)) == (400, EXPIRED)
        assert "application" in response.text


def test_a_sign_in_continues_after_an_outage_of_the_state(site: SignInSite, joe: Visitor, monkeypatch: Any) -> None:
    page = joe.authorize()
    flows = site.engine.services.state.flows

    async def away(*_: Any) -> Any:
        raise Unavailable("The database does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(flows, "update", away)
        failed = joe.sign_in(page, password="wrong")
    assert failed.status_code == 503
    assert "retry-after" in failed.headers
    assert "database" not in failed.text
    assert returned(joe.sign_in(page))["code"]


# Attacks


def test_another_browser_cannot_continue_a_sign_in(site: SignInSite, joe: Visitor) -> None:
    action, hidden = form_of(joe.authorize())
    attacker = site.browser()
    for before in (None, attacker.authorize):
        if before is not None:
            before()
        for response in (attacker.browser.get(action), attacker.browser.post(action, {**hidden, **VALID_FORM})):
            assert (response.status_code, title_of(response)) == (400, EXPIRED)
            assert "set-cookie" not in response.headers


def test_a_victim_cannot_be_signed_in_to_an_attackers_flow(site: SignInSite, joe: Visitor) -> None:
    # Login CSRF (RFC 9700, section 4.7): the attacker has the victim's browser send the attacker's own form.
    attacker = site.browser()
    action, hidden = form_of(attacker.authorize())
    joe.authorize()
    amys = {**hidden, "pf.username": "amy", "pf.pass": PASSWORDS["amy"], "pf.ok": "clicked"}
    assert title_of(joe.browser.post(action, amys)) == EXPIRED


@pytest.mark.parametrize("token", [None, "", "1.", "1." + "A" * 43, "garbage", "ü", "0.x.y"])
def test_a_forged_form_is_refused(joe: Visitor, token: str | None) -> None:
    page = joe.authorize()
    action, hidden = form_of(page)
    given = {name: value for name, value in hidden.items() if name != "flow_token"}
    if token is not None:
        given["flow_token"] = token
    answer = joe.browser.post(action, {**given, **VALID_FORM})
    assert (answer.status_code, answer.headers["location"]) == (303, action)
    assert returned(joe.sign_in(page))["code"]


def test_the_token_of_another_flow_is_refused(joe: Visitor) -> None:
    first, second = joe.authorize(), joe.authorize()
    action, _ = form_of(first)
    answer = joe.browser.post(action, {**form_of(second)[1], **VALID_FORM})
    assert (answer.status_code, answer.headers["location"]) == (303, action)


def test_a_planted_flow_cookie_is_refused(site: SignInSite, joe: Visitor) -> None:
    # With TLS, the prefix __Host- prevents other hosts of the domain from setting the cookie.
    joe.browser.cookies["hanse.flow"] = "B" * 43
    joe.authorize()
    assert joe.browser.cookies["__Host-hanse.flow"] != "B" * 43
    (header,) = site.browser().authorize().headers.get_list("set-cookie")
    assert header.startswith("__Host-hanse.flow=")
    assert {"Path=/", "HttpOnly", "Secure", "SameSite=None"} <= set(header.split("; "))


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Type": "application/json"}, {"flow_token": "x"}),
        ({}, [("flow_token", "1.a"), ("flow_token", "1.b")]),
        ({}, [(f"field-{number}", "x") for number in range(300)]),
        ({"Content-Type": "multipart/form-data; boundary=x"}, {"flow_token": "x"}),
    ],
)
def test_malformed_forms_are_refused(joe: Visitor, headers: dict[str, str], body: Any) -> None:
    page = joe.authorize()
    assert joe.browser.post(form_of(page)[0], body, **headers).status_code == 400
    assert returned(joe.sign_in(page))["code"]


def test_a_huge_form_is_refused(joe: Visitor) -> None:
    page = joe.authorize()
    action, hidden = form_of(page)
    assert joe.browser.post(action, {**hidden, "pf.username": "x" * 2_000_000}).status_code in (400, 413)
    long = joe.sign_in(page, "x" * 100_000, "y" * 100_000)
    assert error_of(long)
    assert returned(joe.sign_in(long))["code"]


def test_the_return_address_cannot_be_changed(joe: Visitor) -> None:
    page = joe.authorize()
    action, hidden = form_of(page)
    elsewhere = {
        "redirect_uri": "https://evil.example",
        "TargetResource": "https://evil.example",
        "resume": "//evil.example",
    }
    assert joe.browser.get(f"{action}?redirect_uri=https://evil.example&pf.ok=clicked").text == page.text
    given = returned(joe.browser.post(action, {**hidden, **VALID_FORM, **elsewhere}))
    assert given["code"]


def test_a_flow_is_bound_to_its_issuer(site: SignInSite, joe: Visitor) -> None:
    site.add(VIRTUAL_ISSUERS, {"name": "realm", "host": "sso.example.com", "path": "/realm"})
    page = joe.authorize()
    action, hidden = form_of(page)
    answer = joe.browser.post(f"/realm{action}", {**hidden, **VALID_FORM})
    assert (answer.status_code, title_of(answer)) == (400, EXPIRED)


def test_pages_below_an_issuers_path_continue_there(site: SignInSite, joe: Visitor) -> None:
    site.add(VIRTUAL_ISSUERS, {"name": "realm", "host": "sso.example.com", "path": "/realm"})
    page = joe.browser.get(f"/realm{joe.address()}")
    action, hidden = form_of(page)
    assert action.startswith("/realm/as/")
    assert returned(joe.browser.post(action, {**hidden, **VALID_FORM}))["iss"].endswith("/realm")


def test_user_input_is_never_logged(joe: Visitor, capfd: pytest.CaptureFixture[str]) -> None:
    joe.sign_in(joe.authorize(), "joe-secret-name", "a-secret-password")
    written = "".join(capfd.readouterr())
    assert "a-secret-password" not in written
    assert "joe-secret-name" not in written


def test_the_page_allows_forms_to_redirect_to_the_application(joe: Visitor) -> None:
    policy = joe.authorize().headers["content-security-policy"]
    assert "form-action 'self' https://web.example.com;" in policy
    assert "script" not in policy


def test_other_methods_are_refused(site: SignInSite, joe: Visitor) -> None:
    action, _ = form_of(joe.authorize())
    assert site.engine.request("PUT", action).status_code == 405
    assert site.engine.request("HEAD", action).status_code == 400
