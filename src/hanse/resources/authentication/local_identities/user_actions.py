"""Actions of administrators on local users: passwords, links by e-mail, and the end of sessions."""

from functools import partial
from typing import Final

from hanse import handles
from hanse.config.http.operation import Call, OperationResult
from hanse.kit.errors import FieldError, Unavailable, ValidationFailed
from hanse.kit.local_users import AccountLinkPurpose, LocalUserAccess, LocalUserEventKind, PasswordRefused
from hanse.kit.randomness import random_text
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.resources.authentication.local_identities.user_accounts import accounts_of, existing, user_of
from hanse.resources.authentication.local_identities.user_attributes import refused_password
from hanse.resources.authentication.local_identities.user_model import EndedSessions, TemporaryPassword
from hanse.resources.authentication.local_identities.users import (
    ITEM,
    USER_OPERATIONS,
    end_sessions,
    log,
    user_action,
)

RESET_PATH: Final = f"{ITEM}/resetPassword"
PASSWORD_LINK_PATH: Final = f"{ITEM}/sendPasswordLink"
VERIFICATION_LINK_PATH: Final = f"{ITEM}/sendVerificationLink"
END_SESSIONS_PATH: Final = f"{ITEM}/endSessions"
_EVENTS: Final = {
    AccountLinkPurpose.PASSWORD: LocalUserEventKind.PASSWORD_LINK_SENT,
    AccountLinkPurpose.VERIFICATION: LocalUserEventKind.VERIFICATION_LINK_SENT,
}


def _reset(call: Call) -> OperationResult:
    accounts = accounts_of(call)
    user = user_of(call, accounts)
    # Long enough for every minimum, and about 6 bits for each character.
    password = random_text(accounts.randomness, accounts.profile.minimum_password_length + 8)
    try:
        if not accounts.set_password(user.id, password, temporary=True):
            existing(None)
    except PasswordRefused as error:
        raise refused_password(error) from error
    log(call, "password of a local user reset", user.id)
    end_sessions(call, user.id)
    return OperationResult(TemporaryPassword(password=password), headers={"Cache-Control": "no-store"})


def _send_password_link(call: Call) -> OperationResult:
    return _send_link(call, AccountLinkPurpose.PASSWORD)


def _send_verification_link(call: Call) -> OperationResult:
    return _send_link(call, AccountLinkPurpose.VERIFICATION)


def _send_link(call: Call, purpose: AccountLinkPurpose) -> OperationResult:
    accounts = accounts_of(call)
    user = user_of(call, accounts)
    if not user.email:
        raise ValidationFailed([FieldError("The user has no e-mail address.", None, "no_address")])
    _check_messages(call, accounts)
    if not call.ports.get(LocalUserAccess).send_link(user, purpose):
        raise Unavailable("Too many messages are waiting to be sent. Try again later.", retry_after=60)
    accounts.users.add_event(user.profile, user.id, accounts.event(_EVENTS[purpose]))
    log(call, "link requested for a local user", user.id, purpose=purpose.value)
    return OperationResult(status=204)


def _check_messages(call: Call, accounts: LocalAccounts) -> None:
    """Refuse a message that would not be sent. Raises ValidationFailed."""
    verification = accounts.profile.verification
    with call.configuration.reading() as view:
        default = view.singleton(handles.NOTIFICATION_PUBLISHER_SETTINGS).default_notification_publisher_ref
        federation = view.singleton(handles.SERVER_SETTINGS).federation_info
    if default is None and (verification is None or not verification.publisher):
        text = "No message can be sent. Choose a default notification publisher."
        raise ValidationFailed([FieldError(text, None, "no_publisher")])
    if federation is None or not federation.base_url:
        text = "Links need the base URL of this server. Enter it in the federation settings."
        raise ValidationFailed([FieldError(text, None, "no_base_url")])


def _end_sessions(call: Call) -> OperationResult:
    accounts = accounts_of(call)
    user = user_of(call, accounts)
    ended = end_sessions(call, user.id)
    accounts.users.add_event(user.profile, user.id, accounts.event(LocalUserEventKind.SESSIONS_ENDED))
    log(call, "sessions of a local user ended", user.id, ended=ended)
    return OperationResult(EndedSessions(ended=ended))


_send_link_operation = partial(user_action, status=204, extra_statuses=(404, 422))
LOCAL_USER_OPERATIONS = (
    *USER_OPERATIONS,
    user_action(
        path=RESET_PATH,
        summary="Set a temporary password: User of a local identity profile",
        run=_reset,
        answer=TemporaryPassword,
    ),
    _send_link_operation(
        path=PASSWORD_LINK_PATH,
        summary="Send a link to set a password: User of a local identity profile",
        run=_send_password_link,
    ),
    _send_link_operation(
        path=VERIFICATION_LINK_PATH,
        summary="Send a link to verify the e-mail address: User of a local identity profile",
        run=_send_verification_link,
    ),
    user_action(
        path=END_SESSIONS_PATH,
        summary="End the sessions: User of a local identity profile",
        run=_end_sessions,
        answer=EndedSessions,
    ),
)
