"""OpenID Connect Session Management 1.0: the state of the browser, and the frame in which clients check it."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest

from hanse.engine.oidc.check_session import PATH
from hanse.engine.oidc.logout.provider_initiated import PATH as LOGOUT
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from tests.engine.oauth.pushed_requests.pushing import PushingClient, add_tokens
from tests.engine.server import BASE_URL, DISCOVERY
from tests.engine.signin.site import SignInSite, Visitor, returned
from tests.support.mappings import oidc_policy

COOKIE = "__Host-hanse.state"
ORIGIN = "https://web.example.com"


@pytest.fixture
def web(signin: SignInSite) -> PushingClient:
    add_tokens(signin)
    signin.add(OIDC_POLICIES, oidc_policy())
    signin.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    turn(signin, on=True)
    return PushingClient(signin)


def turn(site: SignInSite, *, on: bool) -> None:
    settings = {"defaultPolicyRef": {"id": oidc_policy()["id"]}, "sessionSettings": {"sessionManagement": on}}
    site.engine.save(OIDC_SETTINGS, settings)


def signed_in(web: PushingClient, joe: Visitor, username: str = "joe") -> str:
    return returned(joe.sign_in(joe.authorize(prompt="login"), username))["session_state"]


def is_unchanged(joe: Visitor, session_state: str, origin: str = ORIGIN) -> bool:
    """Return what the frame's script would find (section 3.2)."""
    sent, _, salt = session_state.partition(".")
    text = f"web {origin} {joe.browser.cookies.get(COOKIE, '')} {salt}"
    return urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=").decode() == sent


def test_the_state_changes_with_the_user_and_with_the_logout(web: PushingClient) -> None:
    web.client()
    joe = web.site.browser()
    first = signed_in(web, joe)
    assert is_unchanged(joe, first)
    assert not is_unchanged(joe, first, "https://other.example.com")
    assert is_unchanged(joe, returned(joe.authorize())["session_state"])
    second = signed_in(web, joe, "amy")
    assert is_unchanged(joe, second)
    assert not is_unchanged(joe, first)
    joe.browser.get(LOGOUT, **{"Sec-Fetch-Site": "same-origin"})
    assert not is_unchanged(joe, second)


def test_the_cookie_is_readable_and_reveals_nothing_about_the_session(web: PushingClient) -> None:
    web.client()
    joe = web.site.browser()
    answer = joe.sign_in(joe.authorize())
    (header,) = (each for each in answer.headers.get_list("set-cookie") if each.startswith(f"{COOKIE}="))
    assert "HttpOnly" not in header
    assert header.endswith("; Path=/; Secure; SameSite=None")
    assert joe.browser.cookies[COOKIE] not in "".join(
        joe.browser.cookies[name] for name in joe.browser.cookies if name != COOKIE
    )


def test_the_frame_runs_one_script_of_this_server_for_pages_of_any_origin(web: PushingClient) -> None:
    assert web.site.engine.get(DISCOVERY).json()["check_session_iframe"] == f"{BASE_URL}{PATH}"
    page = web.site.engine.get(PATH)
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'" in policy
    assert "frame-ancestors *" in policy
    script = re.search(r'<script src="([^"]+)" integrity="sha384-[^"]+" data-cookie="([^"]+)">', page.text)
    assert script is not None
    assert script[2] == COOKIE
    assert web.site.engine.get(script[1]).headers["content-type"].startswith("text/javascript")


def test_session_management_is_absent_while_it_is_off(web: PushingClient) -> None:
    web.client()
    turn(web.site, on=False)
    joe = web.site.browser()
    assert "session_state" not in returned(joe.sign_in(joe.authorize()))
    assert COOKIE not in joe.browser.cookies
    assert web.site.engine.get(PATH).status_code == 404
    assert "check_session_iframe" not in web.site.engine.get(DISCOVERY).json()


def test_native_applications_and_requests_without_openid_get_no_state(web: PushingClient) -> None:
    native = "com.example.app:/callback"
    web.client(redirectUris=[native, f"{ORIGIN}/callback"])
    joe = web.site.browser()
    assert "session_state" not in joe.sign_in(joe.authorize(redirect_uri=native)).headers["location"]
    assert "session_state" not in returned(joe.authorize(scope="read"))
