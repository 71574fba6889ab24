"""The UserInfo endpoint (OpenID Connect Core 1.0, section 5.3)."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from hanse.engine.errors import InsufficientScope, InsufficientUserAuthentication, InvalidToken
from hanse.engine.http.answers import Answer, json_answer, jwt_answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import ActiveToken, GrantContext
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.jose.signing import sign
from hanse.engine.oauth.presented_tokens import PresentedTokens
from hanse.engine.oauth.scopes import OPENID
from hanse.engine.oidc.algorithms import user_info_algorithm, user_info_encryption
from hanse.engine.oidc.claims import ClaimSources, UserClaims, granted_attributes, select_claims
from hanse.engine.oidc.claims_request import parse_claims_request
from hanse.engine.oidc.interaction_ids import interaction_id
from hanse.engine.oidc.policies import Policy
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.engine.state.contracts import OneTimeKind

USERINFO_PATH: Final = "/idp/userinfo.openid"


@dataclass(frozen=True)
class UserInfo:
    """Returns the claims about the user of an access token."""

    services: Services
    tokens: PresentedTokens
    claims: UserClaims
    encryption: JwtEncryption

    async def answer(self, request: Request) -> Answer:
        """Return the claims as JSON or as a JWT, according to the client's settings. Raises OAuthError."""
        active = await self.tokens.active(request)
        if OPENID not in active.scopes:
            raise InsufficientScope("The access token does not have the scope openid.")
        client = request.snapshot.part(CLIENTS).get(active.client_id)
        if client is None:
            raise InvalidToken("The client of the access token is not registered any more.")
        claims = await self._claims(request, client, active)
        answer = await self._encoded(request, client, claims)
        return answer.with_headers(interaction_id(request, self.services.randomness))

    async def _claims(self, request: Request, client: RegisteredClient, active: ActiveToken) -> dict[str, Any]:
        context = await self._context(active)
        self._check_sign_in(self.claims.policy(request, client), active, context)
        requested = parse_claims_request(await self._requested(active, context)).userinfo
        user = await self.claims.fulfill(request, client, ClaimSources(active.scopes, active.attributes, context))
        granted = granted_attributes(request, client, user.policy, active.scopes, requested)
        included = [each for each in granted if each.in_user_info]
        # Section 5.3.2: `sub` equals that of the ID token, because it comes from the same policy.
        return {"sub": user.subject, **select_claims(user, included, requested)}

    def _check_sign_in(self, policy: Policy, active: ActiveToken, context: GrantContext | None) -> None:
        """Raise InsufficientUserAuthentication if the policy requires another sign-in (RFC 9470, section 3)."""
        accepted, max_age = policy.settings.user_info_acr_values, policy.settings.user_info_max_age
        acr, auth_time = _sign_in(active, context)
        is_recent = max_age is None or auth_time + max_age > self.services.clock.now().timestamp()
        if not is_recent or (accepted and acr not in accepted):
            raise InsufficientUserAuthentication(accepted, max_age)

    async def _context(self, active: ActiveToken) -> GrantContext | None:
        """Return the stored context of a token's grant; None for a token without a grant."""
        if not active.grant_id:
            return None
        grant = await self.services.state.grants.get(active.grant_id, self.services.clock.now().timestamp())
        if grant is None:
            raise InvalidToken("The grant of the access token has ended.")
        return GrantContext.decode(grant.body) if grant.body else None

    async def _requested(self, active: ActiveToken, context: GrantContext | None) -> str:
        """Return the `claims` parameter of a token's request, which is stored with its grant or for the token."""
        if context is not None:
            return context.claims
        now = self.services.clock.now().timestamp()
        found = await self.services.state.one_time.peek(OneTimeKind.REQUESTED_CLAIMS, active.key, now)
        return "" if found is None else found.decode()

    async def _encoded(self, request: Request, client: RegisteredClient, claims: dict[str, Any]) -> Answer:
        algorithm, encryption = user_info_algorithm(client), user_info_encryption(client)
        now = self.services.clock.now()
        if algorithm is None:
            if encryption is None:
                return json_answer(claims)
            content = msgspec.json.encode(claims)
            return jwt_answer(await self.encryption.encrypt(client, encryption, content, now, nested=False))
        # Section 5.3.2. Without `exp` the answer cannot be mistaken for an ID token.
        payload = {**claims, "iss": request.issuer.identifier, "aud": client.id, "iat": int(now.timestamp())}
        token = sign(request.issuer, client, algorithm, payload, {"typ": "JWT"}, now)
        if encryption is None:
            return jwt_answer(token)
        return jwt_answer(await self.encryption.encrypt(client, encryption, token.encode("ascii"), now))


def _sign_in(active: ActiveToken, context: GrantContext | None) -> tuple[str, float]:
    """Return the class and the time of the sign-in for which a token was issued; unknown ones are empty or 0."""
    if context is not None:
        return context.acr, context.auth_time
    acr, auth_time = active.claims.get("acr"), active.claims.get("auth_time")
    return acr if isinstance(acr, str) else "", auth_time if isinstance(auth_time, (int, float)) else 0
