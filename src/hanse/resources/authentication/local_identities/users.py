"""The users of local identity profiles for administrators, who find, create, change, disable and delete them.

Users are not part of the configuration. They belong to the run-time state, which is accessed through
`kit.local_users.LocalUsers`. Each change is an event in the history of the user, with the administrator's name.
"""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

import structlog

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage
from hanse.config.http.key_paging import LIMIT
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.kit.local_users import (
    EmbeddedLocalUsers,
    LocalUser,
    LocalUserAccess,
    LocalUserStatus,
    PasswordRefused,
    TooManyUsers,
)
from hanse.kit.texts.messages import message
from hanse.plugins.local_identities.accounts import LocalAccounts, NameTaken
from hanse.resources.authentication.local_identities.field_model import LocalIdentityFieldType
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.local_identities.runtime import local_profile
from hanse.resources.authentication.local_identities.user_accounts import accounts_of, existing, user_of
from hanse.resources.authentication.local_identities.user_attributes import (
    checked_values,
    managed_fields,
    password_error,
    refused_password,
    taken_values,
)
from hanse.resources.authentication.local_identities.user_model import (
    MOST_EVENTS,
    MOST_SESSIONS,
    LocalIdentityUserChange,
    LocalIdentityUserCreation,
    LocalIdentityUserDetails,
    LocalIdentityUserField,
    LocalIdentityUserList,
    LocalIdentityUserProfile,
    LocalIdentityUserProfileList,
    as_user,
    with_details,
)
from hanse.resources.authentication.sessions import SESSION_SETTINGS

PAGE = ConsolePage(
    id="localUsers",
    label="Local Users",
    heading=AUTHENTICATION_POLICIES,
    slug="local-users",
    position=66,
    keywords=("user management", "accounts", "disable", "reset password", "customer identity", "end sessions"),
)
LOG = structlog.stdlib.get_logger("hanse.accounts")
PROFILES_PATH: Final = f"{API}/localIdentity/userProfiles"
PATH: Final = f"{API}{handles.LOCAL_IDENTITY_PROFILES.path}/{{id}}/users"
ITEM: Final = f"{PATH}/{{userId}}"
_TAG: Final = "Local Identity Users"
# The run-time state is another database, which may be slow.
operation = partial(Operation, area=Area.ACCOUNTS, tag=_TAG, in_transaction=False, calls_out=True)
# An action on one user, who may not exist.
user_action = partial(operation, method="POST", extra_statuses=(404,))


def end_sessions(call: Call, user: str) -> int:
    """End the sessions of a user and return their number. Their tokens are revoked if the settings demand it."""
    with call.configuration.reading() as view:
        settings = view.singleton(SESSION_SETTINGS)
    lifetime = timedelta(minutes=settings.session_revocation_lifetime)
    until = call.ports.get(Clock).now() + lifetime if settings.revoke_user_session_on_logout else None
    return call.ports.get(LocalUserAccess).end_sessions(user, revoked_until=until)


def log(call: Call, event: str, user: str, **values: str | int) -> None:
    """Log a change of a user with the administrator who made it."""
    LOG.info(event, profile=call.path["id"], user=user, by=call.principal.username, **values)


def details(call: Call, user: LocalUser) -> LocalIdentityUserDetails:
    """Return a user with everything that administrators see."""
    sessions = call.ports.get(LocalUserAccess).sessions(user.id, MOST_SESSIONS)
    return with_details(user, list(sessions), list(call.ports.get(EmbeddedLocalUsers).events(user.id, MOST_EVENTS)))


def _profiles(call: Call) -> OperationResult:
    with call.configuration.reading() as view:
        ids = [each.id for each in view.everything(LOCAL_IDENTITY_PROFILES)]
        profiles = [local_profile(each, view.model(LOCAL_IDENTITY_PROFILES, each)) for each in ids]
    items = [
        LocalIdentityUserProfile(
            id=profile.id,
            name=profile.name,
            minimum_password_length=profile.minimum_password_length,
            fields=[
                LocalIdentityUserField(
                    id=each.id,
                    label=each.label,
                    type=LocalIdentityFieldType(each.type.value),
                    required=each.required,
                    options=list(each.options),
                    is_managed=each.id in managed_fields(profile),
                )
                for each in profile.fields
            ],
        )
        for profile in sorted(profiles, key=lambda each: each.name.casefold())
    ]
    return OperationResult(LocalIdentityUserProfileList(items=items))


def _list(call: Call) -> OperationResult:
    accounts, query = accounts_of(call), call.query
    try:
        page = accounts.users.page(
            accounts.profile.id, search=query["search"], after=query["after"], most=query["limit"]
        )
    except TooManyUsers as error:
        text = message("More than {limit} users match. Enter a longer part of the name.", limit=error.args[0])
        raise ValidationFailed([FieldError(text, "search", "too_many")]) from error
    items = [as_user(each) for each in page.items]
    return OperationResult(LocalIdentityUserList(items=items, next_after=page.next_after))


