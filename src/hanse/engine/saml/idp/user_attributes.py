"""The attributes of an assertion: fulfills the contract of a connection for a user who has signed in."""

from collections.abc import Mapping

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.refusals import IssuanceDenied, ResponseFailed
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.signin.contracts import SignedIn, Value
from hanse.kit.errors import Unavailable
from hanse.resources.mapping.fulfillment import FulfillmentFailed, Values
from hanse.resources.mapping.model import SourceType


async def user_attributes(
    fulfillment: AttributeFulfillment, request: Request, partner: SpPartner, wanted: WantedAssertion, result: SignedIn
) -> Mapping[str, Value]:
    """Return the attributes of the contract. Raises IssuanceDenied, ResponseFailed and Unavailable."""
    mapping = partner.mapping_for(result.origin, wanted.virtual_id)
    if mapping is None:
        raise IssuanceDenied(f"The connection has no mapping for users of {result.origin.type} {result.origin.id}.")
    values = _values(request, partner, wanted, result)
    try:
        try:
            return await fulfillment.fulfill(request.snapshot, mapping, values)
        except Unavailable:
            # Criteria could be met by attributes that are missing, so they are never checked without them.
            if mapping.abort_sso_transaction_as_fail_safe or mapping.issuance_criteria is not None:
                raise
            reduced = mapping.model_copy(update={"attribute_sources": []})
            return await fulfillment.fulfill(request.snapshot, reduced, values)
    except IssuanceRefused as refused:
        raise IssuanceDenied(str(refused)) from refused
    except FulfillmentFailed as failed:
        raise ResponseFailed(str(failed)) from failed


def _values(request: Request, partner: SpPartner, wanted: WantedAssertion, result: SignedIn) -> Values:
    context: dict[str, Value] = {
        "AuthenticationCtx": result.acr,
        "ClientIp": request.client_address,
        "HttpRequest": f"{request.method} {request.path}",
        "TargetResource": wanted.relay_state or "",
        "VirtualServerId": wanted.virtual_id,
    }
    properties = {name: list(each.values) for name, each in partner.settings.extended_properties.items()}
    return {
        (SourceType(result.origin.type), result.origin.id): result.attributes,
        (SourceType.CONTEXT, None): {name: value for name, value in context.items() if value},
        (SourceType.EXTENDED_PROPERTIES, None): properties,
        (SourceType.TRACKED_HTTP_PARAMS, None): result.tracked_parameters,
    }
