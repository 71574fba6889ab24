"""The users and tokens of grants as steps of a trace."""

from collections.abc import Callable, Mapping

from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.mapping_values import persistent_grant
from hanse.engine.oauth.contracts import GrantContext, IssuedToken
from hanse.engine.trace.masking import AttributeMask
from hanse.engine.trace.request_trace import without_values
from hanse.kit.sign_in_traces import StepKind, TracedValue


def trace_grant(request: Request, context: GrantContext | None) -> None:
    """Set the user of the trace, and mask the attributes that were masked when the user signed in.

    Without a context a client acts for itself, and nothing about it is masked.
    """
    request.trace.user = "" if context is None else context.user_key
    request.trace.mask = dict if context is None else _mask_of(context)


def trace_access_token(request: Request, context: GrantContext | None, token: IssuedToken) -> None:
    """Add an access token: the attributes that its mapping has read and set, without the token itself."""
    before = {} if context is None else {**context.origin_attributes, **persistent_grant(context)}
    mask = request.trace.mask
    request.trace.add(
        StepKind.ACCESS_TOKEN,
        token.manager_id,
        result=token.token_type,
        before=mask(before),
        after=mask(token.attributes),
    )


def _mask_of(context: GrantContext) -> Callable[[Mapping[str, TracedValue]], Mapping[str, TracedValue]]:
    if context.masked is None:
        return without_values
    return AttributeMask([(context.masked, {**context.origin_attributes, **context.attributes})]).applied