def _get(call: Call) -> OperationResult:
    return OperationResult(details(call, user_of(call, accounts_of(call))))


def _create(call: Call) -> OperationResult:
    accounts = accounts_of(call)
    values = checked_values(accounts, call.body.attributes)
    user = accounts.new_user(values, password="", verified=call.body.email_verified)
    if call.body.password is not None:
        user = _with_password(accounts, user, call.body.password, temporary=call.body.password_is_temporary)
    try:
        user = accounts.create(user)
    except NameTaken as error:
        raise taken_values(accounts, user) from error
    except PasswordRefused as error:
        raise refused_password(error) from error
    log(call, "local user created", user.id)
    return OperationResult(details(call, user), status=201)


def _with_password(accounts: LocalAccounts, user: LocalUser, password: str, *, temporary: bool) -> LocalUser:
    """Return a user with a password. Raises ValidationFailed if it does not meet the requirements."""
    objection = accounts.password_objection(password, user)
    if objection is not None:
        raise password_error(objection)
    return replace(user, password=accounts.passwords.prepare(password), must_change_password=temporary)


def _change(call: Call) -> OperationResult:
    accounts, change = accounts_of(call), call.body
    user = user_of(call, accounts)
    if change.attributes is not None:
        user = _with_attributes(accounts, user, change)
        log(call, "local user changed", user.id)
    elif change.email_verified and not user.email_verified:
        user = existing(accounts.verify_email(user.id))
        log(call, "address of a local user marked as verified", user.id)
    if change.status is not None and change.status.value != user.status.value:
        user = existing(accounts.set_status(user.id, LocalUserStatus(change.status.value)))
        log(call, "status of a local user changed", user.id, status=user.status.value)
    if change.status is not None and user.status is LocalUserStatus.DISABLED:
        # Also if the user was disabled before, so that a call that failed halfway can be repeated.
        _end_access(call, user.id)
    return OperationResult(details(call, user))


def _with_attributes(accounts: LocalAccounts, user: LocalUser, change: LocalIdentityUserChange) -> LocalUser:
    """Store other values of a user's fields. Another address is verified only if the call states it."""
    values = checked_values(accounts, change.attributes or [])

    def changed(before: LocalUser) -> LocalUser:
        after = accounts.with_values(before, values, verified=before.email_verified)
        is_same = after.email == before.email
        verified = before.email_verified if is_same else False
        chosen = verified if change.email_verified is None else change.email_verified
        return accounts.with_values(before, values, verified=chosen and bool(after.email))

    try:
        return existing(accounts.change(user.id, changed))
    except NameTaken as error:
        raise taken_values(accounts, changed(user)) from error


def _delete(call: Call) -> OperationResult:
    accounts = accounts_of(call)
    user = user_of(call, accounts)
    # First, so that nothing is valid without its user if the server stops in between.
    _end_access(call, user.id)
    if not accounts.delete(user.id):
        raise NotFound("The user does not exist.")
    # A sign-in at the same moment may have begun another session.
    _end_access(call, user.id)
    log(call, "local user deleted", user.id)
    return OperationResult(status=204)


def _end_access(call: Call, user: str) -> None:
    sessions = end_sessions(call, user)
    grants = call.ports.get(LocalUserAccess).revoke_grants(user)
    log(call, "access of a local user ended", user, sessions=sessions, grants=grants)


USER_OPERATIONS = (
    operation(
        path=PROFILES_PATH,
        summary="List: Profiles of local users",
        run=_profiles,
        answer=LocalIdentityUserProfileList,
    ),
    operation(
        path=PATH,
        summary="List: Users of a local identity profile",
        run=_list,
        answer=LocalIdentityUserList,
        query=(
            QueryParameter("search", str, "Return users whose names or e-mail address contain this text.", ""),
            QueryParameter("after", str, "Return the users after the one with this ID.", ""),
            LIMIT,
        ),
        extra_statuses=(404,),
    ),
    operation(
        method="POST",
        path=PATH,
        summary="Create: User of a local identity profile",
        run=_create,
        body=LocalIdentityUserCreation,
        answer=LocalIdentityUserDetails,
        status=201,
        extra_statuses=(404,),
    ),
    operation(
        path=ITEM,
        summary="Read: User of a local identity profile",
        run=_get,
        answer=LocalIdentityUserDetails,
        extra_statuses=(404,),
    ),
    operation(
        method="PUT",
        path=ITEM,
        summary="Change: User of a local identity profile",
        run=_change,
        body=LocalIdentityUserChange,
        answer=LocalIdentityUserDetails,
        extra_statuses=(404,),
    ),
    operation(
        method="DELETE",
        path=ITEM,
        summary="Delete: User of a local identity profile",
        run=_delete,
        status=204,
    ),
)
