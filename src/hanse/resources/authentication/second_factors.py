"""The second factors of users: administrators find and remove them, for example after the loss of a device.

Second factors are not part of the configuration. They belong to the run-time state, which is accessed through
`kit.ports.UserFactors`. Their secrets are never shown.
"""

from functools import partial
from typing import Annotated, Final

import structlog
from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.types import Name
from hanse.config.declare.ui.navigation import AUTHENTICATION_INTEGRATION, ConsolePage
from hanse.config.http.key_paging import LIMIT, NextAfter
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.clock import to_text
from hanse.kit.errors import NotFound
from hanse.kit.ports import UserFactor, UserFactors
from hanse.kit.texts.labels import Labeled
from hanse.plugins.adapters.second_factors.factor_users import factor_key

PAGE = ConsolePage(
    id="secondFactors",
    label="Second Factors",
    heading=AUTHENTICATION_INTEGRATION,
    slug="second-factors",
    position=25,
    keywords=("authenticator app", "TOTP", "passkey", "MFA", "recovery code", "reset", "lost device"),
)
LOG = structlog.stdlib.get_logger("hanse.signin")
PATH: Final = f"{API}/idp/secondFactors"
RESET_PATH: Final = f"{PATH}/reset"
_TAG: Final = "Second Factors"
# The run-time state is another database, which may be slow.
_operation = partial(Operation, area=Area.CONFIGURATION, tag=_TAG, in_transaction=False, calls_out=True)


class SecondFactorType(Labeled):
    """The kinds of second factors."""

    TOTP = "TOTP", "Authenticator app"
    PASSKEY = "PASSKEY", "Passkey"
    RECOVERY_CODE = "RECOVERY_CODE", "Recovery code"


class SecondFactorView(ConfigModel):
    """A second factor of a user."""

    id: Annotated[str, Field(title="ID")]
    adapter_id: Annotated[str, Field(title="Adapter ID")]
    adapter_name: Annotated[
        str | None, Field(title="Adapter", description="Name of the adapter. Left out if the adapter was deleted.")
    ] = None
    user_key: Annotated[
        str, Field(title="User", description="User ID from the policy, in lower case and without repeated spaces.")
    ]
    type: Annotated[SecondFactorType, Field(title="Type")]
    name: Annotated[
        str, Field(title="Name", description="Name that the user chose. For recovery codes, the number of the code.")
    ]
    created: Annotated[str, Field(title="Added", json_schema_extra={"format": "date-time"})]
    last_used: Annotated[
        str | None,
        Field(
            title="Last used",
            description="Left out before the first use.",
            json_schema_extra={"format": "date-time"},
        ),
    ] = None


class SecondFactorList(ConfigModel):
    """One page of second factors, ordered by user and ID."""

    items: list[SecondFactorView]
    next_after: NextAfter = None


class SecondFactorReset(ConfigModel):
    """The user whose second factors are removed."""

    user_key: Annotated[Name, Field(title="User", description="User ID. Differences in letter case do not matter.")]
    adapter_id: Annotated[
        str | None,
        Field(
            title="Adapter ID",
            description="Remove only the second factors of this adapter. If not set, all of the user are removed.",
            max_length=256,
        ),
    ] = None


class SecondFactorResetResult(ConfigModel):
    """The result of a reset."""

    removed: Annotated[int, Field(title="Removed", description="Number of removed second factors.")]


def _list(call: Call) -> OperationResult:
    query = call.query
    # Identifiers have no spaces, and names of users may have some.
    id_, _, user = query["after"].partition(" ")
    page = call.ports.get(UserFactors).page(
        user_key=factor_key(query["userKey"] or ""), after=(user, id_), most=query["limit"]
    )
    with call.configuration.reading() as view:
        found = view.find_many(handles.ADAPTERS, sorted({each.adapter for each in page.items}))
        names = {each: stored.body["name"] for each, stored in found.items()}
    following = None if page.next_after is None else f"{page.next_after[1]} {page.next_after[0]}"
    items = [_view(each, names.get(each.adapter)) for each in page.items]
    return OperationResult(SecondFactorList(items=items, next_after=following))


def _remove(call: Call) -> OperationResult:
    removed = call.ports.get(UserFactors).remove(call.path["id"])
    if removed is None:
        raise NotFound("The second factor does not exist.")
    LOG.info(
        "second factor removed by an administrator",
        factor=removed.id,
        kind=removed.kind,
        adapter=removed.adapter,
        user=removed.user_key,
        by=call.principal.username,
    )
    return OperationResult(status=204)


def _reset(call: Call) -> OperationResult:
    user, adapter = factor_key(call.body.user_key), call.body.adapter_id or ""
    removed = call.ports.get(UserFactors).remove_all(user, adapter)
    LOG.info(
        "second factors reset by an administrator",
        removed=removed,
        adapter=adapter,
        user=user,
        by=call.principal.username,
    )
    return OperationResult(SecondFactorResetResult(removed=removed))


def _view(factor: UserFactor, adapter_name: str | None) -> SecondFactorView:
    return SecondFactorView(
        id=factor.id,
        adapter_id=factor.adapter,
        adapter_name=adapter_name,
        user_key=factor.user_key,
        type=SecondFactorType(factor.kind),
        name=factor.name,
        created=to_text(factor.created),
        last_used=None if factor.used is None else to_text(factor.used),
    )


SECOND_FACTOR_OPERATIONS = (
    _operation(
        path=PATH,
        summary="List: Second factors of users",
        run=_list,
        answer=SecondFactorList,
        query=(
            QueryParameter("userKey", str, "Return the second factors of this user only."),
            QueryParameter("after", str, "Return the second factors after this position.", ""),
            LIMIT,
        ),
    ),
    _operation(
        method="DELETE",
        path=f"{PATH}/{{id}}",
        summary="Remove: Second factor",
        run=_remove,
        status=204,
    ),
    _operation(
        method="POST",
        path=RESET_PATH,
        summary="Reset: Second factors of a user",
        run=_reset,
        body=SecondFactorReset,
        answer=SecondFactorResetResult,
    ),
)
