"""Applications with Authlib and oauthlib, Python libraries of other projects, at the real server.

The native application receives its response as RFC 8252, section 7.3, describes: on a loopback address, with a port
that the operating system chooses when a user signs in.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet
from oauthlib.oauth2 import BackendApplicationClient, DeviceClient, WebApplicationClient
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error, InvalidClientError, InvalidGrantError
from requests_oauthlib import OAuth2Session as OauthlibSession

from tests.interop.browser import Browser
from tests.interop.demo_provider import Provider, demo_provider
from tests.interop.loopback_server import listening
from tests.support.key_pairs import ec_key

pytestmark = pytest.mark.slow

SECRET = "a secret: of 100% signs + more & some"
SECRETS = {"type": "SECRET", "secret": SECRET}
PUBLIC = {"type": "NONE"}
SCOPE = "openid profile email"
LOOPBACK = "http://127.0.0.1/callback"
VERIFIER = "native-application-verifier-with-enough-characters"
KEY = ECKey.import_key(ec_key(1), {"kid": "one", "alg": "ES256", "use": "sig"})


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    with demo_provider(tmp_path_factory.mktemp("server")) as made:
        made.done("POST", "/oauth/accessTokenMappings", client_credentials_mapping())
        made.add_client("device", "DEVICE_CODE", "REFRESH_TOKEN", clientAuth=PUBLIC)
        made.add_client("service", "CLIENT_CREDENTIALS", "ACCESS_TOKEN_VALIDATION", clientAuth=SECRETS)
        keys = {"jwks": json.dumps({"keys": [KEY.as_dict(private=False)]})}
        auth = {"type": "PRIVATE_KEY_JWT", "enforceReplayPrevention": True}
        made.add_client("signed", "CLIENT_CREDENTIALS", clientAuth=auth, jwksSettings=keys)
        user_grants = ("AUTHORIZATION_CODE", "REFRESH_TOKEN")
        made.add_client("web", *user_grants, clientAuth=SECRETS, redirectUris=[LOOPBACK])
        native = {"clientAuth": PUBLIC, "redirectUris": [LOOPBACK], "requireProofKeyForCodeExchange": True}
        made.add_client("native", *user_grants, **native)
        # The last one: once the engine knows it, it has applied everything else.
        made.wait_for("native", LOOPBACK)
        yield made


def client_credentials_mapping() -> dict[str, Any]:
    source = {"source": {"type": "CONTEXT"}, "value": "ClientId"}
    return {
        "context": {"type": "CLIENT_CREDENTIALS"},
        "accessTokenManagerRef": {"id": "demo-tokens"},
        "attributeContractFulfillment": dict.fromkeys(("sub", "name", "email"), source),
    }


@pytest.fixture
def browser(provider: Provider) -> Iterator[Browser]:
    with Browser(provider.certificate) as made:
        yield made


@pytest.fixture(scope="module")
def metadata(provider: Provider) -> dict[str, Any]:
    address = f"{provider.issuer}/.well-known/openid-configuration"
    found: dict[str, Any] = requests.get(address, verify=str(provider.certificate), timeout=60).json()
    return found


def trust(session: requests.Session, provider: Provider) -> None:
    """Let a session trust the server's own certificate, whatever the environment configures."""
    session.verify, session.trust_env = str(provider.certificate), False


def sign_in(provider: Provider, browser: Browser, address: str) -> None:
    """Sign in as joe and give consent, in a browser without a session."""
    assert 'name="pf.pass"' in browser.go(address).text
    browser.send("clicked", pf_username="joe", pf_pass=provider.record.passwords["joe"])
    browser.send("allow")


