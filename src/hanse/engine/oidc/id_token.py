"""Issues ID tokens (OpenID Connect Core 1.0, sections 2, 3.1.3.6, 3.2.2.10 and 3.3.2.11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hanse.crypto.token_hashes import half_hash
from hanse.engine.errors import AccessDenied
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import IdTokenRequest, TokenRequest
from hanse.engine.oauth.jose.encryption import JwtEncryption
from hanse.engine.oauth.jose.signing import sign
from hanse.engine.oidc.algorithms import id_token_algorithm, id_token_encryption
from hanse.engine.oidc.claims import ClaimSources, UserAttributes, UserClaims, granted_attributes, select_claims
from hanse.engine.oidc.claims_request import ClaimsRequest, parse_claims_request
from hanse.engine.oidc.logout.client_tracking import ClientTracking
from hanse.engine.oidc.policies import COMPILED_POLICIES, Policy, PolicyAttribute
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.clock import Clock
from hanse.kit.sign_in_traces import StepKind
from hanse.resources.applications.clients.choices import LogoutMode
from hanse.resources.applications.oidc_policies.model import SUBJECT
from hanse.resources.grants import GrantType

SESSION_REFERENCE = "pi.sri"
_WITH_SESSION = frozenset({LogoutMode.OIDC_FRONT_CHANNEL, LogoutMode.OIDC_BACK_CHANNEL})


class TokenAttributes(Protocol):
    """The part of `oauth.contracts.AccessTokenIssuer` that ID tokens without an access token need."""

    async def attributes(self, request: Request, wanted: TokenRequest) -> Mapping[str, Value]:
        """Return the attributes that a token would carry, without issuing one."""
        ...


@dataclass(frozen=True)
class IdTokens:
    """The issuer of ID tokens; the contract is `oauth.contracts.IdTokenIssuer`."""

    claims: UserClaims
    tokens: TokenAttributes
    encryption: JwtEncryption
    clock: Clock
    tracking: ClientTracking | None = None

    async def issue(self, request: Request, wanted: IdTokenRequest) -> str:
        """Return an ID token, signed and possibly encrypted according to the client's settings. Raises OAuthError."""
        client, now = wanted.client, self.clock.now()
        algorithm = id_token_algorithm(client)
        claims_request = parse_claims_request(wanted.context.claims)
        user = await self._user(request, wanted)
        _check_demands(claims_request, user, wanted.context.acr)
        included = self._included(request, wanted, user, claims_request)
        claims = select_claims(user, included, claims_request.id_token)
        _trace(request, user, included)
        claims |= _about_sign_in(wanted, user.policy)
        claims |= _about_token(wanted, user.policy, algorithm)
        issued = int(now.timestamp())
        claims |= {
            "iss": request.issuer.identifier,
            "sub": user.subject,
            "aud": client.id,
            "iat": issued,
            "exp": issued + user.policy.lifetime_seconds,
        }
        token = sign(request.issuer, client, algorithm, claims, _header(request, user.policy, algorithm), now)
        if self.tracking is not None:
            await self.tracking.note(request, wanted, user.subject)
        encryption = id_token_encryption(client)
        if encryption is None:
            return token
        return await self.encryption.encrypt(client, encryption, token.encode("ascii"), now)

    async def subject(self, request: Request, wanted: IdTokenRequest) -> str:
        """Return the `sub` that an ID token would have."""
        return (await self._user(request, wanted)).subject

    def is_returned(
        self,
        request: Request,
        client: RegisteredClient,
        *,
        refreshed: bool = False,
        hybrid: bool = False,
        exchanged: bool = False,
    ) -> bool:
        """Return whether the client's policy returns an ID token from the token endpoint."""
        policy = request.snapshot.part(COMPILED_POLICIES).of(client)
        if exchanged:
            return policy is not None and policy.settings.return_id_token_on_token_exchange_grant
        if policy is None or not (refreshed or hybrid):
            return True
        settings = policy.settings
        return settings.return_id_token_on_refresh_grant if refreshed else settings.reissue_id_token_in_hybrid_flow

    async def _user(self, request: Request, wanted: IdTokenRequest) -> UserAttributes:
        token = wanted.access_token
        attributes = await self._token_attributes(request, wanted) if token is None else token.attributes
        return await self.claims.fulfill(
            request, wanted.client, ClaimSources(wanted.scopes, attributes, wanted.context)
        )

    async def _token_attributes(self, request: Request, wanted: IdTokenRequest) -> Mapping[str, Value]:
        policy = self.claims.policy(request, wanted.client)
        grant_type = GrantType.AUTHORIZATION_CODE if wanted.code else GrantType.IMPLICIT
        token = TokenRequest(
            client=wanted.client,
            grant_type=grant_type.value,
            scopes=wanted.scopes,
            context=wanted.context,
            manager_id=policy.manager_id,
        )
        return await self.tokens.attributes(request, token)

    def _included(
        self, request: Request, wanted: IdTokenRequest, user: UserAttributes, claims_request: ClaimsRequest
    ) -> list[PolicyAttribute]:
        # With neither an access token nor a code the client can never call the UserInfo endpoint (section 5.4).
        alone = wanted.access_token is None and not wanted.code
        granted = granted_attributes(request, wanted.client, user.policy, wanted.scopes, claims_request.id_token)
        return [each for each in granted if each.in_id_token or alone or _is_requested(each, claims_request)]


