"""The common domain cookie, written by an identity provider and read by a service provider (SAML profiles, 4.3)."""

from base64 import b64decode, b64encode
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

import httpx
import pytest

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.idp_discovery import IDP_DISCOVERY
from hanse.saml.bindings import SAML_RESPONSE
from tests.engine.saml.partner_site import PartnerSite
from tests.engine.saml.test_provider_choice import TARGET, add_partners, choices, enable
from tests.engine.saml.test_two_servers import HOST, PARTNER, PARTNER_ID, Servers, at_partner, servers
from tests.engine.server import BASE_URL, Browser, EngineServer
from tests.engine.signin.site import SignInSite, Visitor, continues_at, form_of

__all__ = ["servers"]  # A fixture.
DOMAIN, COOKIE = "federation.example", "_saml_idp"
AT_IDP, AT_SP = f"idp.{DOMAIN}", f"sp.{DOMAIN}"
ALPHA = "https://alpha.example.com"


def discover(engine: EngineServer, host: str, **changes: Any) -> None:
    engine.set_hosts(host)
    engine.save(IDP_DISCOVERY, {"commonDomain": DOMAIN, "host": host, **changes})


def opened(browser: Browser, address: str) -> httpx.Response:
    """Open an address of the browser's server, at any of its hosts."""
    parts = urlsplit(address)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    answer = browser.engine.request("GET", path, host=parts.netloc, cookies=browser.cookies)
    return browser.keep(answer)


def cookie_of(answer: httpx.Response) -> Any:
    """Return the common domain cookie that an answer sets, or None."""
    lines = [each for each in answer.headers.get_list("set-cookie") if each.startswith(f"{COOKIE}=")]
    assert len(lines) <= 1
    return SimpleCookie(lines[0])[COOKIE] if lines else None


def listed(value: str) -> list[str]:
    return [b64decode(each).decode() for each in unquote(value).split(" ")]


def value_of(*entity_ids: str) -> str:
    return quote(" ".join(b64encode(each.encode()).decode() for each in entity_ids), safe="")


# As identity provider.


def signed_in(servers: Servers, host: str = HOST) -> tuple[Visitor, httpx.Response]:
    """Sign a user in at the partner, and return the page after the form."""
    servers.connect("REDIRECT", {}, {})
    there = Visitor(servers.partner.engine.browser(host))
    there.browser.cookies[COOKIE] = f"{value_of('https://first.example')}%20%25%25"
    return there, there.sign_in(at_partner(servers, there, servers.hub.browser().authorize()))


def test_a_sign_in_writes_the_cookie_at_the_host_of_the_common_domain(servers: Servers) -> None:
    discover(servers.partner.engine, AT_IDP, writeCookie=True, cookieLifetimeDays=30)
    there, page = signed_in(servers)
    away = continues_at(page)
    assert away.startswith(f"https://{AT_IDP}/idp/discovery?visit=")
    back = opened(there.browser, away)
    cookie = cookie_of(back)
    assert listed(cookie.value) == ["https://first.example", PARTNER_ID]
    assert (cookie["domain"], cookie["path"], cookie["max-age"]) == (f".{DOMAIN}", "/", str(30 * 24 * 3600))
    assert cookie["secure"]
    assert cookie["httponly"]
    assert back.headers["location"].startswith(f"{PARTNER}/as/")
    response = opened(there.browser, back.headers["location"])
    _action, hidden = form_of(response)
    assert SAML_RESPONSE in hidden
    assert cookie_of(response) is None


def test_a_host_in_the_common_domain_writes_the_cookie_with_its_answer(servers: Servers) -> None:
    settings = {"commonDomain": "partner.example", "host": HOST, "writeCookie": True}
    servers.partner.engine.save(IDP_DISCOVERY, settings)
    _there, page = signed_in(servers)
    assert SAML_RESPONSE in form_of(page)[1]
    cookie = cookie_of(page)
    assert listed(cookie.value) == ["https://first.example", PARTNER_ID]
    assert (cookie["domain"], cookie["max-age"]) == (".partner.example", "")


def test_a_session_does_not_write_the_cookie_again(servers: Servers) -> None:
    discover(servers.partner.engine, AT_IDP, writeCookie=True)
    servers.partner.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    there, page = signed_in(servers)
    form_of(opened(there.browser, opened(there.browser, continues_at(page)).headers["location"]))
    again = at_partner(servers, there, servers.hub.browser().authorize())
    assert SAML_RESPONSE in form_of(again)[1]


def test_the_cookie_is_not_written_unless_it_is_enabled(servers: Servers) -> None:
    discover(servers.partner.engine, AT_IDP, readCookie=True)
    _there, page = signed_in(servers)
    assert SAML_RESPONSE in form_of(page)[1]
    assert cookie_of(page) is None


