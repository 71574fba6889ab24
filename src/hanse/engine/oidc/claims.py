"""The claims about a user: the fulfilled contract of an OpenID Connect policy, and the claims that a client gets."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import AccessDenied, ServerError
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.oidc.claims_request import RequestedClaim
from hanse.engine.oidc.policies import ADDRESS_PREFIX, COMPILED_POLICIES, Policy, PolicyAttribute, is_in_address
from hanse.engine.oidc.subjects import PAIRWISE_SALT, subject_for
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.oidc_policies.model import SUBJECT
from hanse.resources.mapping.fulfillment import FulfillmentFailed, Values
from hanse.resources.mapping.model import SourceType
from hanse.resources.mapping.oauth_sources import USER_KEY, USER_NAME

LOG = structlog.stdlib.get_logger("hanse.oidc")
# Claims that the server sets in ID tokens and signed UserInfo responses; no attribute replaces them.
RESERVED: Final = frozenset(
    {
        "iss",
        "aud",
        "exp",
        "nbf",
        "iat",
        "jti",
        "auth_time",
        "nonce",
        "azp",
        "at_hash",
        "c_hash",
        "s_hash",
        "sid",
        "pi.sri",
        "sub_jwk",
        "cnf",
        "events",
    }
)
# OpenID Connect Core 1.0, section 5.1: claims that are not strings.
_BOOLEANS: Final = frozenset({"email_verified", "phone_number_verified"})
_NUMBERS: Final = frozenset({"updated_at"})


@dataclass(frozen=True)
class UserAttributes:
    """A fulfilled contract.

    `subject` is the identifier for this client; `local_subject` is the same for all clients.
    """

    policy: Policy
    subject: str
    local_subject: str
    attributes: Mapping[str, Value]


@dataclass(frozen=True)
class ClaimSources:
    """Sources of a policy's attributes. `context` is None if nothing is stored about the grant."""

    scopes: tuple[str, ...]
    token_attributes: Mapping[str, Value]
    context: GrantContext | None


class UserClaims:
    """Fulfills the OpenID Connect policies of clients."""

    def __init__(self, fulfillment: AttributeFulfillment) -> None:
        self._fulfillment = fulfillment

    def policy(self, request: Request, client: RegisteredClient) -> Policy:
        """Return the policy of a client. Raises ServerError if there is none."""
        found = request.snapshot.part(COMPILED_POLICIES).of(client)
        if found is None:
            LOG.error("no OpenID Connect policy", client_id=client.id)
            raise ServerError("No OpenID Connect policy is configured for this client.")
        return found

    async def fulfill(self, request: Request, client: RegisteredClient, sources: ClaimSources) -> UserAttributes:
        """Return the attributes about a user. Raises AccessDenied for issuance criteria, and ServerError."""
        policy = self.policy(request, client)
        values = _values(request, client, sources)
        try:
            found = await self._fulfillment.fulfill_compiled(request.snapshot, policy.mapping, values)
        except IssuanceRefused as error:
            raise AccessDenied(str(error)) from error
        except FulfillmentFailed as error:
            LOG.error("OpenID Connect policy not fulfilled", policy=policy.id, reason=str(error))  # noqa: TRY400 - the reason says all.
            raise ServerError("The OpenID Connect policy of this client cannot be fulfilled.") from error
        local = found.get(SUBJECT)
        if isinstance(local, list):
            local = local[0] if len(local) == 1 else None
        if not local:
            LOG.error("OpenID Connect policy without a subject", policy=policy.id, client_id=client.id)
            raise ServerError("The OpenID Connect policy of this client has no subject for this user.")
        subject = subject_for(client, local, request.snapshot.part(PAIRWISE_SALT))
        return UserAttributes(policy, subject, local, {name: found[name] for name in found if name != SUBJECT})


def select_claims(
    user: UserAttributes,
    attributes: Iterable[PolicyAttribute],
    requested: Mapping[str, RequestedClaim],
) -> dict[str, Any]:
    """Return attributes as claims, with the types of the claims, without `sub`.

    A claim that is requested with certain values is omitted if its value is another one (OpenID Connect Core 1.0,
    section 5.5.1).
    """
    claims: dict[str, Any] = {}
    address: dict[str, Any] = {}
    for each in attributes:
        value = user.attributes.get(each.name)
        if value is None or each.name in RESERVED:
            continue
        if is_in_address(each.name):
            address[each.name.removeprefix(ADDRESS_PREFIX)] = _claim_value(each, value)
        else:
            claims[each.name] = _claim_value(each, value)
    if address and "address" not in claims:
        claims["address"] = address
    return {name: value for name, value in claims.items() if name not in requested or requested[name].accepts(value)}


def granted_attributes(
    request: Request,
    client: RegisteredClient,
    policy: Policy,
    scopes: Iterable[str],
    requested: Mapping[str, RequestedClaim],
) -> list[PolicyAttribute]:
    """Return the attributes that granted scopes allow a client to see.

    A claim that is requested by name needs a granted scope as well: users consent to scopes. Only a client that may
    skip consent gets a requested claim for any scope that it is allowed to request.
    """
    resolved = request.snapshot.part(SCOPES)
    granted = frozenset(resolved.expand(scopes))
    found: list[PolicyAttribute] = []
    for each in policy.attributes:
        by_name = each.claim in requested and client.settings.bypass_approval_page
        if each.is_granted(granted) or (by_name and resolved.allowed(client, each.scopes)):
            found.append(each)
    return found


def _claim_value(attribute: PolicyAttribute, value: Value) -> Any:
    if attribute.multi_valued:
        return [value] if isinstance(value, str) else value
    text = value if isinstance(value, str) else value[0] if len(value) == 1 else None
    if text is None:
        return value
    if attribute.name in _BOOLEANS and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if attribute.name in _NUMBERS:
        with suppress(ValueError):
            return int(text)
    return _address(text) if attribute.name == "address" else text


def _address(text: str) -> dict[str, Any]:
    """Return the address claim of a JSON object, or of a text for people (section 5.1.1)."""
    with suppress(ValueError, RecursionError):
        parsed = json.loads(text)
        if isinstance(parsed, dict):
            return parsed
    return {"formatted": text}


def _values(request: Request, client: RegisteredClient, sources: ClaimSources) -> Values:
    context = sources.context
    if context is None:
        about = request_sources(request, client, scopes=sources.scopes)
        return {**about, (SourceType.TOKEN, None): sources.token_attributes}
    about = request_sources(
        request,
        client,
        scopes=sources.scopes,
        authorization_details=context.authorization_details,
        resources=context.resources,
        locales=context.locales,
        acr=context.acr,
        more={"AuthenticatingAuthority": context.origin.id},
    )
    grant = {**context.attributes, USER_KEY: context.user_key, USER_NAME: context.user_name}
    return {
        **about,
        (SourceType.TOKEN, None): sources.token_attributes,
        (SourceType.OAUTH_PERSISTENT_GRANT, None): grant,
    }
