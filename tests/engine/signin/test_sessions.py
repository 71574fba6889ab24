"""SSO sessions: when they are created, used and ended."""

import asyncio
from typing import Any

import pytest

from hanse.engine.oauth.contracts import AuthorizationCode
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.services import Purpose
from hanse.engine.signin.adapters.adapter_services import AdapterServiceParts, EngineAdapterServices
from hanse.engine.signin.assembly import credentials_of
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ClientUse
from hanse.engine.state.contracts import RevocationKind, digest
from hanse.engine.user_messages import UserMessages
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.authentication.source_sessions import SOURCE_SESSIONS
from tests.engine.signin.site import SignInSite, Visitor, returned, title_of
from tests.support.configurations import replace
from tests.support.instances import adapter

COOKIE = "__Host-hanse.session"


def enable(site: SignInSite, **more: Any) -> None:
    """Enable sessions for all adapters: idle for an hour, eight hours at most."""
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True, **more})


def enable_for(site: SignInSite, adapter_id: str, **more: Any) -> None:
    source = {"type": "IDP_ADAPTER", "sourceRef": {"id": adapter_id}}
    site.add(SOURCE_SESSIONS, {"authenticationSource": source, "enableSessions": True, **more})


def code_of(site: SignInSite, code: str) -> AuthorizationCode:
    """Return the content of a code."""
    now = site.engine.clock.now().timestamp()
    body = site.run(site.engine.services.state.grants.peek_code(digest(code), now))
    assert isinstance(body, bytes)
    return AuthorizationCode.decode(body)


def signed_in(site: SignInSite, visitor: Visitor, username: str = "joe", **parameters: Any) -> AuthorizationCode:
    return code_of(site, returned(visitor.sign_in(visitor.authorize(**parameters), username))["code"])


def sign_in_silently(site: SignInSite, visitor: Visitor, **parameters: Any) -> AuthorizationCode:
    """Return the content of the code that a user with a session gets without a page."""
    return code_of(site, returned(visitor.authorize(**parameters))["code"])


def must_sign_in(visitor: Visitor, **parameters: Any) -> bool:
    page = visitor.authorize(**parameters)
    return page.status_code == 200 and title_of(page) == "Sign in"


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    site.add_adapter(0)
    return site.browser()


def test_without_a_session_policy_there_is_no_session(site: SignInSite, joe: Visitor) -> None:
    assert signed_in(site, joe).context.session_id == ""
    assert COOKIE not in joe.browser.cookies
    assert must_sign_in(joe)


