"""Short names of failure reasons and grant types."""

from collections.abc import Mapping
from typing import Final

from hanse.kit.sign_in_traces import FailureReason
from hanse.kit.texts.messages import Message, message

REASONS: Final[Mapping[str, Message]] = {
    FailureReason.ADAPTER_REFUSED: message("User not authenticated"),
    FailureReason.ADAPTER_NOT_USABLE: message("Adapter failed"),
    FailureReason.CANCELLED: message("Canceled by the user"),
    FailureReason.LOCKED_OUT: message("User locked out"),
    FailureReason.PASSWORD_EXPIRED: message("Password expired"),
    FailureReason.CRITERIA_NOT_MET: message("Issuance criteria not met"),
    FailureReason.NOT_FULFILLED: message("Attribute contract not fulfilled"),
    FailureReason.NO_GRANT_MAPPING: message("No grant mapping"),
    FailureReason.CONNECTION_NOT_USABLE: message("Identity provider connection not usable"),
    FailureReason.NO_BRANCH: message("No policy branch for the result"),
    FailureReason.NOBODY_AUTHENTICATED: message("No adapter authenticated the user"),
    FailureReason.NO_LOCAL_USER: message("No account in the local identity profile"),
    FailureReason.USER_NOT_PROVISIONED: message("User not provisioned"),
    FailureReason.ACCOUNT_NOT_LINKED: message("No linked account"),
    FailureReason.SELECTOR_NOT_USABLE: message("Selector failed"),
    FailureReason.FRAGMENT_NOT_USABLE: message("Fragment failed"),
    FailureReason.NO_POLICY: message("No policy applies"),
    FailureReason.NO_ADAPTER: message("No adapter"),
    FailureReason.TOO_MANY_RESTARTS: message("Too many restarts of a policy"),
    FailureReason.POLICY_CYCLE: message("Policy with a cycle"),
    FailureReason.DENIED: message("Denied by a policy"),
    FailureReason.SIGN_IN_REQUIRED: message("Sign-in required (prompt=none)"),
    FailureReason.OTHER_USER: message("Another user signed in"),
    FailureReason.SESSION_QUOTA: message("Session quota reached"),
    FailureReason.REQUEST_REFUSED: message("Request refused"),
    FailureReason.UNAVAILABLE: message("System not available"),
    FailureReason.DEFECT: message("Server error"),
}
# By their names in the protocol.
GRANT_TYPES: Final[Mapping[str, Message]] = {
    "authorization_code": message("Authorization code"),
    "client_credentials": message("Client credentials"),
    "implicit": message("Implicit"),
    "password": message("Resource owner credentials"),
    "refresh_token": message("Refresh token"),
    "urn:ietf:params:oauth:grant-type:device_code": message("Device code"),
    "urn:ietf:params:oauth:grant-type:token-exchange": message("Token exchange"),
    "urn:openid:params:grant-type:ciba": message("CIBA"),
}
