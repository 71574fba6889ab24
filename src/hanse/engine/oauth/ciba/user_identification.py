"""Identifies the user of a request by the client's request policy."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import BackchannelAccessDenied, ServerError, UnknownUserId
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.ciba.identity_hints import IdentityHint
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import CIBA_DEFAULTS, CIBA_POLICIES
from hanse.resources.applications.ciba.model import USER_CODE_USER_NAME, RequestPolicy
from hanse.resources.mapping.fulfillment import FulfillmentFailed
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.oauth_sources import USER_KEY

LOG = structlog.stdlib.get_logger("hanse.oauth")


@dataclass(frozen=True)
class IdentifiedUser:
    """The user whom a client has named. `user_key` is that of the grant, and `attributes` are for the authenticator.

    `user_code_name` is the name for the password credential validator of user codes; empty if there is none.
    """

    user_key: str
    user_code_name: str = ""
    attributes: Mapping[str, Value] = field(default_factory=dict, repr=False)


def request_policy(request: Request, client: RegisteredClient) -> RequestPolicy:
    """Return the policy of a client, or the default policy. Raises ServerError if there is none."""
    chosen = client.settings.request_policy_ref or request.snapshot.part(CIBA_DEFAULTS).default_request_policy_ref
    policy = None if chosen is None else request.snapshot.part(CIBA_POLICIES).get(chosen.id)
    if policy is None:
        LOG.error("no CIBA request policy", client=client.id)
        raise ServerError("The authorization server has no request policy for this client.")
    return policy


@dataclass(frozen=True)
class UserIdentification:
    """Fulfills the contracts of request policies."""

    fulfillment: AttributeFulfillment

    async def identify(
        self,
        request: Request,
        client: RegisteredClient,
        policy: RequestPolicy,
        wanted: AuthorizationRequest,
        hint: IdentityHint,
    ) -> IdentifiedUser:
        """Return the user of a hint. Raises UnknownUserId, BackchannelAccessDenied and ServerError."""
        sources = request_sources(
            request,
            client,
            scopes=wanted.scopes,
            authorization_details=wanted.authorization_details,
            resources=wanted.resources,
        )
        attributes = hint.attributes(policy)
        for mapping in (policy.identity_hint_contract_fulfillment, policy.identity_hint_mapping):
            if mapping is not None:
                known = {(SourceType.REQUEST, None): attributes, **sources}
                attributes = await self._fulfilled(request, client, policy, mapping, known)
        user_key = _text(attributes.pop(USER_KEY, ""))
        user_code_name = _text(attributes.pop(USER_CODE_USER_NAME, ""))
        if not user_key:
            LOG.info("backchannel authentication names no user", client=client.id, policy=policy.id)
            raise UnknownUserId("The hint names no user.")
        return IdentifiedUser(user_key, user_code_name, attributes)

    async def _fulfilled(
        self,
        request: Request,
        client: RegisteredClient,
        policy: RequestPolicy,
        mapping: AttributeMapping,
        known: Mapping[tuple[SourceType, str | None], Mapping[str, Value]],
    ) -> dict[str, Value]:
        try:
            return await self.fulfillment.fulfill(request.snapshot, mapping, known)
        except IssuanceRefused as error:
            LOG.info("backchannel authentication refused by issuance criteria", client=client.id, policy=policy.id)
            raise BackchannelAccessDenied(str(error)) from error
        except FulfillmentFailed as error:
            LOG.error(  # noqa: TRY400 - the reason says all; a traceback might show attributes of a user.
                "identity hint not mapped", policy=policy.id, attribute=error.attribute, reason=str(error)
            )
            raise ServerError("The user cannot be determined.") from error


def _text(value: Value) -> str:
    return value if isinstance(value, str) else next(iter(value), "")
