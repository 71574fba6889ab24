"""Logout notifications to clients: by requests of the server (back channel) and by a page in the browser (front
channel)."""

import json
from dataclasses import replace
from typing import Any

import jwt as pyjwt
import pytest
import structlog
from joserfc import jwe
from joserfc.jwk import ECKey, KeySet

from hanse.engine.background_jobs import Sweeper
from hanse.engine.oidc.logout.back_channel import EVENT
from hanse.engine.oidc.logout.logout_posts import PAUSES
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from tests.engine.oidc.logout_receiver import receiver
from tests.engine.oidc.logout_site import AFTER, Site, header, loaded, location
from tests.engine.oidc.provider import Provider
from tests.engine.server import BASE_URL
from tests.support.clients import client
from tests.support.configurations import create, delete
from tests.support.configurations import replace as change
from tests.support.key_pairs import ec_key

URL = "https://told.example.com/back"
EC_KEY = ECKey.import_key(ec_key(1), {"kid": "ec"})


def logout_settings(**more: Any) -> dict[str, Any]:
    return {"logoutMode": "OIDC_BACK_CHANNEL", "backChannelLogoutUri": URL, **more}


@pytest.fixture
def site(provider: Provider) -> Site:
    made = Site.of(provider)
    made.prepare()
    return made


def sign_out(site: Site, **clients: str) -> Any:
    cookie = site.sign_in(web="joe", **clients)
    return site.send(cookie=cookie, id_token_hint=site.provider.issue(), post_logout_redirect_uri=AFTER)


def sent(site: Site) -> list[tuple[str, str]]:
    return [(url, form["logout_token"]) for url, form in site.provider.outgoing.posted]


def test_a_logout_token_names_the_ended_session(site: Site) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings())
    answer = sign_out(site, told="joe-at-told")
    assert location(answer) == AFTER
    ((url, token),) = sent(site)
    assert (url, list(site.provider.outgoing.posted[0][1])) == (URL, ["logout_token"])
    assert pyjwt.get_unverified_header(token)["typ"] == "logout+jwt"
    claims = site.provider.claims_of(token)
    now = int(site.provider.server.clock.now().timestamp())
    assert claims.pop("jti")
    # Back-Channel Logout 1.0, section 2.4; a nonce is forbidden.
    assert claims == {
        "iss": BASE_URL,
        "aud": "told",
        "iat": now,
        "exp": now + 120,
        "events": {EVENT: {}},
        "sid": "session-1",
        "sub": "joe-at-told",
    }
    assert site.provider.hints.check(site.provider.request(), token) is None


def test_a_logout_token_is_posted_as_a_form(provider: Provider) -> None:
    with receiver() as notified_server:
        site = Site.of(provider, provider.server.services)
        site.prepare()
        provider.save_client("told", oidcPolicy=logout_settings(backChannelLogoutUri=notified_server.url))
        notified_server.statuses += [503, 204]
        sign_out(site, told="joe")
        assert notified_server.types == ["application/x-www-form-urlencoded"] * 2
        (first,), (second,) = (form["logout_token"] for form in notified_server.forms)
        # Each attempt has a new token, as the previous one may have expired.
        assert first != second
        assert provider.claims_of(first)["sub"] == provider.claims_of(second)["sub"] == "joe"
        assert site.pauses == [PAUSES[0]]


def test_private_addresses_are_not_called_unless_allowed(provider: Provider) -> None:
    from hanse.engine.outgoing_requests import GuardedRequests  # noqa: PLC0415 - the class under test.

    with receiver() as notified_server:
        services = replace(provider.server.services, outgoing=GuardedRequests())
        site = Site.of(provider, services)
        site.prepare()
        provider.save_client("told", oidcPolicy=logout_settings(backChannelLogoutUri=notified_server.url))
        sign_out(site, told="joe")
        assert notified_server.forms == []


@pytest.mark.parametrize(
    ("statuses", "attempts"),
    [
        ([200], 1),
        ([204], 1),
        ([400], 1),
        ([404], 1),
        ([429, 200], 2),
        ([500, 200], 2),
        ([0, 0, 200], 3),
        ([0, 503, 500, 0, 0, 0], 6),
    ],
)
def test_failed_attempts_are_repeated_while_they_can_succeed(site: Site, statuses: list[int], attempts: int) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings())
    site.provider.outgoing.statuses += statuses
    sign_out(site, told="joe")
    assert len(sent(site)) == attempts
    assert site.pauses == list(PAUSES[: attempts - 1])


def test_results_are_logged_without_the_token(site: Site) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings())
    site.provider.outgoing.statuses += [0] * 6
    cookie = site.sign_in(web="joe", told="joe")

    async def end() -> None:
        await site.sign_out.end(site.provider.request(), "session-1")
        await site.send_notices()

    with structlog.testing.capture_logs() as logged:
        site.provider.run(end())
    # Levels below warning are ignored, as they may be switched off.
    assert [each["event"] for each in logged if each["log_level"] in ("warning", "error")] == [
        *["back-channel logout not answered"] * 6,
        "back-channel logout failed",
    ]
    assert "eyJ" not in json.dumps(logged)
    assert not site.is_signed_in(cookie)


def test_a_client_with_unsigned_id_tokens_gets_signed_logout_tokens(site: Site) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings(idTokenSigningAlgorithm="NONE"))
    sign_out(site, told="joe")
    assert site.provider.claims_of(sent(site)[0][1])["sub"] == "joe"


