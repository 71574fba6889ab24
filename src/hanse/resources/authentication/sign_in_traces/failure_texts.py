"""The reasons of failures as sentences for administrators."""

from collections.abc import Callable, Mapping
from typing import Final

from hanse.kit.sign_in_traces import FailureReason
from hanse.kit.texts.messages import Message, message, verbatim

_TEXTS: Final[Mapping[FailureReason, Message]] = {
    FailureReason.ADAPTER_NOT_USABLE: message("The adapter was not found or failed. The server log has the cause."),
    FailureReason.CANCELLED: message("The user canceled the sign-in."),
    FailureReason.LOCKED_OUT: message("The user was locked out after too many failed attempts."),
    FailureReason.AUTHENTICATION_TOO_OLD: message(
        "The identity provider authenticated the user too long ago. The application requires a new sign-in."
    ),
    FailureReason.PASSWORD_EXPIRED: message("The password has expired and was not changed."),
    FailureReason.NO_GRANT_MAPPING: message("There is no grant mapping for the source that signed the user in."),
    FailureReason.CONNECTION_NOT_USABLE: message(
        "The connection is not active, has no Browser SSO, or failed. The server log has the cause."
    ),
    FailureReason.NOBODY_AUTHENTICATED: message("No adapter above has authenticated the user."),
    FailureReason.SELECTOR_NOT_USABLE: message("The selector was not found or failed. The server log has the cause."),
    FailureReason.FRAGMENT_NOT_USABLE: message("The fragment was not found, or fragments are nested too deeply."),
    FailureReason.NO_POLICY: message("No policy applies to this request, and requests without a policy are denied."),
    FailureReason.NO_ADAPTER: message("No adapter can authenticate users."),
    FailureReason.TOO_MANY_RESTARTS: message("The policy restarted too often."),
    FailureReason.POLICY_CYCLE: message("The policy has a cycle and never ends."),
    FailureReason.DENIED: message("The policy ended without authenticating the user."),
    FailureReason.SIGN_IN_REQUIRED: message(
        "The application allowed no page (prompt=none), but the user must sign in."
    ),
    FailureReason.OTHER_USER: message("Another user signed in than the application requested."),
    FailureReason.SESSION_QUOTA: message("The user has reached the maximum number of sessions."),
    FailureReason.UNAVAILABLE: message(
        "A system that the sign-in needs was not available. The server log has the cause."
    ),
    FailureReason.DEFECT: message("The server failed. The server log has the cause under the request ID."),
}


def _adapter_refused(detail: str) -> Message:
    return message("The adapter did not authenticate the user: {code}.", code=detail)


def _provider_failed(detail: str) -> Message:
    return message("The sign-in at the identity provider failed: {text}", text=detail)


def _provider_unreachable(detail: str) -> Message:
    return message("The identity provider was not reached: {text}", text=detail)


def _provider_denied(detail: str) -> Message:
    return message("The identity provider denied the sign-in: {text}", text=detail)


def _response_invalid(detail: str) -> Message:
    return message("The identity provider's response was refused: {text}", text=detail)


def _signature_invalid(detail: str) -> Message:
    return message(
        "The signature of the identity provider's response was refused: {text} Check the partner's certificates in the"
        " connection.",
        text=detail,
    )


def _not_decrypted(detail: str) -> Message:
    return message(
        "The identity provider's response was not decrypted: {text} Check the decryption keys in the connection, and"
        " the certificate that the partner encrypts with.",
        text=detail,
    )


def _criteria_not_met(detail: str) -> Message:
    return message("The issuance criteria are not met: {text}", text=detail)


def _not_fulfilled(detail: str) -> Message:
    return message("The attribute contract was not fulfilled: {text}", text=detail)


def _no_local_user(detail: str) -> Message:
    return message("The user has no usable account in the local identity profile: {text}", text=detail)


def _not_provisioned(detail: str) -> Message:
    return message("Just-in-time provisioning refused the user: {text}", text=detail)


def _not_linked(detail: str) -> Message:
    return message("The user has no linked account that can be used: {text}", text=detail)


def _no_branch(detail: str) -> Message:
    return message("The policy has no branch for the result {result}.", result=detail)


def _request_refused(detail: str) -> Message:
    return verbatim(detail) if detail else message("The request was refused.")


_WITH_DETAIL: Final[Mapping[FailureReason, Callable[[str], Message]]] = {
    FailureReason.ADAPTER_REFUSED: _adapter_refused,
    FailureReason.PROVIDER_FAILED: _provider_failed,
    FailureReason.PROVIDER_UNREACHABLE: _provider_unreachable,
    FailureReason.PROVIDER_DENIED: _provider_denied,
    FailureReason.PROVIDER_RESPONSE_INVALID: _response_invalid,
    FailureReason.PROVIDER_SIGNATURE_INVALID: _signature_invalid,
    FailureReason.PROVIDER_RESPONSE_NOT_DECRYPTED: _not_decrypted,
    FailureReason.CRITERIA_NOT_MET: _criteria_not_met,
    FailureReason.NOT_FULFILLED: _not_fulfilled,
    FailureReason.NO_LOCAL_USER: _no_local_user,
    FailureReason.USER_NOT_PROVISIONED: _not_provisioned,
    FailureReason.ACCOUNT_NOT_LINKED: _not_linked,
    FailureReason.NO_BRANCH: _no_branch,
    FailureReason.REQUEST_REFUSED: _request_refused,
}


def failure_text(reason: FailureReason, detail: str) -> Message:
    """Return the sentence for a reason and its detail."""
    with_detail = _WITH_DETAIL.get(reason)
    return _TEXTS[reason] if with_detail is None else with_detail(detail)
