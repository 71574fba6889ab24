"""The steps that check an authorization request, in their order.

Before them, `client_identification` finds the client and its redirect URI. An error there is shown to the user; an
error of a step is sent to the client.
"""

from collections.abc import Callable
from typing import Final

from hanse.engine.oauth.authorize.checks.authorization_details import check_authorization_details
from hanse.engine.oauth.authorize.checks.claims import check_claims
from hanse.engine.oauth.authorize.checks.dpop_jkt import check_dpop_jkt
from hanse.engine.oauth.authorize.checks.hints import check_hints
from hanse.engine.oauth.authorize.checks.id_token_hint import check_id_token_hint
from hanse.engine.oauth.authorize.checks.max_age import check_max_age
from hanse.engine.oauth.authorize.checks.pkce import check_pkce
from hanse.engine.oauth.authorize.checks.prompt import check_prompt
from hanse.engine.oauth.authorize.checks.repetition import check_repetition
from hanse.engine.oauth.authorize.checks.request_object import check_request_object
from hanse.engine.oauth.authorize.checks.resource import check_resource
from hanse.engine.oauth.authorize.checks.response_mode import check_response_mode
from hanse.engine.oauth.authorize.checks.response_type import check_front_channel_id_token, check_response_type
from hanse.engine.oauth.authorize.checks.scope import check_scope
from hanse.engine.oauth.authorize.checks.state import check_state
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft

Step = Callable[[AuthorizationRequestDraft], None]

STEPS: Final[tuple[Step, ...]] = (
    # The checks that determine how errors reach the client come first.
    check_state,
    check_response_mode,
    check_repetition,
    check_request_object,
    check_response_type,
    check_pkce,
    check_dpop_jkt,
    check_prompt,
    check_scope,
    check_max_age,
    check_hints,
    check_front_channel_id_token,
    check_id_token_hint,
    check_claims,
    check_resource,
    check_authorization_details,
)


def check_request(draft: AuthorizationRequestDraft) -> None:
    """Run all steps. Raises OAuthError."""
    for step in STEPS:
        step(draft)
