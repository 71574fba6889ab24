"""Users choose their identity provider if an application's link names none."""

import re
from html import unescape
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from hanse.engine.handover import provider_choice
from hanse.engine.handover.provider_choice import LAST_CHOICE
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.engine.saml.identity_provider import PARTNER, received
from tests.engine.saml.partner_site import PartnerSite, mapped_connection
from tests.engine.signin.site import SignInSite, Visitor

TARGET: Final = "https://app.example.com/orders?a=1&b=<2>"
_LINK: Final = re.compile(r'<a class="choice" href="([^"]*)">([^<]*)')


@pytest.fixture
def server(site: SignInSite) -> PartnerSite:
    return PartnerSite.opened(site)


def enable(server: PartnerSite, *, enabled: bool = True) -> None:
    engine = server.site.engine
    with engine.core.configuration.reading() as view:
        settings = view.singleton(SERVER_SETTINGS).model_dump(by_alias=True, mode="json", exclude_none=True)
    roles = settings.get("rolesAndProtocols") or {}
    engine.save(SERVER_SETTINGS, {**settings, "rolesAndProtocols": {**roles, "enableIdpDiscovery": enabled}})


def add_partners(server: PartnerSite, *names: str, **changes: Any) -> None:
    for name in names:
        entity = {"id": name.lower(), "name": name, "entityId": f"https://{name.lower()}.example.com"}
        server.site.add(IDP_CONNECTIONS, {**mapped_connection(), **entity, **changes})


def choices(page: httpx.Response) -> dict[str, str]:
    """Return the addresses of the choices, by their names."""
    assert page.status_code == 200, page.text
    return {name.strip(): unescape(address) for address, name in _LINK.findall(page.text)}


def choose(user: Visitor, page: httpx.Response, name: str) -> httpx.Response:
    return user.browser.get(choices(page)[name])


def test_a_choice_leads_to_the_partner_and_keeps_the_parameters(server: PartnerSite) -> None:
    enable(server)
    add_partners(server, "Alpha", "Beta")
    user = server.site.browser()
    page = server.start(user, TargetResource=TARGET, ForceAuthn="true")
    found = choices(page)
    assert list(found)[:2] == ["Alpha", "Beta"]
    assert len(found) == 3
    query = parse_qs(urlsplit(found["Alpha"]).query)
    assert query["TargetResource"] == [TARGET]
    assert query["ForceAuthn"] == ["true"]
    assert query["PartnerIdpId"] == ["https://alpha.example.com"]
    request = received(choose(user, page, "Alpha"))
    assert request.message.force_authn


def test_the_last_choice_is_remembered_and_comes_first(server: PartnerSite) -> None:
    enable(server)
    add_partners(server, "Alpha", "Beta")
    user = server.site.browser()
    answer = choose(user, server.start(user), "Beta")
    assert f"{LAST_CHOICE.name}=beta" in answer.headers["set-cookie"]
    page = server.start(user)
    assert next(iter(choices(page))) == "Beta"
    assert "(last used)" in page.text
    # Links of applications do not choose for the user.
    other = server.site.browser()
    assert LAST_CHOICE.name not in server.start(other, PartnerIdpId=PARTNER).headers.get("set-cookie", "")


@pytest.mark.parametrize("value", ["../x", "x" * 129, "unknown", "%3Cscript%3E", "<b>"])
def test_an_invalid_cookie_is_ignored(server: PartnerSite, value: str) -> None:
    enable(server)
    add_partners(server, "Alpha", "Beta")
    page = server.site.engine.get("/sp/startSSO.ping", cookie=f"__Host-{LAST_CHOICE.name}={value}")
    assert list(choices(page))[:2] == ["Alpha", "Beta"]
    assert "(last used)" not in page.text
    assert value not in page.text


def test_a_long_list_can_be_searched(server: PartnerSite, monkeypatch: pytest.MonkeyPatch) -> None:
    # The license allows ten connections.
    monkeypatch.setattr(provider_choice, "_MOST", 5)
    enable(server)
    add_partners(server, "Alpha", "Beta")
    user = server.site.browser()
    assert 'type="search"' not in server.start(user).text
    add_partners(server, *(f"Partner-{number:02}" for number in range(6)))
    page = server.start(user, TargetResource=TARGET)
    assert 'type="search"' in page.text
    assert len(choices(page)) == 5
    assert "4 more organizations" in page.text
    found = server.start(user, TargetResource=TARGET, IdpSearch="pHa")
    assert list(choices(found)) == ["Alpha"]
    assert "IdpSearch" not in choices(found)["Alpha"]
    nothing = server.start(user, IdpSearch="<script>")
    assert choices(nothing) == {}
    assert "No organization matches" in nothing.text
    assert "<script>" not in nothing.text


def test_only_partners_that_can_be_used_are_offered(server: PartnerSite) -> None:
    enable(server)
    add_partners(server, "Alpha")
    add_partners(server, "Inactive", active=False)
    add_partners(
        server, "Unsolicited", idpBrowserSso=mapped_connection(enabledProfiles=["IDP_INITIATED_SSO"])["idpBrowserSso"]
    )
    add_partners(server, "Unmapped", idpBrowserSso=mapped_connection(adapterMappings=[])["idpBrowserSso"])
    assert {"Alpha"} < set(choices(server.start(server.site.browser())))
    assert len(choices(server.start(server.site.browser()))) == 2


def test_the_page_is_shown_only_if_discovery_is_enabled(server: PartnerSite) -> None:
    add_partners(server, "Alpha")
    assert server.start(server.site.browser()).status_code == 404
    enable(server)
    assert "Alpha" in server.start(server.site.browser()).text
    enable(server, enabled=False)
    assert server.start(server.site.browser()).status_code == 404


def test_there_is_no_page_with_one_partner_or_without_interaction(server: PartnerSite) -> None:
    enable(server)
    received(server.start(server.site.browser()))
    add_partners(server, "Alpha")
    assert server.start(server.site.browser(), IsPassive="true").status_code == 404


def test_a_target_that_is_not_allowed_is_refused_before_the_page(server: PartnerSite) -> None:
    enable(server)
    add_partners(server, "Alpha")
    answer = server.start(server.site.browser(), TargetResource="https://evil.example/")
    assert answer.status_code == 400
    assert "Alpha" not in answer.text


def test_an_unknown_partner_is_refused_although_others_are_offered(server: PartnerSite) -> None:
    enable(server)
    add_partners(server, "Alpha")
    answer = server.start(server.site.browser(), PartnerIdpId="https://evil.example/")
    assert answer.status_code == 404
    assert "Alpha" not in answer.text


@pytest.mark.parametrize(("language", "title"), [("de", "Wählen Sie Ihre"), ("es", "Elija su organización")])
def test_the_page_has_the_language_of_the_browser(server: PartnerSite, language: str, title: str) -> None:
    enable(server)
    add_partners(server, "Alpha")
    answer = server.site.engine.get("/sp/startSSO.ping", **{"accept-language": language})
    assert title in answer.text