class TestNativeApplication:
    def authlib(self, provider: Provider, redirect_uri: str) -> Any:
        """Return a session; its type is not complete in the stubs."""
        session = OAuth2Session(
            "native",
            redirect_uri=redirect_uri,
            scope=SCOPE,
            code_challenge_method="S256",
            token_endpoint_auth_method="none",
        )
        trust(session, provider)
        return session

    def test_it_signs_a_user_in_on_a_port_that_was_never_registered(
        self, provider: Provider, metadata: dict[str, Any], browser: Browser
    ) -> None:
        for _attempt in ("first port", "second port"):
            with listening() as loopback:
                session = self.authlib(provider, loopback.redirect_uri)
                address, state = session.create_authorization_url(
                    metadata["authorization_endpoint"], code_verifier=VERIFIER, nonce="n-0S6_WzA2Mj"
                )
                if "pf.pass" in browser.go(address).text:
                    browser.send("clicked", pf_username="joe", pf_pass=provider.record.passwords["joe"])
                # By default the server requests consent each time (RFC 8252, section 8.6).
                browser.send("allow")
                answer = loopback.response
            answered = parse_qs(urlsplit(answer).query)
            # RFC 9207: the client compares the issuer of the response with the one that it sent the user to.
            assert answered["iss"] == [metadata["issuer"]]
            tokens = session.fetch_token(
                metadata["token_endpoint"],
                authorization_response=answer,
                state=state,
                code_verifier=VERIFIER,
            )
            keys = KeySet.import_key_set(
                requests.get(metadata["jwks_uri"], verify=str(provider.certificate), timeout=60).json()
            )
            claims = jwt.decode(tokens["id_token"], keys, algorithms=["RS256", "ES256"]).claims
            assert (claims["sub"], claims["aud"], claims["nonce"]) == ("joe", "native", "n-0S6_WzA2Mj")
            assert session.get(metadata["userinfo_endpoint"]).json()["email"] == "joe@example.com"
            refreshed = session.refresh_token(metadata["token_endpoint"], refresh_token=tokens["refresh_token"])
            assert refreshed["access_token"] != tokens["access_token"]
            newest = refreshed["refresh_token"]
            assert session.revoke_token(metadata["revocation_endpoint"], token=newest).status_code == 200
            with pytest.raises(OAuthError, match="invalid_grant"):
                session.refresh_token(metadata["token_endpoint"], refresh_token=newest)

    @pytest.mark.parametrize(
        "redirect_uri",
        ["http://127.0.0.1:8123/other", "http://127.0.0.2:8123/callback", "https://127.0.0.1:8123/callback"],
    )
    def test_only_the_port_may_differ(
        self, provider: Provider, metadata: dict[str, Any], browser: Browser, redirect_uri: str
    ) -> None:
        session = self.authlib(provider, redirect_uri)
        address, _ = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=VERIFIER)
        page = browser.go(address)
        assert page.status_code == 400
        assert str(page.url).startswith(provider.issuer)

    def test_another_program_that_receives_the_code_cannot_redeem_it(
        self, provider: Provider, metadata: dict[str, Any], browser: Browser
    ) -> None:
        with listening() as loopback:
            session = self.authlib(provider, loopback.redirect_uri)
            address, _ = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=VERIFIER)
            sign_in(provider, browser, address)
            answer = loopback.response
        stolen = self.authlib(provider, loopback.redirect_uri)
        for verifier in ("x" * 43, None):
            with pytest.raises(OAuthError, match=r"invalid_(grant|request)"):
                stolen.fetch_token(
                    metadata["token_endpoint"],
                    authorization_response=answer,
                    **({} if verifier is None else {"code_verifier": verifier}),
                )


