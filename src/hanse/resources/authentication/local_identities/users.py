"""The users of local identity profiles for administrators, who find, disable and delete them, and reset passwords.

Users are not part of the configuration. They belong to the run-time state, which is accessed through
`kit.local_users.LocalUsers`. Attributes of users are not returned here: administrators of accounts do not need them.
"""

from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final

import structlog
from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.key_paging import LIMIT, NextAfter
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.crypto.breached_passwords import BreachedPasswords
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import NotFound
from hanse.kit.local_users import LocalUser, LocalUsers, LocalUserStatus
from hanse.kit.randomness import Randomness, random_text
from hanse.kit.texts.labels import Labeled
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.local_identities.runtime import local_profile

LOG = structlog.stdlib.get_logger("hanse.accounts")
PATH: Final = f"{API}{handles.LOCAL_IDENTITY_PROFILES.path}/{{id}}/users"
_ITEM: Final = f"{PATH}/{{userId}}"
_TAG: Final = "Local Identity Users"
# The run-time state is another database, which may be slow.
_operation = partial(Operation, area=Area.ACCOUNTS, tag=_TAG, in_transaction=False, calls_out=True)
_MISSING: Final = "The user does not exist."


class LocalIdentityUserStatus(Labeled):
    """Statuses of users."""

    ACTIVE = "ACTIVE", "Active"
    DISABLED = "DISABLED", "Disabled"


class LocalIdentityUser(ConfigModel):
    """A user of a local identity profile."""

    id: Annotated[str, Field(title="ID")]
    username: Annotated[str, Field(title="Username")]
    email: Annotated[str, Field(title="E-mail address")]
    email_verified: Annotated[bool, Field(title="E-mail address verified")]
    status: Annotated[LocalIdentityUserStatus, Field(title="Status")]
    created: Annotated[str, Field(title="Created", json_schema_extra={"format": "date-time"})]
    updated: Annotated[str, Field(title="Last changed", json_schema_extra={"format": "date-time"})]


class LocalIdentityUserList(ConfigModel):
    """One page of users, ordered by their usernames."""

    items: list[LocalIdentityUser]
    next_after: NextAfter = None


class LocalIdentityUserChange(ConfigModel):
    """The new status of a user."""

    status: Annotated[LocalIdentityUserStatus, Field(title="Status")]


class TemporaryPassword(ConfigModel):
    """A password that the user must change at the next sign-in. It is returned once."""

    password: str


def _accounts(call: Call) -> LocalAccounts:
    """Return the accounts of the profile in the path. Raises NotFound."""
    with call.configuration.reading() as view:
        profile = local_profile(call.path["id"], view.model(LOCAL_IDENTITY_PROFILES, call.path["id"]))
    ports = call.ports
    return LocalAccounts(
        profile,
        ports.get(LocalUsers),
        ports.get(PasswordDigests),
        ports.get(BreachedPasswords),
        ports.get(Clock),
        ports.get(Randomness),
    )


def _list(call: Call) -> OperationResult:
    accounts, query = _accounts(call), call.query
    page = accounts.users.page(accounts.profile.id, search=query["search"], after=query["after"], most=query["limit"])
    return OperationResult(
        LocalIdentityUserList(items=[_view(each) for each in page.items], next_after=page.next_after)
    )


def _get(call: Call) -> OperationResult:
    user = _accounts(call).get(call.path["userId"])
    if user is None:
        raise NotFound(_MISSING)
    return OperationResult(_view(user))


def _change(call: Call) -> OperationResult:
    accounts, status = _accounts(call), LocalUserStatus(call.body.status.value)
    user = accounts.set_status(call.path["userId"], status)
    if user is None:
        raise NotFound(_MISSING)
    _log(call, "status of a local user changed", status=status.value)
    return OperationResult(_view(user))


def _reset(call: Call) -> OperationResult:
    accounts = _accounts(call)
    # Long enough for every minimum, and about 6 bits for each character.
    password = random_text(accounts.randomness, accounts.profile.minimum_password_length + 8)
    if not accounts.set_password(call.path["userId"], password, temporary=True):
        raise NotFound(_MISSING)
    _log(call, "password of a local user reset")
    return OperationResult(TemporaryPassword(password=password), headers={"Cache-Control": "no-store"})


def _delete(call: Call) -> OperationResult:
    if not _accounts(call).delete(call.path["userId"]):
        raise NotFound(_MISSING)
    _log(call, "local user deleted")
    return OperationResult(status=204)


def _log(call: Call, event: str, **values: str) -> None:
    LOG.info(event, profile=call.path["id"], user=call.path["userId"], by=call.principal.username, **values)


def _view(user: LocalUser) -> LocalIdentityUser:
    return LocalIdentityUser(
        id=user.id,
        username=user.username,
        email=user.email,
        email_verified=user.email_verified,
        status=LocalIdentityUserStatus(user.status.value),
        created=to_text(datetime.fromtimestamp(user.created, UTC)),
        updated=to_text(datetime.fromtimestamp(user.updated, UTC)),
    )


LOCAL_USER_OPERATIONS = (
    _operation(
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
    _operation(
        path=_ITEM,
        summary="Read: User of a local identity profile",
        run=_get,
        answer=LocalIdentityUser,
        extra_statuses=(404,),
    ),
    _operation(
        method="PUT",
        path=_ITEM,
        summary="Disable or enable: User of a local identity profile",
        run=_change,
        body=LocalIdentityUserChange,
        answer=LocalIdentityUser,
        extra_statuses=(404,),
    ),
    _operation(
        method="POST",
        path=f"{_ITEM}/resetPassword",
        summary="Reset the password: User of a local identity profile",
        run=_reset,
        answer=TemporaryPassword,
        extra_statuses=(404,),
    ),
    _operation(
        method="DELETE",
        path=_ITEM,
        summary="Delete: User of a local identity profile",
        run=_delete,
        status=204,
    ),
)