def test_a_session_skips_the_page_and_keeps_its_start_time(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    first = signed_in(site, joe)
    assert first.context.session_id
    began = site.engine.clock.now().timestamp()
    site.engine.clock.advance(minutes=30)
    again = sign_in_silently(site, joe)
    assert again.context.session_id == first.context.session_id
    assert (again.context.auth_time, again.context.amr) == (began, ("pwd",))
    assert must_sign_in(site.browser())


def test_a_session_expires_when_idle_and_at_its_maximum(site: SignInSite, joe: Visitor) -> None:
    enable(site, idleTimeoutMins=60, maxTimeoutMins=120)
    signed_in(site, joe)
    for _ in range(2):
        site.engine.clock.advance(minutes=59)
        sign_in_silently(site, joe)
    site.engine.clock.advance(minutes=3)
    assert must_sign_in(joe)
    signed_in(site, joe)
    site.engine.clock.advance(minutes=61)
    assert must_sign_in(joe)


def test_prompt_and_max_age_require_a_new_sign_in(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    signed_in(site, joe)
    site.engine.clock.advance(minutes=5)
    assert must_sign_in(joe, prompt="login")
    assert must_sign_in(joe, prompt="select_account")
    assert must_sign_in(joe, max_age="240")
    sign_in_silently(site, joe, max_age="900")
    fresh = signed_in(site, joe, max_age="240")
    assert fresh.context.auth_time == site.engine.clock.now().timestamp()


def test_without_a_session_prompt_none_is_answered_with_an_error(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    assert returned(joe.authorize(prompt="none"))["error"] == "login_required"
    signed_in(site, joe)
    sign_in_silently(site, joe, prompt="none")
    site.engine.clock.advance(minutes=5)
    assert returned(joe.authorize(prompt="none", max_age="60"))["error"] == "login_required"


def test_the_cookie_changes_at_each_sign_in_and_the_previous_one_is_refused(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    thief = site.browser()
    # A cookie value that an attacker planted is never used.
    joe.browser.cookies[COOKIE] = thief.browser.cookies[COOKIE] = "A" * 43
    first = signed_in(site, joe)
    assert joe.browser.cookies[COOKIE] != "A" * 43
    assert must_sign_in(thief)
    old = joe.browser.cookies[COOKIE]
    second = signed_in(site, joe, prompt="login")
    assert second.context.session_id == first.context.session_id
    thief.browser.cookies[COOKIE] = old
    assert must_sign_in(thief)
    sign_in_silently(site, joe)


def test_a_policy_for_one_adapter_overrides_the_global_one(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    enable_for(site, "adapter-0", idleTimeoutMins=5, maxTimeoutMins=10)
    signed_in(site, joe)
    site.engine.clock.advance(minutes=6)
    assert must_sign_in(joe)


def test_a_policy_can_disable_sessions_for_one_adapter(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    source = {"type": "IDP_ADAPTER", "sourceRef": {"id": "adapter-0"}}
    site.add(SOURCE_SESSIONS, {"authenticationSource": source, "enableSessions": False})
    assert signed_in(site, joe).context.session_id == ""


@pytest.mark.parametrize(
    ("device", "is_own_device", "kept"),
    [("PRIVATE", True, True), ("PRIVATE", False, False), ("SHARED", True, False), ("ANY", False, True)],
)
def test_sessions_are_restricted_by_device_type(site: SignInSite, device: str, is_own_device: bool, kept: bool) -> None:
    site.add_adapter(0, **{"Enable 'This is My Device'": "true"})
    enable_for(site, "adapter-0", userDeviceType=device)
    joe = site.browser()
    more = {"pf.thisIsMyDevice": "on"} if is_own_device else {}
    joe.send(joe.authorize(), **{"pf.username": "joe", "pf.pass": "Schiffer12", **more})
    assert must_sign_in(joe) is not kept


def test_a_context_sensitive_session_applies_to_the_requested_context(site: SignInSite, joe: Visitor) -> None:
    enable_for(site, "adapter-0", authnContextSensitive=True)
    signed_in(site, joe, acr_values="gold")
    sign_in_silently(site, joe, acr_values="gold")
    sign_in_silently(site, joe)
    assert must_sign_in(joe, acr_values="platinum")


def test_the_session_settings_of_an_adapter_apply(site: SignInSite) -> None:
    kept = {"Session State": "Globally", "Session Timeout": "10", "Session Max Timeout": "20"}
    site.add_adapter(0, **kept)
    joe = site.browser()
    signed_in(site, joe)
    # With the session state Globally, another adapter of the same type uses the session.
    site.add_adapter(1, **kept)
    replace_adapter(site, 0, **{"Session State": "None"})
    sign_in_silently(site, joe)
    replace_adapter(site, 1, **{**kept, "Session State": "Per Adapter"})
    assert joe.authorize().status_code == 200


def replace_adapter(site: SignInSite, number: int, **settings: str) -> None:
    body = adapter(number)
    body["configuration"]["fields"] = [{"name": name, "value": value} for name, value in settings.items()]
    replace(site.engine.core.configuration, ADAPTERS, f"adapter-{number}", body)
    site.engine.caught_up()


def test_the_sign_in_of_another_user_ends_the_previous_session(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    first = signed_in(site, joe)
    second = signed_in(site, joe, "amy", prompt="login")
    assert second.context.session_id not in ("", first.context.session_id)
    state, now = site.engine.services.state, site.engine.clock.now().timestamp()
    assert site.run(state.sessions.by_id(first.context.session_id, now)) is None
    assert site.run(state.access_tokens.is_revoked(RevocationKind.SESSION, first.context.session_id, now))


def test_the_clients_of_a_session_are_stored_until_it_ends(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    id_ = signed_in(site, joe).context.session_id
    sessions, snapshot = SsoSessions(site.engine.services), site.engine.follower.snapshot
    for client in ("web", "shop", "web"):
        assert site.run(sessions.note_client(id_, ClientUse(client_id=client, since=1.0)))
    ended = site.run(sessions.end(snapshot, id_))
    assert ended is not None
    assert [each.client_id for each in ended.clients] == ["shop", "web"]
    assert site.run(sessions.end(snapshot, id_)) is None
    assert not site.run(sessions.note_client(id_, ClientUse(client_id="web", since=1.0)))
    assert must_sign_in(joe)


def test_all_sessions_of_a_user_can_be_ended(site: SignInSite, joe: Visitor) -> None:
    enable(site, hashUniqueUserKeyAttribute=True)
    other, amy = site.browser(), site.browser()
    signed_in(site, joe)
    stored = signed_in(site, other).context.session_id
    signed_in(site, amy, "amy")
    sessions, now = SsoSessions(site.engine.services), site.engine.clock.now().timestamp()
    found = site.run(site.engine.services.state.sessions.by_id(stored, now))
    assert found is not None
    assert "joe" not in found.user_key
    assert site.run(sessions.end_all(site.engine.follower.snapshot, "joe")) == 2
    assert must_sign_in(joe)
    assert must_sign_in(other)
    sign_in_silently(site, amy)


def test_an_adapter_ends_sessions_by_its_unique_user_key(site: SignInSite, joe: Visitor) -> None:
    enable(site)
    amy = site.browser()
    signed_in(site, joe)
    signed_in(site, amy, "amy")
    services, snapshot = site.engine.services, site.engine.follower.snapshot

    async def ended() -> None:
        support = AdapterServiceParts(
            services,
            credentials_of(services),
            UserMessages(services).send,
            SsoSessions(services),
            ClientKeys(services).published_at,
        )
        adapter_services = EngineAdapterServices(support, snapshot, "adapter-0", asyncio.get_running_loop())
        user = {"username": "joe", "mail": "joe@example.com"}
        await services.work.run(Purpose.ADAPTERS, adapter_services.end_sessions, user)

    site.run(ended())
    assert must_sign_in(joe)
    sign_in_silently(site, amy)


def test_without_a_tracked_time_max_age_requires_a_new_sign_in(site: SignInSite) -> None:
    enable(site)
    site.add_adapter(0, **{"Track Authentication Time": "false"})
    joe = site.browser()
    assert signed_in(site, joe).context.auth_time == site.engine.now()
    site.engine.clock.advance(minutes=5)
    assert sign_in_silently(site, joe).context.auth_time == 0
    assert must_sign_in(joe, max_age="3600")
