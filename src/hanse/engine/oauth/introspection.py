"""Token introspection (RFC 7662): the content of a token, for resource servers and for the client that has it.

A client with the grant type ACCESS_TOKEN_VALIDATION is a resource server and may inspect every access token of the
managers that it may use. Other clients may inspect their own tokens. Any other token is reported as not active, without
a reason (section 2.2).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from hanse.engine.errors import InvalidToken
from hanse.engine.http.answers import Answer, json_answer, jwt_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS, Manager
from hanse.engine.oauth.access_tokens.manager_choice import choose_manager, eligible_managers
from hanse.engine.oauth.access_tokens.service import AccessTokenService
from hanse.engine.oauth.authorization_details import PARAMETER, decoded_details
from hanse.engine.oauth.contracts import ActiveToken, ClientAuthenticator, GrantContext, IdTokenReader
from hanse.engine.oauth.jose.encryption import Encryption, JwtEncryption
from hanse.engine.oauth.jose.signing import sign
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.state.contracts import digest
from hanse.resources.grants import GrantType

# RFC 9701, section 4.
JWT_TYPE: Final = "token-introspection+jwt"
_MEDIA_TYPE: Final = f"application/{JWT_TYPE}".encode()
_DEFAULT_ALGORITHM: Final = "RS256"
_INACTIVE: Final[dict[str, Any]] = {"active": False}
# Claims about the token itself, which the answer has as members of its own.
_REPLACED: Final = ("active", "token_type", "scope", "client_id", "exp")


@dataclass(frozen=True)
class Introspection:
    """Answers POST requests."""

    services: Services
    authenticator: ClientAuthenticator
    access_tokens: AccessTokenService
    encryption: JwtEncryption
    id_tokens: IdTokenReader | None = None

    async def answer(self, request: Request) -> Answer:
        """Return the content of a token. Raises OAuthError."""
        client = await self.authenticator.authenticate(request, public_allowed=False)
        form = await request.form()
        content = await self._content(request, client, form.required("token"), form)
        return await self._encoded(request, client, content)

    async def _content(
        self, request: Request, client: RegisteredClient, token: str, form: Parameters
    ) -> dict[str, Any]:
        if form.one("token_type_hint") == "refresh_token":
            return await self._refresh_token(request, client, token) or await self._access_token(
                request, client, token, form
            )
        found = await self._access_token(request, client, token, form)
        if found["active"]:
            return found
        return await self._refresh_token(request, client, token) or self._id_token(request, client, token) or found

    async def _access_token(
        self, request: Request, client: RegisteredClient, token: str, form: Parameters
    ) -> dict[str, Any]:
        validates = GrantType.ACCESS_TOKEN_VALIDATION in client.grant_types
        managers = _managers(request, client, form) if validates else None
        try:
            active = await self.access_tokens.inspect(request, token, managers)
        except InvalidToken:
            return _INACTIVE
        if not validates and active.client_id != client.id:
            return _INACTIVE
        return _described(active)

    def _id_token(self, request: Request, client: RegisteredClient, token: str) -> dict[str, Any] | None:
        """Return the content of an ID token, for its own client and for resource servers."""
        claims = None if self.id_tokens is None else self.id_tokens.claims(request, token)
        if claims is None:
            return None
        audience = claims["aud"] if isinstance(claims["aud"], str) else claims["aud"][0]
        if audience != client.id and GrantType.ACCESS_TOKEN_VALIDATION not in client.grant_types:
            return None
        members = {name: value for name, value in claims.items() if name not in _REPLACED}
        return members | {"active": True, "client_id": audience, "exp": claims["exp"]}

    async def _refresh_token(self, request: Request, client: RegisteredClient, token: str) -> dict[str, Any] | None:
        """Return the content of a refresh token, for its own client only."""
        found = await self.services.state.grants.by_refresh_token(digest(token), self.services.clock.now().timestamp())
        if found is None:
            return None
        grant, refresh = found
        is_own = grant.client_id == client.id and grant.issuer == request.issuer.identifier
        if not is_own or refresh.replaced is not None:
            return None
        context = GrantContext.decode(grant.body) if grant.body else None
        members = {
            "active": True,
            "token_type": "refresh_token",
            "client_id": grant.client_id,
            "scope": " ".join(grant.scopes),
            "iss": grant.issuer,
            "iat": int(refresh.issued),
            "exp": None if grant.expires is None else int(grant.expires),
            "username": None if context is None else context.user_name,
            # RFC 9396, section 9.2.
            PARAMETER: None if context is None else decoded_details(context.authorization_details),
        }
        return {name: value for name, value in members.items() if value not in (None, "", [])}

    async def _encoded(self, request: Request, client: RegisteredClient, content: dict[str, Any]) -> Answer:
        settings, now = client.settings, self.services.clock.now()
        chosen = settings.token_introspection_signing_algorithm
        if not _wants_jwt(request, is_configured=chosen is not None):
            return json_answer(content)
        members = {
            "iss": request.issuer.identifier,
            "aud": client.id,
            "iat": int(now.timestamp()),
            "token_introspection": content,
        }
        algorithm = _DEFAULT_ALGORITHM if chosen is None else chosen.value
        token = sign(request.issuer, client, algorithm, members, {"typ": JWT_TYPE}, now)
        key = settings.token_introspection_encryption_algorithm
        method = settings.token_introspection_content_encryption_algorithm
        if key is not None and method is not None:
            token = await self.encryption.encrypt(client, Encryption(key, method), token.encode("ascii"), now)
        return jwt_answer(token, _MEDIA_TYPE)


def _managers(request: Request, client: RegisteredClient, form: Parameters) -> Iterable[Manager]:
    """Return the managers whose tokens a resource server may inspect."""
    managers = request.snapshot.part(TOKEN_MANAGERS)
    if client.essentials.validate_using_all_eligible_atms:
        return eligible_managers(managers, client)
    resources = (*form.all("resource"), *form.all("aud"))
    return [choose_manager(managers, client, resources, form.one("access_token_manager_id") or "")]


def _described(active: ActiveToken) -> dict[str, Any]:
    members = {name: value for name, value in active.claims.items() if name not in _REPLACED}
    members |= {
        "active": True,
        "token_type": "DPoP" if active.dpop_key else "Bearer",
        "client_id": active.client_id,
        "exp": int(active.expires),
    }
    if active.scopes:
        members["scope"] = " ".join(active.scopes)
    return members


def _wants_jwt(request: Request, *, is_configured: bool) -> bool:
    """Return whether the answer is a JWT: if requested, or configured and the client does not request JSON."""
    accepted = [each.partition(b";")[0].strip().lower() for each in (request.header(b"accept") or b"").split(b",")]
    return _MEDIA_TYPE in accepted or (is_configured and b"application/json" not in accepted)