def test_a_host_that_was_removed_does_not_stop_sign_ins(servers: Servers) -> None:
    discover(servers.partner.engine, AT_IDP, writeCookie=True)
    servers.partner.engine.set_hosts("other.example")
    _there, page = signed_in(servers)
    assert SAML_RESPONSE in form_of(page)[1]


def test_nobody_else_has_the_cookie_written(servers: Servers) -> None:
    engine = servers.partner.engine
    discover(engine, AT_IDP, writeCookie=True)
    there, page = signed_in(servers)
    address = continues_at(page)
    path = address.partition(AT_IDP)[2]
    for host, wanted in ((AT_IDP, "/idp/discovery"), (AT_IDP, f"{path[:-8]}AAAAAAAA"), (HOST, path)):
        refused = engine.get(wanted, host=host)
        assert (refused.status_code, cookie_of(refused)) == (400, None)
    engine.clock.advance(seconds=301)
    assert opened(there.browser, address).status_code == 400


# As service provider.


@pytest.fixture
def hub(site: SignInSite) -> PartnerSite:
    made = PartnerSite.opened(site)
    add_partners(made, "Alpha", "Beta")
    return made


def with_cookie(user: Visitor, *entity_ids: str) -> None:
    user.browser.cookies[COOKIE] = value_of(*entity_ids)


def test_the_last_provider_of_the_cookie_that_the_application_accepts_is_used(hub: PartnerSite) -> None:
    discover(hub.site.engine, AT_SP, readCookie=True)
    user = hub.site.browser()
    with_cookie(user, "https://beta.example.com", ALPHA, "https://stranger.example")
    away = hub.start(user, TargetResource=TARGET, ForceAuthn="true")
    assert away.headers["location"].startswith(f"https://{AT_SP}:9031/sp/discovery?visit=")
    back = opened(user.browser, away.headers["location"]).headers["location"]
    assert back.startswith(f"{BASE_URL}/sp/startSSO.ping?")
    query = parse_qs(urlsplit(back).query)
    assert query == {"TargetResource": [TARGET], "ForceAuthn": ["true"], "PartnerIdpId": [ALPHA]}
    assert opened(user.browser, back).headers["location"].startswith("https://idp.partner.example/sso?SAMLRequest=")


def test_a_host_in_the_common_domain_reads_the_cookie_itself(hub: PartnerSite) -> None:
    discover(hub.site.engine, AT_SP, readCookie=True)
    user = Visitor(hub.site.engine.browser(AT_SP))
    with_cookie(user, ALPHA)
    assert hub.away(user).message is not None


@pytest.mark.parametrize("known", [(), ("https://stranger.example",)])
def test_users_choose_if_the_cookie_names_no_provider(hub: PartnerSite, known: tuple[str, ...]) -> None:
    enable(hub)
    discover(hub.site.engine, AT_SP, readCookie=True)
    user = hub.site.browser()
    with_cookie(user, *known)
    back = opened(user.browser, hub.start(user, TargetResource=TARGET).headers["location"])
    assert "Alpha" in choices(opened(user.browser, back.headers["location"]))
    # Applications can have users choose anew.
    with_cookie(user, ALPHA)
    assert "Alpha" in choices(hub.start(user, IgnoreCommonDomain="true"))


def test_the_cookie_is_not_read_unless_it_is_enabled(hub: PartnerSite) -> None:
    discover(hub.site.engine, AT_SP, writeCookie=True)
    user = hub.site.browser()
    with_cookie(user, ALPHA)
    assert hub.start(user).status_code == 404
    enable(hub)
    assert "Alpha" in choices(hub.start(user))


def test_a_named_partner_needs_no_cookie(hub: PartnerSite) -> None:
    discover(hub.site.engine, AT_SP, readCookie=True)
    user = hub.site.browser()
    with_cookie(user, "https://beta.example.com")
    assert hub.away(user, PartnerIdpId=ALPHA).message is not None


def test_the_address_that_reads_accepts_only_what_this_server_has_sealed(hub: PartnerSite) -> None:
    engine = hub.site.engine
    discover(engine, AT_SP, readCookie=True)
    path = hub.start(hub.site.browser()).headers["location"].partition(":9031")[2]
    for host, wanted in (
        (AT_SP, "/sp/discovery"),
        (AT_SP, f"{path[:-8]}AAAAAAAA"),
        (AT_SP, path.replace("/sp/", "/idp/")),
        ("sso.example.com:9031", path),
    ):
        assert engine.get(wanted, host=host).status_code == 400
    engine.clock.advance(seconds=301)
    assert engine.get(path, host=AT_SP).status_code == 400


def test_a_request_too_long_for_an_address_is_answered_without_the_cookie(hub: PartnerSite) -> None:
    enable(hub)
    discover(hub.site.engine, AT_SP, readCookie=True)
    form = {"TargetResource": TARGET, "RequestedAuthnCtx": "x" * 8_000}
    assert "Alpha" in choices(hub.site.browser().browser.post("/sp/startSSO.ping", form))
