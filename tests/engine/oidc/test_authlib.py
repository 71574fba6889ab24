"""Sign-in with the third-party client Authlib: from discovery to revocation.

The client authentication of Authlib is tested with the token endpoint.

"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import pytest
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

from hanse.config.change.write_transaction import Author
from hanse.demo.in_process_api import InProcessApi
from hanse.demo.planned_application import CLIENT_ID
from hanse.demo.planned_objects import PROFILE_ID
from hanse.demo.record import DemoRecord, new_record
from hanse.demo.setup import create as set_up
from hanse.engine.local_accounts import local_accounts
from hanse.kit.clock import SystemClock
from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.engine.server import BASE_URL, DISCOVERY, EngineServer, engine_server
from tests.engine.signin.site import Visitor, form_of, title_of
from tests.support import databases
from tests.support.clients import client as client_body
from tests.support.clock import ManualClock
from tests.support.configurations import create
from tests.support.randomness import SeededRandomness

T = TypeVar("T")
Act = Callable[[AsyncOAuth2Client], Awaitable[T]]
VERIFIER, STATE, NONCE = "v" * 43, "state-of-this-attempt", "nonce-of-this-attempt"
SCOPE = "openid profile email"
SECRET = "clear-secret-of-service"


class RelyingParty:
    """An application with Authlib and the demo's configuration."""

    def __init__(self, engine: EngineServer) -> None:
        self.engine = engine
        engine.set_base_url()
        self.record: DemoRecord = new_record(BASE_URL, 9032, SeededRandomness(7))
        engine.core.configuration.change(
            Author("alice"), lambda change: set_up(InProcessApi(change), self.record, lambda _line: None)
        )
        engine.caught_up()
        accounts = local_accounts(engine.services, engine.follower.snapshot, PROFILE_ID)
        password = accounts.passwords.prepare(self.record.passwords["joe"])
        values = {"login": "joe", "email": "joe@example.com", "name": "Joe Baker"}
        accounts.create(accounts.new_user(values, password=password, verified=True))
        self.redirect_uri = f"{self.record.url}/callback"
        self.metadata: dict[str, Any] = engine.get(DISCOVERY).json()

    def client(self, client_id: str = CLIENT_ID, secret: Any = None, **more: Any) -> AsyncOAuth2Client:
        return AsyncOAuth2Client(
            client_id,
            secret or self.record.secret,
            redirect_uri=self.redirect_uri,
            code_challenge_method="S256",
            transport=httpx2.ASGITransport(self.engine.app),
            **{"scope": SCOPE, **more},
        )

    def run(self, act: Act[T], client: AsyncOAuth2Client | None = None) -> T:
        """Run a coroutine with a client, by default the application's own."""

        async def done() -> T:
            async with client or self.client() as used:
                return await act(used)

        return asyncio.run(done())

    def authorize(self) -> str:
        """Open the authorization URL of Authlib, sign in, consent, and return the address of the redirect."""
        address, state = self.client().create_authorization_url(
            self.metadata["authorization_endpoint"], state=STATE, nonce=NONCE, code_verifier=VERIFIER
        )
        assert (state, address.startswith(f"{BASE_URL}/as/")) == (STATE, True)
        visitor = Visitor(self.engine.browser())
        page = visitor.browser.get(address.removeprefix(BASE_URL))
        page = visitor.sign_in(page, "joe", self.record.passwords["joe"])
        assert title_of(page) == "Access request"
        action, hidden = form_of(page)
        scopes = re.findall(r'name="scope"[^>]* value="([^"]*)"', page.text)
        fields = [*hidden.items(), *(("scope", each) for each in scopes), ("pf.oauth.authz.consent", "allow")]
        location = visitor.browser.post(action, fields).headers["location"]
        assert location.startswith(f"{self.redirect_uri}?")
        return str(location)

    def redeem(self, location: str, verifier: str = VERIFIER) -> dict[str, Any]:
        """Exchange the code of an answer; Authlib checks the state."""
        endpoint = self.metadata["token_endpoint"]
        return self.run(
            lambda client: client.fetch_token(
                endpoint, authorization_response=location, state=STATE, code_verifier=verifier
            )
        )

    def introspect(self, token: str, client: AsyncOAuth2Client | None = None) -> dict[str, Any]:
        endpoint = self.metadata["introspection_endpoint"]
        answer = self.run(lambda used: used.introspect_token(endpoint, token=token), client)
        assert answer.status_code == 200, answer.text
        content: dict[str, Any] = answer.json()
        return content

    def revoked(self, token: str) -> httpx2.Response:
        async def revoke(client: Any) -> httpx2.Response:
            answer: httpx2.Response = await client.revoke_token(self.metadata["revocation_endpoint"], token=token)
            return answer

        return self.run(revoke)

    def refreshed(self, token: str) -> dict[str, Any]:
        return self.run(lambda used: used.refresh_token(self.metadata["token_endpoint"], refresh_token=token))

    def verified(self, tokens: dict[str, Any], nonce: str | None = NONCE) -> dict[str, Any]:
        """Verify the signature of an ID token with joserfc and its claims with Authlib; return the claims."""
        keys = KeySet.import_key_set(self.engine.get(self.metadata["jwks_uri"].removeprefix(BASE_URL)).json())
        token = jwt.decode(tokens["id_token"], keys, algorithms=["RS256"])
        parameters = {"client_id": CLIENT_ID, "access_token": tokens["access_token"], "nonce": nonce}
        expected = {
            "iss": {"essential": True, "value": self.metadata["issuer"]},
            "aud": {"essential": True, "value": CLIENT_ID},
            # Optional (OpenID Connect Core 1.0, section 3.1.3.6), but this server always includes it.
            "at_hash": {"essential": True},
        }
        CodeIDToken(token.claims, token.header, expected, parameters).validate(leeway=5)
        return dict(token.claims)

    def add_resource_server(self) -> None:
        """Add the client `service`, which may introspect the tokens of other clients."""
        body = client_body("service", redirectUris=[], grantTypes=["ACCESS_TOKEN_VALIDATION"])
        auth = {"type": "SECRET", "secret": SECRET}
        create(self.engine.core.configuration, OAUTH_CLIENTS, {**body, "clientAuth": auth})
        self.engine.caught_up()


