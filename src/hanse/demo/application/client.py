"""The OpenID Connect side of the sample application: authorization code flow with PKCE, refresh, userinfo, sign-out."""

import json
import ssl
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

import httpx2
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

SCOPE: Final = "openid profile email"
DEVICE_SCOPE: Final = "profile email"
DEVICE_CODE: Final = "urn:ietf:params:oauth:grant-type:device_code"
# Accepted signature algorithms. A verifier does not rely on the token's own header (RFC 8725, section 3.1).
ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
SECONDS: Final = 10.0


class DemoSignInFailed(Exception):
    """The server refused, or its answer is invalid; the text is for the person who tries the demo."""


@dataclass(frozen=True)
class DemoClientSettings:
    """Registration of the application at the server."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    redirect_uri: str
    signed_out_uri: str


@dataclass(frozen=True)
class PendingSignIn:
    """A sign-in in progress, which belongs to this browser session only."""

    state: str
    nonce: str
    verifier: str = field(repr=False)


@dataclass(frozen=True)
class Tokens:
    """The answer of the token endpoint, with the verified claims of the ID token."""

    access_token: str = field(repr=False)
    id_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    id_claims: dict[str, Any]
    id_header: dict[str, Any]
    expires_in: int


@dataclass(frozen=True)
class DeviceSignIn:
    """A device authorization that has begun (RFC 8628, section 3.2)."""

    device_code: str = field(repr=False)
    user_code: str
    page: str
    page_with_code: str


class OpenIdClient:
    """Calls the server. Discovery is read once; keys are read for each verification, because they may be rotated."""

    def __init__(self, settings: DemoClientSettings, trust: ssl.SSLContext) -> None:
        self.settings = settings
        self._trust = trust
        self._metadata: dict[str, Any] | None = None

    async def begin(self, state: str, nonce: str, verifier: str) -> tuple[str, PendingSignIn]:
        """Return the address for the browser, and the state of the sign-in."""
        endpoint = await self._endpoint("authorization_endpoint")
        async with self._client(code_challenge_method="S256") as client:
            url, _ = client.create_authorization_url(endpoint, state=state, nonce=nonce, code_verifier=verifier)
        return url, PendingSignIn(state, nonce, verifier)

    async def finish(self, attempt: PendingSignIn, parameters: dict[str, str]) -> Tokens:
        """Exchange the code of an authorization response for tokens. Raises DemoSignInFailed."""
        if parameters.get("state") != attempt.state:
            raise DemoSignInFailed("The state in the response differs from the one that was sent.")
        if "error" in parameters:
            raise DemoSignInFailed(f"{parameters['error']}: {parameters.get('error_description', '')}")
        metadata = await self._discovered()
        # RFC 9207, section 2.4: an answer of another server must not be accepted.
        if parameters.get("iss", metadata["issuer"]) != metadata["issuer"]:
            raise DemoSignInFailed("The response comes from another issuer.")
        endpoint = await self._endpoint("token_endpoint")
        async with self._client() as client:
            try:
                answer = await client.fetch_token(
                    endpoint, code=parameters.get("code", ""), code_verifier=attempt.verifier
                )
            except (OAuthError, httpx2.HTTPError) as error:
                raise DemoSignInFailed(str(error)) from error
        return await self._tokens(answer, attempt.nonce)

    async def begin_device(self) -> DeviceSignIn:
        """Request codes as a device does (RFC 8628, section 3.1). Raises DemoSignInFailed."""
        endpoint = await self._endpoint("device_authorization_endpoint")
        credentials = (self.settings.client_id, self.settings.client_secret)
        try:
            async with httpx2.AsyncClient(verify=self._trust, timeout=SECONDS) as client:
                answer = await client.post(endpoint, data={"scope": DEVICE_SCOPE}, auth=credentials)
            codes: dict[str, Any] = answer.raise_for_status().json()
        except (httpx2.HTTPError, ValueError) as error:
            raise DemoSignInFailed(str(error)) from error
        return DeviceSignIn(
            codes["device_code"], codes["user_code"], codes["verification_uri"], codes["verification_uri_complete"]
        )

    async def poll_device(self, started: DeviceSignIn) -> str | None:
        """Return the device's access token; None while the user has not decided. Raises DemoSignInFailed."""
        endpoint = await self._endpoint("token_endpoint")
        async with self._client() as client:
            try:
                answer = await client.fetch_token(endpoint, grant_type=DEVICE_CODE, device_code=started.device_code)
            except OAuthError as error:
                if error.error in {"authorization_pending", "slow_down"}:
                    return None
                raise DemoSignInFailed(str(error)) from error
            except httpx2.HTTPError as error:
                raise DemoSignInFailed(str(error)) from error
        return str(answer["access_token"])

    async def refresh(self, tokens: Tokens) -> Tokens:
        """Exchange the refresh token. Raises DemoSignInFailed."""
        endpoint = await self._endpoint("token_endpoint")
        async with self._client() as client:
            try:
                answer = await client.refresh_token(endpoint, refresh_token=tokens.refresh_token)
            except (OAuthError, httpx2.HTTPError) as error:
                raise DemoSignInFailed(str(error)) from error
        answer.setdefault("refresh_token", tokens.refresh_token)
        answer.setdefault("id_token", tokens.id_token)
        return await self._tokens(answer, None)

    async def userinfo(self, tokens: Tokens) -> dict[str, Any]:
        """Return the UserInfo response. Raises DemoSignInFailed, also if it concerns another user."""
        endpoint = await self._endpoint("userinfo_endpoint")
        try:
            async with httpx2.AsyncClient(verify=self._trust, timeout=SECONDS) as client:
                answer = await client.get(endpoint, headers={"Authorization": f"Bearer {tokens.access_token}"})
            answer.raise_for_status()
            claims: dict[str, Any] = answer.json()
        except (httpx2.HTTPError, ValueError) as error:
            raise DemoSignInFailed(str(error)) from error
        # OpenID Connect Core 1.0, section 5.3.2.
        if claims.get("sub") != tokens.id_claims.get("sub"):
            raise DemoSignInFailed("The UserInfo response is about another user.")
        return claims

    async def sign_out_url(self, tokens: Tokens, state: str) -> str:
        """Return the address that signs the user out at the server too (OpenID Connect RP-Initiated Logout 1.0)."""
        endpoint = await self._endpoint("end_session_endpoint")
        parameters = {
            "id_token_hint": tokens.id_token,
            "client_id": self.settings.client_id,
            "post_logout_redirect_uri": self.settings.signed_out_uri,
            "state": state,
        }
        return f"{endpoint}?{urlencode(parameters)}"

    async def _tokens(self, answer: dict[str, Any], nonce: str | None) -> Tokens:
        id_token = answer.get("id_token", "")
        return Tokens(
            answer["access_token"],
            id_token,
            answer.get("refresh_token", ""),
            await self._verified(id_token, nonce),
            dict(jws.extract_compact(id_token.encode()).headers()),
            int(answer.get("expires_in", 0)),
        )

    async def _verified(self, id_token: str, nonce: str | None) -> dict[str, Any]:
        """Return the claims of an ID token that is valid (OpenID Connect Core 1.0, section 3.1.3.7)."""
        metadata = await self._discovered()
        endpoint = await self._endpoint("jwks_uri")
        try:
            async with httpx2.AsyncClient(verify=self._trust, timeout=SECONDS) as client:
                keys = KeySet.import_key_set((await client.get(endpoint)).raise_for_status().json())
            token = jwt.decode(id_token, keys, algorithms=list(ALGORITHMS))
            expected: dict[str, Any] = {
                "iss": {"essential": True, "value": metadata["issuer"]},
                "aud": {"essential": True, "value": self.settings.client_id},
                "exp": {"essential": True},
            }
            if nonce is not None:
                expected["nonce"] = {"essential": True, "value": nonce}
            jwt.JWTClaimsRegistry(leeway=30, **expected).validate(token.claims)
        except (JoseError, httpx2.HTTPError, ValueError) as error:
            raise DemoSignInFailed(f"The ID token is not valid: {error}") from error
        return dict(token.claims)

    async def _endpoint(self, name: str) -> str:
        """Return an address from the metadata. Raises DemoSignInFailed if the server has no such endpoint."""
        address = (await self._discovered()).get(name)
        if not isinstance(address, str):
            raise DemoSignInFailed(f"The server's metadata does not contain {name}.")
        return address

    async def _discovered(self) -> dict[str, Any]:
        if self._metadata is None:
            url = f"{self.settings.issuer}/.well-known/openid-configuration"
            try:
                async with httpx2.AsyncClient(verify=self._trust, timeout=SECONDS) as client:
                    found: dict[str, Any] = (await client.get(url)).raise_for_status().json()
            except (httpx2.HTTPError, ValueError) as error:
                raise DemoSignInFailed(f"The server's metadata cannot be read at {url}: {error}") from error
            if found.get("issuer") != self.settings.issuer:
                raise DemoSignInFailed(f"The metadata at {url} belongs to another issuer.")
            self._metadata = found
        return self._metadata

    def _client(self, **more: Any) -> AsyncOAuth2Client:
        return AsyncOAuth2Client(
            self.settings.client_id,
            self.settings.client_secret,
            scope=SCOPE,
            redirect_uri=self.settings.redirect_uri,
            verify=self._trust,
            timeout=SECONDS,
            **more,
        )


def decoded(token: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return header and claims of an unverified JWT for display; None for a token that is not a JWT."""
    try:
        signed = jws.extract_compact(token.encode())
        return dict(signed.headers()), json.loads(signed.payload or b"{}")
    except (JoseError, ValueError):
        return None
