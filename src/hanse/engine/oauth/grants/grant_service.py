"""The REST services with which programs list and revoke grants.

Paths and JSON are compatible with existing callers: `/pf-ws/rest/oauth/users/{userKey}/grants` and
`/pf-ws/rest/oauth/clients/{clientId}/grants` for administration, and `/pf-ws/rest/oauth/grants` for a client that
manages the grants of the user who is signed in to it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.errors import InvalidRequest, OAuthError
from hanse.engine.http.answers import Answer, empty_answer, json_answer
from hanse.engine.http.protocol_endpoint import Access, ErrorRenderer, Handler, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.error_rendering import render_bearer_error, render_oauth_error
from hanse.engine.oauth.grants.revocation import revoke_grant
from hanse.engine.oauth.grants.service_callers import ServiceCallers, TokenCallers, check_header
from hanse.engine.oauth.paths import OWN_GRANTS_PATH
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Value
from hanse.engine.state.contracts import Grant
from hanse.kit.clock import to_text

LOG = structlog.stdlib.get_logger("hanse.oauth")
ROOT: Final = "/pf-ws/rest/oauth"
MOST_LISTED: Final = 1_000


class GrantNotFound(OAuthError):
    """The grant does not exist, or does not match the criteria of the request."""

    code = "not_found"
    status = HTTPStatus.NOT_FOUND

    def __init__(self) -> None:
        super().__init__("The grant does not exist.")


@dataclass(frozen=True)
class GrantSubject:
    """The owner of the requested grants: a user or a client; `caller` is for the log."""

    caller: str
    user_key: str | None = None
    client_id: str | None = None

    def has(self, grant: Grant) -> bool:
        """Return whether a grant belongs to the subject."""
        return self.user_key in (None, grant.user_key) and self.client_id in (None, grant.client_id)


Identify = Callable[[Request], Awaitable[GrantSubject]]


@dataclass(frozen=True)
class GrantService:
    """The service for one kind of subject; `identify` authenticates the caller."""

    services: Services
    identify: Identify

    async def list(self, request: Request) -> Answer:
        """Return grants, at most 1,000 at once; `nextAfter` is the parameter `after` of the next page."""
        subject = await self._subject(request)
        after = request.query.one("after") or ""
        page = await self.services.state.grants.page(
            self._now(), user_key=subject.user_key, client_id=subject.client_id, after=after, most=MOST_LISTED
        )
        content: dict[str, Any] = {"items": [as_json(each) for each in page.items]}
        if page.next_after is not None:
            content["nextAfter"] = page.next_after
        return json_answer(content)

    async def get(self, request: Request) -> Answer:
        """Return one grant."""
        return json_answer(as_json(await self._grant(request, await self._subject(request))))

    async def revoke(self, request: Request) -> Answer:
        """End one grant."""
        subject = await self._subject(request)
        await revoke_grant(self.services, await self._grant(request, subject), by=subject.caller)
        return empty_answer(HTTPStatus.NO_CONTENT)

    async def revoke_all(self, request: Request) -> Answer:
        """End all grants of the subject."""
        subject = await self._subject(request)
        after: str | None = ""
        while after is not None:
            page = await self.services.state.grants.page(
                self._now(), user_key=subject.user_key, client_id=subject.client_id, after=after, most=MOST_LISTED
            )
            for each in page.items:
                await revoke_grant(self.services, each, by=subject.caller)
            after = page.next_after
        return empty_answer(HTTPStatus.NO_CONTENT)

    async def _subject(self, request: Request) -> GrantSubject:
        check_header(request)
        return await self.identify(request)

    async def _grant(self, request: Request, subject: GrantSubject) -> Grant:
        grant = await self.services.state.grants.get(request.values["grantId"], self._now())
        if grant is None or not subject.has(grant):
            raise GrantNotFound
        return grant

    def _now(self) -> float:
        return self.services.clock.now().timestamp()


def as_json(grant: Grant) -> dict[str, Any]:
    """Return a grant in the form that existing callers expect."""
    content: dict[str, Any] = {
        "id": grant.id,
        "userKey": grant.user_key,
        "grantType": grant.grant_type,
        "scopes": list(grant.scopes),
        "clientId": grant.client_id,
        "issued": _moment(grant.issued),
        "updated": _moment(grant.updated),
    }
    if grant.expires is not None:
        content["expires"] = _moment(grant.expires)
    if not grant.body:
        return content
    context = GrantContext.decode(grant.body)
    attributes: Mapping[str, Value] = context.attributes
    if context.session_id:
        attributes = {**attributes, "pi.sri": context.session_id}
    content["grantAttributes"] = [
        {"name": name, "values": [value] if isinstance(value, str) else list(value)}
        for name, value in attributes.items()
    ]
    if context.authorization_details:
        content["authorizationDetails"] = msgspec.json.decode(context.authorization_details)
    return content


def _moment(seconds: float) -> str:
    return to_text(datetime.fromtimestamp(seconds, UTC))


def grant_service_endpoints(
    services: Services, callers: ServiceCallers, tokens: TokenCallers
) -> Sequence[ProtocolEndpoint]:
    """Return the services for users, for clients, and for holders of an access token."""

    async def user(request: Request) -> GrantSubject:
        return GrantSubject(await callers.authenticate(request), user_key=_value(request, "userKey"))

    async def client(request: Request) -> GrantSubject:
        return GrantSubject(await callers.authenticate(request), client_id=_value(request, "clientId"))

    of_users = _endpoints(
        f"{ROOT}/users/{{userKey}}/grants",
        GrantService(services, user),
        "Grants of a user",
        "Lists and revokes the grants of a user. Requires HTTP Basic authentication.",
    )
    of_clients = _endpoints(
        f"{ROOT}/clients/{{clientId}}/grants",
        GrantService(services, client),
        "Grants to a client",
        "Lists and revokes the grants to a client. Requires HTTP Basic authentication.",
    )
    return (*of_users, *of_clients, *_own_grants(services, tokens))


def _own_grants(services: Services, tokens: TokenCallers) -> Sequence[ProtocolEndpoint]:
    async def holder(request: Request) -> GrantSubject:
        return GrantSubject("access token", user_key=await tokens.authenticate(request))

    return _endpoints(
        OWN_GRANTS_PATH,
        GrantService(services, holder),
        "Persistent grant management",
        "Lists and revokes the grants of the access token's user.",
        Access.BEARER,
        render_bearer_error,
    )


def _value(request: Request, name: str) -> str:
    value = request.values[name]
    if not value.isprintable():
        raise InvalidRequest("The address has characters that identifiers cannot contain.")
    return value


def _endpoints(
    path: str,
    service: GrantService,
    title: str,
    description: str,
    access: Access = Access.SERVICE,
    render_error: ErrorRenderer = render_oauth_error,
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints of a list, with and without a slash at its end, and of its items."""
    many: Mapping[str, Handler] = {"GET": service.list, "DELETE": service.revoke_all}
    one: Mapping[str, Handler] = {"GET": service.get, "DELETE": service.revoke}
    return (
        ProtocolEndpoint(
            path,
            access,
            many,
            render_error,
            title=title,
            description=description,
        ),
        ProtocolEndpoint(f"{path}/", access, many, render_error),
        ProtocolEndpoint(f"{path}/{{grantId}}", access, one, render_error),
    )