@pytest.fixture
def clock() -> ManualClock:
    """The real time, as Authlib uses the machine's clock."""
    return ManualClock(SystemClock().now())


@pytest.fixture
def party(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[RelyingParty]:
    """An application on SQLite, as these tests do not depend on the database."""
    with engine_server(databases.sqlite_database(tmp_path, sqlite_template), tmp_path, clock) as engine:
        yield RelyingParty(engine)


def test_a_user_signs_in_and_the_id_token_is_valid(party: RelyingParty) -> None:
    tokens = party.redeem(party.authorize())
    claims = party.verified(tokens)
    assert (claims["sub"], claims["nonce"]) == ("joe", NONCE)
    client = party.client(token=tokens)
    userinfo = party.run(lambda used: used.get(party.metadata["userinfo_endpoint"]), client)
    assert (userinfo.status_code, userinfo.json()["email"]) == (200, "joe@example.com")


def test_a_code_needs_its_verifier_and_works_once(party: RelyingParty) -> None:
    location = party.authorize()
    with pytest.raises(OAuthError, match="invalid_grant"):
        party.redeem(location, "w" * 43)
    location = party.authorize()
    party.redeem(location)
    with pytest.raises(OAuthError, match="invalid_grant"):
        party.redeem(location)


def test_tokens_are_refreshed_until_they_are_revoked(party: RelyingParty) -> None:
    tokens = party.redeem(party.authorize())
    refreshed = party.refreshed(tokens["refresh_token"])
    assert refreshed["access_token"] != tokens["access_token"]
    assert party.verified(refreshed, None)["sub"] == "joe"
    newest = refreshed["refresh_token"]
    seen = party.introspect(newest)
    assert (seen["active"], seen["client_id"]) == (True, CLIENT_ID)
    assert party.revoked(newest).status_code == 200
    assert party.introspect(newest) == {"active": False}
    with pytest.raises(OAuthError, match="invalid_grant"):
        party.refreshed(newest)


def test_a_resource_server_introspects_the_tokens_of_others(party: RelyingParty) -> None:
    tokens = party.redeem(party.authorize())
    party.add_resource_server()
    seen = party.introspect(tokens["access_token"], party.client("service", SECRET))
    assert (seen["active"], seen["sub"], seen["client_id"]) == (True, "joe", CLIENT_ID)
    assert set(seen["scope"].split()) == set(SCOPE.split())
    # A refresh token is for its own client only.
    assert party.introspect(tokens["refresh_token"], party.client("service", SECRET)) == {"active": False}
    assert party.introspect("forged", party.client("service", SECRET)) == {"active": False}
