"""Users see where they are signed in, and sign out elsewhere; the page needs a recent authentication."""

import re

import httpx
import pytest

from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import ClientUse
from hanse.kit.local_users import LocalUserEventKind
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from tests.engine.signin.local_identities.community import Community
from tests.engine.signin.local_identities.test_profile_page import DATA, PAGE, opened
from tests.engine.signin.site import Visitor, form_of, returned, title_of
from tests.support.clients import client
from tests.support.local_identities import PASSWORD, registering_adapter
from tests.support.mappings import adapter_granted, from_source, text
from tests.support.policies import contract, done, on, policy, source

WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"


@pytest.fixture
def members(community: Community) -> Community:
    """Ada and Bob have registered, and SSO sessions are on."""
    community.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True, "persistentSessions": False})
    for name in ("ada", "bob"):
        visitor = community.visitor()
        community.register(visitor, name)
        community.site.run(
            community.site.engine.state.sessions.expire_of_local_user(
                community.known(name).id, community.site.engine.now(), revoked_until=None
            )
        )
    return community


def signed_in_with(members: Community, agent: str, name: str = "ada") -> Visitor:
    """Sign in to an application with a browser."""
    visitor = members.visitor()
    action, hidden = form_of(visitor.authorize())
    form = {**hidden, "pf.username": name, "pf.pass": PASSWORD, "pf.ok": "clicked"}
    assert returned(visitor.follow(visitor.browser.post(action, form, **{"user-agent": agent})))["code"]
    return visitor