def test_logout_tokens_are_signed_and_encrypted_like_id_tokens(site: Site) -> None:
    chosen = {
        "idTokenSigningAlgorithm": "ES512",
        "idTokenEncryptionAlgorithm": "ECDH_ES",
        "idTokenContentEncryptionAlgorithm": "AES_256_GCM",
    }
    jwks = json.dumps({"keys": [EC_KEY.as_dict(private=False)]})
    site.provider.save_client("told", jwksSettings={"jwks": jwks}, oidcPolicy=logout_settings(**chosen))
    sign_out(site, told="joe")
    opened = jwe.decrypt_compact(sent(site)[0][1], KeySet([EC_KEY]), algorithms=["ECDH-ES", "A256GCM"])
    assert site.provider.claims_of((opened.plaintext or b"").decode(), "ES512")["sub"] == "joe"


def test_a_session_ends_once(site: Site) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings())
    cookie = site.sign_in(web="joe", told="joe")
    hint = site.provider.issue()
    for _ in range(2):
        site.send(cookie=cookie, id_token_hint=hint)
    assert len(sent(site)) == 1


def test_clients_are_notified_of_a_session_that_expires(site: Site) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings())
    site.sign_in(web="joe", told="joe-at-told")
    sweeper = Sweeper(site.services)
    site.provider.server.clock.advance(seconds=3599)
    site.provider.run(sweeper.sweep())
    site.provider.run(site.send_notices())
    assert sent(site) == []
    site.provider.server.clock.advance(seconds=1)
    for _ in range(2):
        site.provider.run(sweeper.sweep())
        site.provider.run(site.send_notices())
    ((_, token),) = sent(site)
    assert site.provider.claims_of(token)["sub"] == "joe-at-told"


def test_clients_are_notified_when_all_sessions_of_a_user_end(site: Site) -> None:
    """For example after a password change."""
    site.provider.save_client("told", oidcPolicy=logout_settings())
    for number in range(60):
        site.sign_in(f"session-{number}", told="joe")
    ended = site.sign_out.sessions.end_all(site.provider.request().snapshot, "joe")
    assert site.provider.run(ended) == 60
    site.provider.run(site.send_notices())
    assert {site.provider.claims_of(token)["sid"] for _, token in sent(site)} == {f"session-{n}" for n in range(60)}


def test_a_client_with_a_changed_address_is_notified_at_the_new_one(site: Site) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings())
    site.sign_in(told="joe")
    site.provider.run(site.sign_out.end(site.provider.request(), "session-1"))
    configuration, moved = site.provider.server.core.configuration, "https://moved.example.com/back"
    change(configuration, OAUTH_CLIENTS, "told", client("told", oidcPolicy=logout_settings(backChannelLogoutUri=moved)))
    site.provider.server.caught_up()
    site.provider.run(site.send_notices())
    assert [url for url, _ in sent(site)] == [moved]


def test_deleted_or_disabled_clients_are_not_notified(site: Site) -> None:
    site.provider.save_client("told", oidcPolicy=logout_settings())
    configuration = site.provider.server.core.configuration
    create(configuration, OAUTH_CLIENTS, client("disabled", enabled=False, oidcPolicy=logout_settings()))
    delete(configuration, OAUTH_CLIENTS, "told")
    site.provider.server.caught_up()
    assert location(sign_out(site, told="joe", disabled="joe")) == AFTER
    assert sent(site) == []


def test_without_session_tracking_no_client_is_notified(provider: Provider) -> None:
    site = Site.of(provider)
    site.prepare(tracking=False)
    provider.save_client("told", oidcPolicy=logout_settings())
    sign_out(site, told="joe")
    assert sent(site) == []
    assert "backchannel_logout_supported" not in provider.server.verified()


def test_front_channel_frames_name_the_ended_session(site: Site) -> None:
    uris = ["https://framed.example.com/out", "https://two.example.com/out?x=1"]
    site.provider.save_client("framed", oidcPolicy={"logoutMode": "OIDC_FRONT_CHANNEL", "logoutUris": uris})
    answer = sign_out(site, framed="joe")
    session = "iss=https%3A%2F%2Fsso.example.com%3A9031&sid=session-1"
    assert loaded(answer, "iframe") == [f"{uris[0]}?{session}", f"{uris[1]}&{session}"]
    policy = header(answer, b"content-security-policy").decode()
    assert "frame-src https://framed.example.com https://two.example.com;" in policy
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    # A script follows the link. Users without scripts click it.
    assert f'href="{AFTER}"' in answer.body.decode()
    assert 'http-equiv="refresh"' not in answer.body.decode()


def test_ping_front_channel_loads_images(site: Site) -> None:
    oidc = {
        "logoutMode": "PING_FRONT_CHANNEL",
        "logoutUris": ["https://ping.example.com/out.png"],
        "pingAccessLogoutCapable": True,
    }
    uris = ["https://a.example.com/pa/oidc/cb", "https://b.example.com/pa/oidc/cb", "com.example.app:/cb"]
    site.provider.save_client("ping", redirectUris=uris, oidcPolicy=oidc)
    answer = sign_out(site, ping="joe")
    assert loaded(answer, "img") == [
        "https://ping.example.com/out.png",
        "https://a.example.com/pa/oidc/logout.png",
        "https://b.example.com/pa/oidc/logout.png",
    ]
    policy = header(answer, b"content-security-policy").decode()
    assert "img-src 'self' https://ping.example.com https://a.example.com https://b.example.com data:" in policy
    assert "frame-src 'none'" in policy


def test_the_number_of_notified_clients_on_a_page_is_limited(site: Site) -> None:
    uris = [f"https://{number}.example.com/" for number in range(30)]
    for number in range(6):
        oidc = {"logoutMode": "OIDC_FRONT_CHANNEL", "logoutUris": uris}
        site.provider.save_client(f"framed{number}", oidcPolicy=oidc)
    answer = sign_out(site, **{f"framed{number}": "joe" for number in range(6)})
    assert len(loaded(answer, "iframe")) == 100
