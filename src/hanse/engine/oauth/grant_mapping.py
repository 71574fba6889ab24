"""Grant mappings: the owner of a persistent grant, by the policy contract or adapter that signed the user in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from msgspec.structs import replace

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import AccessDenied, ServerError
from hanse.engine.http.request import Request
from hanse.engine.oauth.mapping_sources import Sources
from hanse.engine.signin.contracts import Origin, SignedIn, Value
from hanse.engine.snapshot.configuration_parts import ADAPTER_GRANTS, CONTRACT_GRANTS
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep
from hanse.resources.mapping.fulfillment import FulfillmentFailed
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.oauth_sources import USER_KEY, USER_NAME

LOG = structlog.stdlib.get_logger("hanse.oauth")
_TYPES: Final = {each.value: each for each in (SourceType.AUTHENTICATION_POLICY_CONTRACT, SourceType.ADAPTER)}


@dataclass(frozen=True)
class GrantOwner:
    """The owner of a grant; `attributes` are those of the persistent grant contract besides the two core ones."""

    user_key: str
    user_name: str
    attributes: Mapping[str, Value]


async def owner_of(
    fulfillment: AttributeFulfillment, request: Request, result: SignedIn, sources: Sources
) -> GrantOwner:
    """Return the owner of a grant. Raises AccessDenied for issuance criteria, and ServerError without a mapping."""
    mapping = _mapping_of(request.snapshot, result.origin)
    step = TracedStep(kind=StepKind.GRANT_MAPPING, id=result.origin.id, result=result.origin.type)
    if mapping is None:
        request.trace.append(replace(step, reason=FailureReason.NO_GRANT_MAPPING))
        LOG.error("no grant mapping", origin=result.origin.type, id=result.origin.id)
        raise ServerError("The authorization server is not configured for this sign-in.")
    known = {(_TYPES[result.origin.type], result.origin.id): result.attributes, **sources}
    known[SourceType.TRACKED_HTTP_PARAMS, None] = result.tracked_parameters
    try:
        fulfilled = await fulfillment.fulfill(request.snapshot, mapping, known)
    except IssuanceRefused as error:
        request.trace.append(replace(step, reason=FailureReason.CRITERIA_NOT_MET, detail=str(error)))
        LOG.info("grant refused by issuance criteria", origin=result.origin.id, reason=str(error))
        raise AccessDenied(str(error)) from error
    except FulfillmentFailed as error:
        request.trace.append(replace(step, reason=FailureReason.NOT_FULFILLED, detail=str(error)))
        LOG.error(  # noqa: TRY400 - the reason says all; a traceback might show attributes of a user.
            "grant mapping failed", origin=result.origin.id, attribute=error.attribute, reason=str(error)
        )
        raise ServerError("The attributes of the grant cannot be determined.") from error
    mask = request.trace.mask
    step = replace(step, before=mask(result.attributes), after=mask(fulfilled))
    user_key = _text(fulfilled.pop(USER_KEY, ""))
    user_name = _text(fulfilled.pop(USER_NAME, ""))
    if not user_key:
        request.trace.append(replace(step, reason=FailureReason.NOT_FULFILLED, detail=USER_KEY))
        LOG.error("grant mapping returns no user key", origin=result.origin.id)
        raise ServerError("The attributes of the grant cannot be determined.")
    request.trace.append(step)
    return GrantOwner(user_key, user_name or user_key, fulfilled)


def adapters_with_grants(snapshot: Snapshot, requested: Sequence[str]) -> tuple[str, ...]:
    """Return the adapters that may sign users in if no policy decides: those with a grant mapping.

    `requested` are the values of the parameter `pfidpadapterid`, with which existing clients choose one of them.
    """
    known = snapshot.part(ADAPTER_GRANTS)
    chosen = tuple(each for each in requested if each in known)
    return chosen or tuple(known)


def _mapping_of(snapshot: Snapshot, origin: Origin) -> AttributeMapping | None:
    if origin.type == SourceType.ADAPTER:
        return snapshot.part(ADAPTER_GRANTS).get(origin.id)
    mappings = snapshot.part(CONTRACT_GRANTS).values()
    return next((each for each in mappings if each.authentication_policy_contract_ref.id == origin.id), None)


def _text(value: Value) -> str:
    return value if isinstance(value, str) else next(iter(value), "")