def rows(page: httpx.Response) -> list[str]:
    """Return the texts of the listed sessions."""
    found = re.findall(r'<li class="row">(.*?)</li>', page.text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", each).split()) for each in found]


def ids(page: httpx.Response) -> list[str]:
    """Return the IDs of the sessions that can be ended."""
    return re.findall(r'name="pf.endSession" value="([^"]*)"', page.text)


def end(visitor: Visitor, page: httpx.Response, id_: str) -> httpx.Response:
    """Press the button of a session."""
    action, hidden = form_of(page)
    return visitor.follow(visitor.browser.post(action, {**hidden, "pf.endSession": id_}))


def test_the_page_lists_the_sessions_with_their_browsers_and_applications(members: Community) -> None:
    signed_in_with(members, WINDOWS)
    members.site.engine.clock.advance(minutes=2)
    signed_in_with(members, IPHONE)
    signed_in_with(members, WINDOWS, "bob")
    engine, now = members.site.engine, members.site.engine.now()
    newest, _ = members.site.run(engine.state.sessions.of_local_user(members.known().id, now))
    use = ClientUse(client_id="web", since=now)
    assert members.site.run(SsoSessions(engine.services).note_client(newest.id, use))
    _, page = opened(members)
    current, phone, desktop = rows(page)
    assert current.startswith("Unknown device (this device) Signed in: ")
    assert "Sign out" not in current
    assert phone.startswith("Safari, iPhone Signed in: ")
    assert phone.endswith(f"{client('web')['name']} Sign out")
    assert desktop.startswith("Firefox, Windows Signed in: ")
    assert re.search(r'<time datetime="[0-9-]{10}T[0-9:]{5}Z">[0-9-]{10} [0-9:]{5} UTC</time>', page.text)


def test_one_session_is_ended_and_the_history_records_it(members: Community) -> None:
    phone, desktop = signed_in_with(members, IPHONE), signed_in_with(members, WINDOWS)
    ada, page = opened(members)
    (id_,) = [each for each, row in zip(ids(page), rows(page)[1:], strict=True) if "iPhone" in row]
    page = end(ada, page, id_)
    assert "You have been signed out there." in page.text
    assert len(rows(page)) == 2
    assert title_of(phone.authorize()) == "Sign in"
    assert returned(desktop.authorize())["code"]
    events = members.site.run(members.site.engine.state.local_users.events(members.known().id, 10))
    assert (events[0].kind, events[0].actor) == (LocalUserEventKind.SESSIONS_ENDED, "")


def test_all_other_sessions_are_ended_and_this_one_stays(members: Community) -> None:
    others = [signed_in_with(members, WINDOWS), signed_in_with(members, IPHONE)]
    profile_elsewhere, _ = opened(members)
    bob = signed_in_with(members, WINDOWS, "bob")
    ada, page = opened(members)
    page = ada.send(page, "pf.endOthers")
    assert len(rows(page)) == 1
    assert "on all other devices" not in page.text
    assert [title_of(each.authorize()) for each in others] == ["Sign in", "Sign in"]
    assert title_of(profile_elsewhere.browser.get(PAGE)) == "Sign in"
    assert title_of(ada.browser.get(PAGE)) == "Your profile"
    assert returned(bob.authorize())["code"]


def test_sessions_of_others_and_the_current_one_cannot_be_ended(members: Community) -> None:
    bob = signed_in_with(members, WINDOWS, "bob")
    _, page_of_bob = opened(members, "bob")
    ada, page = opened(members)
    own = [
        each.id
        for each in members.site.run(
            members.site.engine.state.sessions.of_local_user(members.known().id, members.site.engine.now())
        )
    ]
    for id_ in (*ids(page_of_bob), *own, "unknown"):
        page = end(ada, page, id_)
    assert returned(bob.authorize())["code"]
    assert title_of(ada.browser.get(PAGE)) == "Your profile"


def sign_in_at(visitor: Visitor, adapter: str, name: str) -> None:
    """Sign in at one of two adapters, even with a session."""
    page = visitor.authorize(pfidpadapterid=adapter, prompt="login")
    assert returned(visitor.sign_in(page, name, PASSWORD))["code"]


def sessions_of(members: Community, name: str) -> int:
    found = members.site.engine.state.sessions.of_local_user(members.known(name).id, members.site.engine.now())
    return len(members.site.run(found))


def test_another_user_who_signs_in_with_the_same_browser_at_another_adapter_ends_the_session(
    members: Community,
) -> None:
    members.site.add(ADAPTERS, registering_adapter(1))
    members.site.add(ADAPTER_GRANT_MAPPINGS, adapter_granted("adapter-1"))
    visitor = members.visitor()
    sign_in_at(visitor, "adapter-0", "ada")
    sign_in_at(visitor, "adapter-1", "bob")
    # Otherwise disabling Ada would not end the session with which this browser acts as Ada.
    assert (sessions_of(members, "ada"), sessions_of(members, "bob")) == (0, 1)
    assert title_of(visitor.authorize(pfidpadapterid="adapter-0")) == "Sign in"
    assert returned(visitor.authorize(pfidpadapterid="adapter-1"))["code"]


def test_the_same_user_at_another_adapter_keeps_the_session(members: Community) -> None:
    members.site.add(ADAPTERS, registering_adapter(1))
    members.site.add(ADAPTER_GRANT_MAPPINGS, adapter_granted("adapter-1"))
    visitor = members.visitor()
    sign_in_at(visitor, "adapter-0", "ada")
    sign_in_at(visitor, "adapter-1", "ada")
    assert sessions_of(members, "ada") == 1
    assert returned(visitor.authorize(pfidpadapterid="adapter-0"))["code"]
    assert returned(visitor.authorize(pfidpadapterid="adapter-1"))["code"]


def test_a_session_has_only_the_last_one_of_several_local_users(members: Community) -> None:
    members.site.add(ADAPTERS, registering_adapter(1))
    form = from_source("ADAPTER", "username", "adapter-1")
    inner = source("adapter-1", done("Fail"), contract("apc-0", subject=form, mail=text("none")))
    members.site.add_policy(policy("Both", source("adapter-0", done("Fail"), on("Success", inner))))
    visitor = members.visitor()
    second = visitor.sign_in(visitor.authorize(), "ada", PASSWORD)
    assert returned(visitor.sign_in(second, "bob", PASSWORD))["code"]
    assert (sessions_of(members, "ada"), sessions_of(members, "bob")) == (0, 1)
    # Nothing of Ada is kept, because only Bob's end would end it; Bob's part is.
    again = visitor.authorize()
    assert title_of(again) == "Sign in"
    assert returned(visitor.sign_in(again, "ada", PASSWORD))["code"]


def test_without_sso_sessions_those_of_the_pages_are_listed(members: Community) -> None:
    members.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": False})
    phone, _ = opened(members)
    ada, page = opened(members)
    assert ["this device" in each for each in rows(page)] == [True, False]
    ada.send(page, "pf.endOthers")
    assert title_of(phone.browser.get(PAGE)) == "Sign in"


def test_the_page_needs_an_authentication_of_the_last_minutes(members: Community) -> None:
    ada = signed_in_with(members, WINDOWS)
    assert title_of(ada.browser.get(PAGE)) == "Your profile"
    members.site.engine.clock.advance(minutes=4)
    assert title_of(ada.browser.get(PAGE)) == "Your profile"
    members.site.engine.clock.advance(minutes=2)
    login = ada.browser.get(PAGE)
    assert title_of(login) == "Sign in"
    assert title_of(ada.sign_in(login, "ada", PASSWORD)) == "Your profile"


def test_forms_of_a_page_that_was_left_open_are_not_accepted(members: Community) -> None:
    phone = signed_in_with(members, IPHONE)
    ada, page = opened(members)
    members.site.engine.clock.advance(minutes=14)
    page = ada.send(page, "pf.save", **DATA)
    assert "Your changes have been saved." in page.text
    members.site.engine.clock.advance(minutes=1)
    answer = ada.press(page, "pf.endOthers")
    assert answer.headers["location"] == PAGE
    assert title_of(ada.browser.get(PAGE)) == "Sign in"
    assert returned(phone.authorize())["code"]
