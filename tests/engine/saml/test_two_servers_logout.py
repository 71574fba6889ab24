"""Single logout across two servers: the hub, whose users sign in at the identity provider, and service providers."""

from urllib.parse import urlsplit

import httpx
import pytest

from hanse.saml.bindings import RELAY_STATE, SAML_REQUEST, SAML_RESPONSE
from tests.engine.saml.test_two_servers import HOST, PARTNER, Servers, at_partner, servers
from tests.engine.server import BASE_URL
from tests.engine.signin.site import Visitor, continues_at, form_of
from tests.engine.signin.test_sessions import enable

__all__ = ["servers"]

PROFILES = ["SP_INITIATED_SSO", "SP_INITIATED_SLO", "IDP_INITIATED_SLO"]
FROM_USER = {"Sec-Fetch-Site": "none"}


class Browsers:
    """One user's browser at both servers; messages are taken from one to the other."""

    def __init__(self, servers: Servers) -> None:
        self.by_origin = {BASE_URL: servers.hub.browser(), PARTNER: Visitor(servers.partner.engine.browser(HOST))}

    @property
    def hub(self) -> Visitor:
        return self.by_origin[BASE_URL]

    @property
    def partner(self) -> Visitor:
        return self.by_origin[PARTNER]

    def follow(self, answer: httpx.Response) -> tuple[httpx.Response, list[str]]:
        """Follow redirects and forms between the servers to the end; return the last page and the visited paths."""
        visited: list[str] = []
        while True:
            fields: dict[str, str] = {}
            if "location" in answer.headers:
                address = answer.headers["location"]
            elif 'id="continue"' in answer.text:
                address = continues_at(answer)
            elif "SAMLRe" in answer.text:
                address, hidden = form_of(answer)
                fields = {name: hidden[name] for name in (SAML_REQUEST, SAML_RESPONSE, RELAY_STATE) if name in hidden}
            else:
                return answer, visited
            parts = urlsplit(address)
            user = self.by_origin[f"{parts.scheme}://{parts.netloc}"]
            path = f"{parts.path}?{parts.query}" if parts.query else parts.path
            visited.append(parts.path)
            answer = user.browser.post(path, fields) if fields else user.browser.get(path)


@pytest.fixture(params=["REDIRECT", "POST"])
def browsers(servers: Servers, request: pytest.FixtureRequest) -> Browsers:
    """A user who has signed in at the hub through the identity provider."""
    for site in (servers.hub, servers.partner):
        enable(site)
    logout = {"enabledProfiles": PROFILES, "incomingBindings": ["POST", "REDIRECT"]}

    def services(address: str) -> list[dict[str, str]]:
        return [{"binding": request.param, "url": address}]

    servers.connect(
        "REDIRECT",
        {**logout, "sloServiceEndpoints": services(f"{PARTNER}/idp/SLO.saml2")},
        {**logout, "sloServiceEndpoints": services(f"{BASE_URL}/sp/SLO.saml2")},
    )
    both = Browsers(servers)
    page = both.partner.sign_in(at_partner(servers, both.partner, both.hub.authorize()))
    action, hidden = form_of(page)
    form = {name: hidden[name] for name in (SAML_RESPONSE, RELAY_STATE)}
    back = both.hub.browser.post(urlsplit(action).path, form)
    assert "code=" in both.hub.follow(both.hub.browser.get(continues_at(back))).headers["location"]
    return both


def needs_password(browsers: Browsers, servers: Servers) -> bool:
    """Return whether a sign-in at the hub leads to the form of the identity provider."""
    away = browsers.hub.authorize()
    return PARTNER in away.headers["location"] and "pf.pass" in at_partner(servers, browsers.partner, away).text


def test_a_logout_at_the_hub_reaches_the_identity_provider(servers: Servers, browsers: Browsers) -> None:
    assert not needs_password(browsers, servers)
    page, visited = browsers.follow(browsers.hub.browser.get("/sp/startSLO.ping", **FROM_USER))
    assert visited == ["/idp/SLO.saml2", "/sp/SLO.saml2"]
    assert "You have signed out" in page.text
    assert needs_password(browsers, servers)


def test_a_logout_at_the_identity_provider_reaches_the_hub(servers: Servers, browsers: Browsers) -> None:
    page, visited = browsers.follow(browsers.partner.browser.get("/idp/startSLO.ping", **FROM_USER))
    assert visited == ["/sp/SLO.saml2", "/idp/SLO.saml2"]
    assert "You have signed out" in page.text
    assert needs_password(browsers, servers)
