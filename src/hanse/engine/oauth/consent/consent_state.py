"""The request for consent as a state of the authentication API, for clients in the redirectless mode.

Such a client receives the user's password, and administrators allow the mode for each client. The state follows only an
authentication within the same flow, because a script could approve without the user if a session were sufficient. The
actions become the form of the consent page, so that only what was requested can be approved.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hanse.engine.oauth.consent.consent_page import ALLOW, DECISION, DENY, DETAIL, SCOPE
from hanse.plugins.contracts.authentication_api import ApiAction, ApiInput, ApiState, InputType

STATUS: Final = "OAUTH_CONSENT_REQUIRED"
CONSENT_ACTIONS: Final = (
    ApiAction(
        name="approveConsent",
        description="Approve the selected scopes and authorization details.",
        inputs=(
            ApiInput(
                name="scopes",
                description="Names of the approved scopes. The scope openid is always approved.",
                parameters=(SCOPE,),
                type=InputType.ARRAY,
                required=False,
            ),
            ApiInput(
                name="authorizationDetails",
                description="IDs of the approved authorization details.",
                parameters=(DETAIL,),
                type=InputType.ARRAY,
                required=False,
            ),
        ),
        button=DECISION,
        pressed=ALLOW,
    ),
    ApiAction(name="denyConsent", description="Decline the request.", button=DECISION, pressed=DENY),
)


def consent_state(values: Mapping[str, Any], details: Sequence[Any]) -> ApiState:
    """Return the state for the values of the consent page; `details` are the requested authorization details."""
    shown = {
        "clientName": values["client_name"],
        "clientReviewed": not values["is_unreviewed"],
        "userName": values["user_name"],
        "userCode": values["user_code"],
        "scopes": values["scopes"],
        "defaultScopeDescription": values["default_scope"],
        "lifetimeDescription": values["lifetime"],
        "authorizationDetails": [
            {"id": str(index), "description": text, "detail": detail}
            for index, (text, detail) in enumerate(zip(values["details"], details, strict=True))
        ],
    }
    return ApiState(status=STATUS, actions=CONSENT_ACTIONS, values=shown)
