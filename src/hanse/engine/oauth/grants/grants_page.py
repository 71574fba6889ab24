"""The page on which users see the access of applications, and revoke it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import OAuthError
from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.consent.scope_texts import scope_text
from hanse.engine.oauth.grant_mapping import adapters_with_grants, owner_of
from hanse.engine.oauth.grants.revocation import revoke_grant
from hanse.engine.oauth.mapping_sources import request_sources
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.services import Services
from hanse.engine.signin.contracts import (
    FlowHandle,
    SignedIn,
    SignIn,
    SignInFailed,
    SignInRequest,
    SignInResult,
)
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.state.contracts import Grant

LOG = structlog.stdlib.get_logger("hanse.oauth")
PATH: Final = "/as/grants.oauth2"
PURPOSE: Final = "grants"
LIST_TEMPLATE: Final = "oauth.access.grants.page.template.html"
REVOKE_TEMPLATE: Final = "oauth.access.grants.revoke.page.template.html"
_LIST, _CONFIRM = "list", "confirm"


@dataclass(frozen=True)
class GrantsPage:
    """Lists and revokes the grants of the user who signed in; a `signin.contracts.Completion`."""

    services: Services
    fulfillment: AttributeFulfillment

    async def complete(self, request: Request, flow: FlowHandle, _body: bytes, result: SignInResult) -> Answer:
        """Show the grants of the user."""
        if isinstance(result, SignInFailed):
            LOG.info("grants not shown", error=result.code, reason=result.description)
            return await flow.finish(request, self.services.pages.error(request, message="error.denied"))
        try:
            sources = request_sources(request, None, acr=result.acr)
            owner = await owner_of(self.fulfillment, request, result, sources)
        except OAuthError as error:
            return await flow.finish(request, PageErrors(self.services.pages)(request, error))
        return await self._list(request, flow, {"owner": owner.user_key, "name": owner.user_name})

    async def resume(
        self,
        request: Request,
        flow: FlowHandle,
        _body: bytes,
        _result: SignedIn,
        stage: str,
        state: Mapping[str, Any],
    ) -> Answer:
        """Answer a button of the pages."""
        form = await request.form()
        if stage == _CONFIRM:
            return await self._revoke(request, flow, state, confirmed=form.one("confirm") is not None)
        grant = await self._own_grant(form.one("revoke") or "", state)
        if grant is None:
            return await self._list(request, flow, state, after=form.one("after") or "")
        page = flow.page(request, REVOKE_TEMPLATE, {"grant": self._described(request, grant)})
        return await flow.show(request, _CONFIRM, {**state, "grant": grant.id}, page)

    async def _revoke(self, request: Request, flow: FlowHandle, state: Mapping[str, Any], *, confirmed: bool) -> Answer:
        grant = await self._own_grant(str(state.get("grant", "")), state)
        if grant is None or not confirmed:
            return await self._list(request, flow, state)
        await revoke_grant(self.services, grant, by="user")
        return await self._list(request, flow, state, revoked=_name_of(request, grant))

    async def _own_grant(self, id_: str, state: Mapping[str, Any]) -> Grant | None:
        """Return a grant of the user; None for another user's, because the id comes from the browser."""
        grant = await self.services.state.grants.get(id_, self._now()) if id_ else None
        return grant if grant is not None and grant.user_key == state["owner"] else None

    async def _list(
        self, request: Request, flow: FlowHandle, state: Mapping[str, Any], *, after: str = "", revoked: str = ""
    ) -> Answer:
        found = await self.services.state.grants.page(self._now(), user_key=state["owner"], after=after)
        values = {
            "user_name": state["name"],
            "grants": [self._described(request, each) for each in found.items],
            "next_after": found.next_after or "",
            "revoked": revoked,
        }
        kept = {name: state[name] for name in ("owner", "name")}
        return await flow.show(request, _LIST, kept, flow.page(request, LIST_TEMPLATE, values))

    def _described(self, request: Request, grant: Grant) -> dict[str, Any]:
        known, pages = request.snapshot.part(SCOPES), self.services.pages
        locale = pages.locale(request)
        return {
            "id": grant.id,
            "name": _name_of(request, grant),
            "scopes": [scope_text(pages, locale, known, each) for each in grant.scopes],
            "issued": _day(grant.issued),
            "updated": _day(grant.updated),
            "expires": "" if grant.expires is None else _day(grant.expires),
        }

    def _now(self) -> float:
        return self.services.clock.now().timestamp()


def _name_of(request: Request, grant: Grant) -> str:
    client = request.snapshot.part(CLIENTS).get(grant.client_id)
    return grant.client_id if client is None else client.settings.name


def _day(moment: float) -> str:
    """Return a day in the format of ISO 8601, which is unambiguous in every country."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def grants_page_endpoints(
    services: Services, sign_in: SignIn, fulfillment: AttributeFulfillment
) -> Sequence[ProtocolEndpoint]:
    """Return the page of a user's own grants."""
    sign_in.register(PURPOSE, GrantsPage(services, fulfillment))

    async def show(request: Request) -> Answer:
        parameters = {name: request.query.all(name) for name in request.query}
        adapters = adapters_with_grants(request.snapshot, request.query.all("pfidpadapterid"))
        wanted = SignInRequest(
            purpose=PURPOSE, body=b"", parameters=parameters, adapters=adapters, own_application=True
        )
        return await sign_in.begin(request, wanted)

    return (
        ProtocolEndpoint(
            PATH,
            Access.BROWSER,
            {"GET": show},
            PageErrors(services.pages),
            title="Grant management",
            description="Page on which users view and revoke the grants of applications.",
        ),
    )