def _trace(request: Request, user: UserAttributes, included: Sequence[PolicyAttribute]) -> None:
    """Add the attributes of an ID token to the trace, with the policy's own names."""
    found = {each.name: user.attributes[each.name] for each in included if each.name in user.attributes}
    after = request.trace.mask({SUBJECT: user.subject, **found})
    request.trace.add(StepKind.ID_TOKEN, user.policy.id, after=after)


def _is_requested(attribute: PolicyAttribute, claims_request: ClaimsRequest) -> bool:
    return not attribute.overridden and attribute.claim in claims_request.id_token


def _check_demands(claims_request: ClaimsRequest, user: UserAttributes, acr: str) -> None:
    if claims_request.subject is not None and claims_request.subject != user.subject:
        raise AccessDenied("Another user is signed in than the claims parameter asks for.")
    if claims_request.essential_acr_values and acr not in claims_request.essential_acr_values:
        raise AccessDenied("The user was not authenticated as the claims parameter demands.")


def _about_sign_in(wanted: IdTokenRequest, policy: Policy) -> dict[str, Any]:
    context = wanted.context
    claims: dict[str, Any] = {}
    if context.auth_time:
        claims["auth_time"] = int(context.auth_time)
    if context.nonce:
        claims["nonce"] = context.nonce
    if context.acr:
        claims["acr"] = context.acr
    if context.amr:
        claims["amr"] = list(context.amr)
    if context.session_id:
        if policy.settings.include_sri_in_id_token:
            claims[SESSION_REFERENCE] = context.session_id
        if wanted.client.settings.oidc_policy.logout_mode in _WITH_SESSION:
            claims["sid"] = context.session_id
    return claims


def _about_token(wanted: IdTokenRequest, policy: Policy, algorithm: str) -> dict[str, Any]:
    hashed = {
        "at_hash": "" if wanted.access_token is None else wanted.access_token.text,
        "c_hash": wanted.code,
        "s_hash": wanted.state if policy.settings.include_s_hash_in_id_token else "",
    }
    found = {name: half_hash(value, algorithm) for name, value in hashed.items() if value}
    return {name: value for name, value in found.items() if value is not None}


def _header(request: Request, policy: Policy, algorithm: str) -> dict[str, str]:
    header: dict[str, str] = {}
    if policy.settings.id_token_typ_header_value:
        header["typ"] = policy.settings.id_token_typ_header_value
    if policy.settings.include_x5t_in_id_token:
        thumbprint = request.issuer.keys.certificate_thumbprint(algorithm)
        if thumbprint:
            header["x5t"] = thumbprint
    return header
