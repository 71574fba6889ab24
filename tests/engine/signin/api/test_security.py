"""Protection of the authentication API: origins, headers, cookies, flows, and the form of requests."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.engine.signin.api.action_requests import form_of_action, parse_object
from hanse.engine.signin.api.errors import ApiRefusal
from hanse.kit.errors import Unavailable
from hanse.plugins.adapters.html_form.api_actions import ALL, CHECK_USERNAME_PASSWORD
from hanse.resources.authentication.authentication_api import API_APPLICATIONS, API_SETTINGS
from tests.engine.signin.api.application import CREDENTIALS, FLOWS, ORIGIN, Application, add_application
from tests.engine.signin.site import SignInSite, form_of, returned
from tests.support.configurations import replace

CHECK = "application/vnd.pingidentity.checkUsernamePassword+json"

FOREIGN_ORIGINS = (
    "https://evil.example",
    f"{ORIGIN}.evil.example",
    f"{ORIGIN}:8443",
    "http://login.example.com",
    "null",
)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Origins


def test_only_origins_of_applications_may_read_answers(application: Application) -> None:
    application.start()
    allowed = application.get()
    assert allowed.headers["access-control-allow-origin"] == ORIGIN
    assert allowed.headers["access-control-allow-credentials"] == "true"
    assert "Origin" in allowed.headers["vary"].title()
    for origin in FOREIGN_ORIGINS:
        refused = application.get(Origin=origin)
        assert code(refused) == (403, "REQUEST_NOT_ALLOWED"), origin
        assert "access-control-allow-origin" not in refused.headers
        posted = application.post("checkUsernamePassword", CREDENTIALS, Origin=origin)
        assert code(posted) == (403, "REQUEST_NOT_ALLOWED")
    assert application.read()["status"] == "USERNAME_PASSWORD_REQUIRED"


def test_a_preflight_names_the_fields_and_never_an_asterisk(site: SignInSite, application: Application) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,x-xsrf-header"}
    allowed = site.engine.request("OPTIONS", f"{FLOWS}/x", headers={"Origin": ORIGIN, **asked})
    assert allowed.status_code == 204
    assert allowed.headers["access-control-allow-origin"] == ORIGIN
    assert "x-xsrf-header" in allowed.headers["access-control-allow-headers"]
    assert "*" not in "".join(value for name, value in allowed.headers.items() if name.startswith("access-control"))
    refused = site.engine.request("OPTIONS", f"{FLOWS}/x", headers={"Origin": "https://evil.example", **asked})
    assert not [name for name in refused.headers if name.startswith("access-control-allow")]


def test_additional_origins_are_those_of_the_application(site: SignInSite, application: Application) -> None:
    body = {"id": "sign-in-0", "name": "Sign-in 0", "url": f"{ORIGIN}/sign-in"}
    more = {**body, "additionalAllowedOrigins": ["HTTPS://Login.Example.org:443"]}
    replace(site.engine.core.configuration, API_APPLICATIONS, "sign-in-0", more)
    site.engine.caught_up()
    application.start()
    application.origin = "https://login.example.org"
    assert application.read()["status"] == "USERNAME_PASSWORD_REQUIRED"


def test_an_application_cannot_use_the_flow_of_another_one(site: SignInSite, application: Application) -> None:
    add_application(site, 1)
    application.start()
    application.origin = "https://login-1.example.com"
    assert code(application.get()) == (404, "RESOURCE_NOT_FOUND")
    assert code(application.post("checkUsernamePassword", CREDENTIALS)) == (404, "RESOURCE_NOT_FOUND")


# Cross-site requests, browsers and flows


def test_the_header_against_cross_site_requests_is_required(site: SignInSite, application: Application) -> None:
    application.start()
    browser = application.visitor.browser
    for method in ("GET", "POST"):
        answer = site.engine.request(
            method,
            f"{FLOWS}/{application.flow}",
            headers={"Content-Type": CHECK},
            cookies=browser.cookies,
            content=json.dumps(CREDENTIALS).encode(),
        )
        assert code(answer) == (403, "REQUEST_NOT_ALLOWED")


def test_a_flow_belongs_to_one_browser(site: SignInSite, application: Application) -> None:
    application.start()
    stranger = Application(site.browser(), flow=application.flow)
    for _ in range(2):
        assert code(stranger.get()) == (404, "RESOURCE_NOT_FOUND")
        assert code(stranger.post("checkUsernamePassword", CREDENTIALS)) == (404, "RESOURCE_NOT_FOUND")
        # The second time, the stranger's browser has a cookie of its own.
        stranger.visitor.authorize()
    assert returned(application.resume(application.act("checkUsernamePassword", **CREDENTIALS)))["code"]


@pytest.mark.parametrize("flow", ["unknown", "%2e%2e", "a" * 1_000])
def test_an_unknown_flow_is_not_found(application: Application, flow: str) -> None:
    application.start()
    application.flow = flow
    assert code(application.get()) == (404, "RESOURCE_NOT_FOUND")


def test_a_flow_with_pages_cannot_be_continued_by_the_api(site: SignInSite, application: Application) -> None:
    add_application(site, 1)
    site.engine.save(API_SETTINGS, {"apiEnabled": True})
    page = application.visitor.authorize()
    application.flow = form_of(page)[0].split("/")[2]
    assert code(application.get()) == (404, "RESOURCE_NOT_FOUND")
    assert code(application.post("checkUsernamePassword", CREDENTIALS)) == (404, "RESOURCE_NOT_FOUND")


def test_a_flow_that_has_ended_or_expired_is_not_found(site: SignInSite, application: Application) -> None:
    application.start()
    application.resume(application.act("checkUsernamePassword", **CREDENTIALS))
    assert code(application.get()) == (404, "RESOURCE_NOT_FOUND")
    application.visitor = site.browser()
    application.start()
    site.engine.clock.advance(minutes=11)
    assert code(application.get()) == (404, "RESOURCE_NOT_FOUND")


def test_a_disabled_api_answers_nothing(site: SignInSite, application: Application) -> None:
    application.start()
    site.engine.save(API_SETTINGS, {"apiEnabled": False})
    answer = application.get()
    assert code(answer) == (404, "RESOURCE_NOT_FOUND")
    assert "access-control-allow-origin" not in answer.headers


def test_answers_are_not_cached(application: Application) -> None:
    application.start()
    for answer in (application.get(), application.post("checkUsernamePassword", {}), application.get(Origin="null")):
        assert answer.headers["cache-control"] == "no-store"


# The form of requests


def test_only_available_actions_are_performed(application: Application) -> None:
    application.start()
    # Password changes are off; the adapter knows the action.
    for action in ("initiatePasswordChange", "checkNewPassword", "continueAuthentication", "unknown"):
        assert code(application.post(action, {})) == (400, "INVALID_ACTION"), action


@pytest.mark.parametrize("type_", ["application/x-www-form-urlencoded", "text/plain", "application/json", "", "x"])
def test_other_content_types_are_refused(application: Application, type_: str) -> None:
    application.start()
    answer = application.send(json.dumps(CREDENTIALS).encode(), **{"Content-Type": type_})
    assert code(answer) == (415, "INVALID_CONTENT_TYPE")


def test_the_action_may_be_a_parameter_of_the_query(application: Application) -> None:
    application.start()
    sent, plain = json.dumps(CREDENTIALS).encode(), {"Content-Type": "application/json; charset=utf-8"}
    assert code(application.send(sent, "?action=a", **{"Content-Type": CHECK})) == (415, "INVALID_CONTENT_TYPE")
    answer = application.send(sent, "?action=checkUsernamePassword", **plain)
    assert answer.json()["status"] == "RESUME"


def test_all_errors_in_the_object_are_reported(application: Application) -> None:
    application.start()
    answer = application.post("checkUsernamePassword", {"username": 1, "thisIsMyDevice": "yes", "other": True})
    found = {each["target"]: each["code"] for each in answer.json()["details"]}
    assert found == {
        "username": "FIELD_INVALID",
        "password": "FIELD_REQUIRED",
        "thisIsMyDevice": "FIELD_INVALID",
        "other": "FIELD_UNKNOWN",
    }
    long = application.refused("checkUsernamePassword", username="joe", password="x" * 5_000)
    assert (long["code"], long["target"]) == ("FIELD_TOO_LONG", "password")


@pytest.mark.parametrize("body", [b"[]", b"{", b"\xff", b'"text"', b"[" * 40_000, b'{"a":' * 9_000, b"NaN"])
def test_a_body_that_is_no_object_is_refused(application: Application, body: bytes) -> None:
    application.start()
    assert code(application.send(body, **{"Content-Type": CHECK})) == (400, "INVALID_REQUEST")


def test_large_bodies_are_refused(application: Application) -> None:
    application.start()
    answer = application.send(b'{"username":"' + b"x" * 50_000 + b'"}', **{"Content-Type": CHECK})
    assert code(answer) == (400, "REQUEST_TOO_LARGE")
    assert application.send(b"x" * 300_000, **{"Content-Type": CHECK}).status_code == 413


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@given(body=st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_body_is_an_object_or_refused(body: bytes) -> None:
    with suppress(ApiRefusal):
        assert isinstance(parse_object(body), dict)


NAMES = st.sampled_from(sorted({each.name for action in ALL for each in action.inputs}))


@given(action=st.sampled_from(ALL), body=st.dictionaries(NAMES | st.text(max_size=5), JSON, max_size=5))
def test_any_object_becomes_a_form_of_texts_or_is_refused(action: Any, body: dict[str, Any]) -> None:
    with suppress(ApiRefusal):
        form = form_of_action(action, body, {})
        assert all(isinstance(text, str) for pair in form for text in pair)
        assert {each.name for each in action.inputs if each.required} <= body.keys()


def test_an_action_becomes_the_form_of_the_page() -> None:
    body = {"username": "joe", "password": "secret", "rememberMyUsername": True, "thisIsMyDevice": False}
    assert dict(form_of_action(CHECK_USERNAME_PASSWORD, body, {})) == {
        "pf.username": "joe",
        "pf.pass": "secret",
        "pf.rememberUsername": "on",
    }


# Simultaneous requests, and outages


def test_of_simultaneous_actions_one_continues_the_flow(application: Application) -> None:
    application.start()

    async def at_once() -> list[int]:
        sent = (application.sending("checkUsernamePassword", CREDENTIALS) for _ in range(3))
        return [answer.status_code for answer in await asyncio.gather(*sent)]

    found = sorted(asyncio.run(at_once()))
    assert found[0] == 200
    assert set(found[1:]) <= {200, 400, 409}
    assert returned(application.resume(application.read()))["code"]


def test_an_outage_of_the_state_is_an_error_of_the_api(
    site: SignInSite, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    application.start()

    async def away(*_: Any) -> Any:
        raise Unavailable("The database does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(site.engine.services.state.flows, "update", away)
        answer = application.post("checkUsernamePassword", CREDENTIALS)
    assert code(answer) == (503, "TEMPORARILY_UNAVAILABLE")
    assert "retry-after" in answer.headers
    assert "database" not in answer.text
    assert returned(application.resume(application.act("checkUsernamePassword", **CREDENTIALS)))["code"]
