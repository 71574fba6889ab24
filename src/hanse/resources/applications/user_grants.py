"""The persistent grants of users: administrators find them by user or client, and revoke them.

Grants are not part of the configuration. They belong to the run-time state, which is read through
`kit.ports.UserGrants`.
"""

from collections.abc import Collection
from functools import partial
from typing import Annotated

import structlog
from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, ConsolePage
from hanse.config.http.key_paging import LIMIT, NextAfter
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.clock import to_text
from hanse.kit.errors import NotFound
from hanse.kit.ports import UserGrant, UserGrants
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS

PAGE = ConsolePage(
    id="grants",
    label="Grants",
    heading=APPLICATION_OAUTH,
    slug="grants",
    position=70,
    keywords=("refresh token", "consent", "revoke"),
)

LOG = structlog.stdlib.get_logger("hanse.oauth")
PATH = f"{API}/oauth/grants"
_TAG = "OAuth Grants"
# The run-time state is another database, which may be slow.
_operation = partial(Operation, area=Area.CONFIGURATION, tag=_TAG, in_transaction=False, calls_out=True)


class UserGrantView(ConfigModel):
    """A persistent grant: the access that a user has granted to a client."""

    id: Annotated[str, Field(title="ID")]
    user_key: Annotated[str, Field(title="User key")]
    client_id: Annotated[str, Field(title="Client ID")]
    client_name: Annotated[
        str | None, Field(title="Client", description="Name of the client. Left out if the client was deleted.")
    ] = None
    issuer: Annotated[str, Field(title="Issuer")]
    grant_type: Annotated[str, Field(title="Grant type")]
    scopes: Annotated[list[str], Field(title="Scopes")]
    issued: Annotated[str, Field(title="Issued", json_schema_extra={"format": "date-time"})]
    updated: Annotated[str, Field(title="Last used", json_schema_extra={"format": "date-time"})]
    expires: Annotated[
        str | None,
        Field(
            title="Expires",
            description="Left out if the grant does not expire.",
            json_schema_extra={"format": "date-time"},
        ),
    ] = None


class UserGrantList(ConfigModel):
    """One page of grants, ordered by their IDs."""

    items: list[UserGrantView]
    next_after: NextAfter = None


def _list(call: Call) -> OperationResult:
    query = call.query
    page = call.ports.get(UserGrants).page(
        user_key=query["userKey"] or None,
        client_id=query["clientId"] or None,
        after=query["after"],
        most=query["limit"],
    )
    names = _client_names(call, {each.client_id for each in page.items})
    items = [_view(each, names.get(each.client_id)) for each in page.items]
    return OperationResult(UserGrantList(items=items, next_after=page.next_after))


def _revoke(call: Call) -> OperationResult:
    grant = call.ports.get(UserGrants).revoke(call.path["id"])
    if grant is None:
        raise NotFound("The grant does not exist.")
    LOG.info("grant revoked", grant=grant.id, client=grant.client_id, by=call.principal.username)
    return OperationResult(status=204)


def _client_names(call: Call, ids: Collection[str]) -> dict[str, str]:
    with call.configuration.reading() as view:
        return {id_: stored.body["name"] for id_, stored in view.find_many(OAUTH_CLIENTS, list(ids)).items()}


def _view(grant: UserGrant, client_name: str | None) -> UserGrantView:
    return UserGrantView(
        id=grant.id,
        user_key=grant.user_key,
        client_id=grant.client_id,
        client_name=client_name,
        issuer=grant.issuer,
        grant_type=grant.grant_type,
        scopes=list(grant.scopes),
        issued=to_text(grant.issued),
        updated=to_text(grant.updated),
        expires=None if grant.expires is None else to_text(grant.expires),
    )


USER_GRANT_OPERATIONS = (
    _operation(
        path=PATH,
        summary="List: Grants of users to clients",
        run=_list,
        answer=UserGrantList,
        query=(
            QueryParameter("userKey", str, "Return the grants of this user only."),
            QueryParameter("clientId", str, "Return the grants to this client only."),
            QueryParameter("after", str, "Return the grants after this ID.", ""),
            LIMIT,
        ),
    ),
    _operation(
        method="DELETE",
        path=f"{PATH}/{{id}}",
        summary="Revoke: Grant",
        run=_revoke,
        status=204,
    ),
)
