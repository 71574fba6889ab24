"""Sign-out: requests of partners, and the partners that sign the user out when a session ends elsewhere."""

from html import unescape
from urllib.parse import urlencode

import httpx
import pytest

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from tests.engine.signin.site import Visitor, form_of
from tests.engine.wsfed.relying_party import ENDPOINT, REALM, SERVICE, RelyingParty, posted

CLEANUP = "wa=wsignoutcleanup1.0"
BACK = "https://rp.example.com/signed-out"
EVIL = "https://evil.example/"
PORTAL = "https://portal.example.com/"
FROM_PARTNER = {"Sec-Fetch-Site": "cross-site", "Referer": "https://rp.example.com/"}
FROM_ELSEWHERE = {"Sec-Fetch-Site": "cross-site", "Referer": EVIL}


@pytest.fixture
def signed_in(party: RelyingParty, joe: Visitor) -> RelyingParty:
    """The partner of a user with a session."""
    party.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    party.sign_in(joe)
    return party


def sign_out(joe: Visitor, headers: dict[str, str] | None = None, **parameters: str) -> httpx.Response:
    """Send a sign-out request of the partner, which its page started."""
    query = urlencode({"wa": "wsignout1.0", **parameters})
    return joe.browser.get(f"{ENDPOINT}?{query}", **(headers or FROM_PARTNER))


def frames_of(page: httpx.Response) -> list[str]:
    """Return the addresses that a page loads in frames."""
    return [unescape(each.partition('"')[0]) for each in page.text.split('<iframe src="')[1:]]


def has_session(party: RelyingParty, joe: Visitor) -> bool:
    return "wresult" in joe.browser.get(party.address()).text


def continues_to(page: httpx.Response) -> str:
    """Return the page as text without escapes, which contains the next address."""
    return unescape(page.text)


class TestRequests:
    @pytest.mark.parametrize("action", ["wsignout1.0", "wsignoutcleanup1.0"])
    def test_a_partner_signs_the_user_out(self, signed_in: RelyingParty, joe: Visitor, action: str) -> None:
        page = sign_out(joe, wa=action, wtrealm=REALM, wreply=BACK)
        assert page.status_code == 200
        assert frames_of(page) == [f"{SERVICE}?{CLEANUP}"]
        assert BACK in continues_to(page)
        assert "frame-src https://rp.example.com;" in page.headers["content-security-policy"]
        assert not has_session(signed_in, joe)

    def test_every_partner_of_the_session_signs_the_user_out(self, signed_in: RelyingParty, joe: Visitor) -> None:
        other = RelyingParty(signed_in.site, signed_in.adapter, number=1)
        other.connect()
        posted(joe.browser.get(other.address()), other.service)
        found = frames_of(sign_out(joe, wtrealm=REALM))
        assert sorted(found) == sorted([f"{SERVICE}?{CLEANUP}", f"{other.service}?{CLEANUP}"])

    def test_a_removed_connection_is_not_loaded(self, signed_in: RelyingParty, joe: Visitor) -> None:
        signed_in.connect(active=False)
        page = sign_out(joe, {"Sec-Fetch-Site": "none"})
        assert page.status_code == 200
        assert not frames_of(page)

    def test_other_sites_cannot_sign_the_user_out(self, signed_in: RelyingParty, joe: Visitor) -> None:
        page = sign_out(joe, FROM_ELSEWHERE, wtrealm=REALM, wreply=BACK)
        action, hidden = form_of(page)
        assert has_session(signed_in, joe)
        assert action.endswith(ENDPOINT)
        assert (hidden["wa"], hidden["wreply"]) == ("wsignout1.0", BACK)
        # The token of the form is bound to the address that the user has seen.
        changed = {**hidden, "wreply": "https://rp.example.com/other", "pf.logout": "yes"}
        assert "<form" in joe.browser.post(action, changed).text
        assert has_session(signed_in, joe)
        done = joe.browser.post(action, {**hidden, "pf.logout": "yes"})
        assert BACK in continues_to(done)
        assert not has_session(signed_in, joe)

    def test_a_user_without_a_session_is_redirected(self, party: RelyingParty) -> None:
        stranger = party.site.browser()
        assert sign_out(stranger, wtrealm=REALM, wreply=BACK).headers["location"] == BACK


class TestReplyAddresses:
    @pytest.mark.parametrize(
        "reply",
        [
            EVIL,
            "http://rp.example.com/signed-out",
            "https://rp.example.com:444/signed-out",
            "https://rp.example.com.evil.example/",
            "https://rp.example.com@evil.example/",
            "//evil.example/",
            "javascript:alert(1)",
        ],
    )
    def test_an_address_elsewhere_is_not_followed(self, signed_in: RelyingParty, joe: Visitor, reply: str) -> None:
        page = sign_out(joe, wtrealm=REALM, wreply=reply)
        assert page.status_code == 200
        assert reply not in continues_to(page)
        assert not has_session(signed_in, joe)

    def test_an_additional_address_is_followed(self, signed_in: RelyingParty, joe: Visitor) -> None:
        signed_in.connect(sso={"urlWhitelistEntries": [{"validDomain": "portal.example.com"}]})
        assert PORTAL in continues_to(sign_out(joe, wtrealm=REALM, wreply=PORTAL))

    def test_without_a_realm_the_addresses_of_the_session_are_allowed(
        self, signed_in: RelyingParty, joe: Visitor
    ) -> None:
        assert signed_in.number == 0
        assert BACK in continues_to(sign_out(joe, wreply=BACK))
        # There is no session any more, and so no partner whose address it could be.
        assert "location" not in sign_out(joe, wreply=BACK).headers

    def test_an_unknown_realm_allows_no_address(self, signed_in: RelyingParty, joe: Visitor) -> None:
        assert signed_in.number == 0
        assert BACK not in continues_to(sign_out(joe, wtrealm="urn:unknown", wreply=BACK))

    def test_the_settings_can_allow_every_address(self, signed_in: RelyingParty, joe: Visitor) -> None:
        partner = {"enableWreplyValidationSLO": False}
        signed_in.site.engine.save(REDIRECT_VALIDATION, {"redirectValidationPartnerSettings": partner})
        assert PORTAL in continues_to(sign_out(joe, wtrealm=REALM, wreply=PORTAL))
        assert "javascript" not in sign_out(joe, wtrealm=REALM, wreply="javascript:alert(1)").headers.get(
            "location", ""
        )


class TestLogoutElsewhere:
    def test_a_logout_that_begins_at_the_server_reaches_the_partner(
        self, signed_in: RelyingParty, joe: Visitor
    ) -> None:
        page = joe.browser.get("/idp/startSLO.ping", **{"Sec-Fetch-Site": "none"})
        assert frames_of(page) == [f"{SERVICE}?{CLEANUP}"]
        assert not has_session(signed_in, joe)