class TestAuthlib:
    def session(self, provider: Provider, id_: str, method: Any = "client_secret_basic") -> OAuth2Session:
        session = OAuth2Session(id_, SECRET, token_endpoint_auth_method=method)
        trust(session, provider)
        return session

    @pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
    def test_a_service_gets_and_introspects_a_token(
        self, provider: Provider, metadata: dict[str, Any], method: str
    ) -> None:
        session = self.session(provider, "service", method)
        token = session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")["access_token"]
        seen = session.introspect_token(metadata["introspection_endpoint"], token=token).json()
        assert (seen["active"], seen["client_id"]) == (True, "service")

    def test_a_service_signs_its_assertions(self, provider: Provider, metadata: dict[str, Any]) -> None:
        method = PrivateKeyJWT(metadata["token_endpoint"], headers={"kid": "one"}, alg="ES256")
        session = OAuth2Session("signed", KEY, token_endpoint_auth_method=method)
        trust(session, provider)
        tokens = session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
        assert tokens["token_type"] == "Bearer"

    def test_a_wrong_secret_is_refused(self, provider: Provider, metadata: dict[str, Any]) -> None:
        session = OAuth2Session("service", "wrong", token_endpoint_auth_method="client_secret_basic")
        trust(session, provider)
        with pytest.raises(OAuthError, match="invalid_client"):
            session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")


class TestOauthlib:
    def test_a_web_application_signs_a_user_in_and_refreshes(
        self, provider: Provider, metadata: dict[str, Any], browser: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # The library reads responses that came without TLS only if it is configured so.
        monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
        with listening() as loopback:
            session = OauthlibSession(
                client=WebApplicationClient("web"),
                redirect_uri=loopback.redirect_uri,
                scope=SCOPE.split(),
                pkce="S256",
            )
            trust(session, provider)
            address, state = session.authorization_url(metadata["authorization_endpoint"])
            sign_in(provider, browser, address)
            answer = loopback.response
        assert parse_qs(urlsplit(answer).query)["state"] == [state]
        tokens = session.fetch_token(
            metadata["token_endpoint"], authorization_response=answer, client_secret=SECRET, include_client_id=True
        )
        assert set(tokens["scope"]) == set(SCOPE.split())
        assert session.get(metadata["userinfo_endpoint"]).json()["sub"] == "joe"
        renewed = session.refresh_token(metadata["token_endpoint"], auth=("web", SECRET))
        assert renewed["access_token"] != tokens["access_token"]
        # A code can be used once.
        with pytest.raises(InvalidGrantError):
            session.fetch_token(
                metadata["token_endpoint"], authorization_response=answer, client_secret=SECRET, include_client_id=True
            )

    def test_a_service_gets_a_token(self, provider: Provider, metadata: dict[str, Any]) -> None:
        session = OauthlibSession(client=BackendApplicationClient("service"))
        trust(session, provider)
        tokens = session.fetch_token(metadata["token_endpoint"], client_id="service", client_secret=SECRET)
        assert tokens["token_type"] == "Bearer"
        with pytest.raises(InvalidClientError):
            session.fetch_token(metadata["token_endpoint"], client_id="service", client_secret="wrong")

    def test_a_device_gets_tokens_once_the_user_has_approved(
        self, provider: Provider, metadata: dict[str, Any], browser: Browser
    ) -> None:
        session = OauthlibSession(client=DeviceClient("device", scope=SCOPE))
        trust(session, provider)

        def start() -> dict[str, Any]:
            form = {"client_id": "device", "scope": SCOPE}
            address = metadata["device_authorization_endpoint"]
            found: dict[str, Any] = requests.post(address, form, verify=str(provider.certificate), timeout=60).json()
            return found

        def poll(device_code: str) -> Any:
            return session.fetch_token(metadata["token_endpoint"], device_code=device_code, include_client_id=True)

        with pytest.raises(CustomOAuth2Error, match="authorization_pending"):
            poll(start()["device_code"])
        approved = start()
        browser.go(approved["verification_uri_complete"])
        browser.send("clicked", pf_username="joe", pf_pass=provider.record.passwords["joe"])
        # The first button confirms that the device with this code is the user's own (RFC 8628, section 5.4).
        browser.send("yes")
        browser.send("allow")
        assert "Your device is connected" in browser.page.text
        assert set(poll(approved["device_code"])["scope"]) == set(SCOPE.split())
        assert session.get(metadata["userinfo_endpoint"]).json()["sub"] == "joe"
