"""The service: it lists, creates, changes and deletes clients, by the rules of the admin API.

Paths and JSON are compatible with existing callers: `/pf-ws/rest/oauth/clients` and
`/pf-ws/rest/oauth/clients/{clientId}`. The service is off until a setting enables it, and callers authenticate like
those of the grant services. Changes are revisions of the configuration, whose history names the caller.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeVar

import msgspec
import structlog

from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.declare.validation import parse_sent
from hanse.config.list_query import ListQuery, StoredDocument
from hanse.engine.errors import InvalidRequest, OAuthError
from hanse.engine.http.answers import Answer, empty_answer, json_answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.client_management.client_records import client_body, member_at, record_of
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.grants.grant_service import ROOT
from hanse.engine.oauth.grants.service_callers import ServiceCallers
from hanse.engine.oauth.registration.applied_clients import wait_until_applied
from hanse.engine.oauth.registration.registration_requests import read_json
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.kit.errors import MalformedRequest, NotFound, ValidationFailed
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS

LOG = structlog.stdlib.get_logger("hanse.oauth")
T = TypeVar("T")
PATH: Final = f"{ROOT}/clients"
MOST_LISTED: Final = 1_000
MOST_SAVED: Final = 100
_MOST_FINDINGS: Final = 5
_MEMBER: Final = "client"


class ClientNotFound(OAuthError):
    """The client does not exist."""

    code = "not_found"
    status = HTTPStatus.NOT_FOUND

    def __init__(self) -> None:
        super().__init__("The client does not exist.")


class ServiceDisabled(OAuthError):
    """The service is off."""

    code = "forbidden"
    status = HTTPStatus.FORBIDDEN

    def __init__(self) -> None:
        super().__init__("The client management service is off.")


@dataclass(frozen=True)
class ClientManagement:
    """Answers the requests of the client management service."""

    services: Services
    callers: ServiceCallers

    async def list(self, request: Request) -> Answer:
        """Return clients, at most 1,000 at once; `nextPage` is the parameter `page` of the next page."""
        await self._admit(request)
        page = _page_number(request.query.one("page") or "1")

        def read() -> tuple[list[dict[str, Any]], bool]:
            with self.services.configuration.reading() as view:
                found = view.list(OAUTH_CLIENTS, ListQuery(number_per_page=MOST_LISTED, page=page))
            return [record_of(each.body) for each in found.items], found.next_key is not None

        records, has_more = await self._run(read)
        return json_answer({_MEMBER: records, **({"nextPage": page + 1} if has_more else {})})

    async def get(self, request: Request) -> Answer:
        """Return one client."""
        await self._admit(request)

        def read() -> StoredDocument | None:
            with self.services.configuration.reading() as view:
                return view.find(OAUTH_CLIENTS, request.values["clientId"])

        stored = await self._run(read)
        if stored is None:
            raise ClientNotFound
        return json_answer({_MEMBER: [record_of(stored.body)]})

    async def create(self, request: Request) -> Answer:
        """Create clients, all or none."""

        def save(change: Change, record: Mapping[str, Any]) -> StoredDocument:
            return change.create(OAUTH_CLIENTS, _client(client_body(record)))

        return await self._save(request, save)

    async def update(self, request: Request) -> Answer:
        """Replace clients, all or none. A client without `secret` keeps its secret."""

        def save(change: Change, record: Mapping[str, Any]) -> StoredDocument:
            id_ = record.get("clientId")
            stored = change.find(OAUTH_CLIENTS, id_) if isinstance(id_, str) else None
            if stored is None:
                raise ClientNotFound
            return change.replace(OAUTH_CLIENTS, stored.id, _client(client_body(record, stored.body)))

        return await self._save(request, save)

    async def delete(self, request: Request) -> Answer:
        """Delete a client."""
        caller, id_ = await self._admit(request), request.values["clientId"]

        def act(change: Change) -> None:
            change.delete(OAUTH_CLIENTS, id_)

        await self._change(request, caller, act)
        await wait_until_applied(self.services, id_, None)
        LOG.info("client deleted by the management service", client=id_, caller=caller)
        return empty_answer(HTTPStatus.NO_CONTENT)

    async def _save(self, request: Request, save: Callable[[Change, Mapping[str, Any]], StoredDocument]) -> Answer:
        caller = await self._admit(request)
        records = _records(await read_json(request))

        def act(change: Change) -> list[StoredDocument]:
            return [save(change, each) for each in records]

        saved = await self._change(request, caller, act)
        for each in saved:
            await wait_until_applied(self.services, each.id, each.body)
            LOG.info("client saved by the management service", client=each.id, caller=caller)
        return json_answer({_MEMBER: [record_of(each.body) for each in saved]})

    async def _admit(self, request: Request) -> str:
        """Return the name of the caller. Raises ServiceDisabled and CallerNotAuthenticated."""
        if not request.snapshot.part(AUTHORIZATION).allow_client_management_service:
            raise ServiceDisabled
        return await self.callers.authenticate(request)

    async def _change(self, request: Request, caller: str, act: Callable[[Change], T]) -> T:
        author = Author(f"client management service: {caller}", request.id)
        try:
            return await self._run(self.services.configuration.change, author, act)
        except NotFound as error:
            raise ClientNotFound from error
        except ValidationFailed as failed:
            findings = [
                f"{member_at(each.field_path or '')}: {each.message}" for each in failed.errors[:_MOST_FINDINGS]
            ]
            raise InvalidRequest(" ".join(findings)) from failed

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        return await self.services.work.run(Purpose.REGISTRATIONS, function, *arguments)


def _client(body: Mapping[str, Any]) -> Client:
    try:
        return parse_sent(Client, msgspec.json.encode(body))
    except MalformedRequest as error:
        raise InvalidRequest(str(error)) from error


def _records(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the records of a body, which has one of them or a list. Raises InvalidRequest."""
    found = document.get(_MEMBER)
    sent = found if isinstance(found, list) else [found]
    records: list[Mapping[str, Any]] = [each for each in sent if isinstance(each, dict)]
    if document.keys() != {_MEMBER} or len(records) < len(sent):
        raise InvalidRequest('The body must be an object with the member "client": a client, or a list of clients.')
    if not 0 < len(records) <= MOST_SAVED:
        raise InvalidRequest(f"A request can have 1 to {MOST_SAVED} clients.")
    return records


def _page_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) < 10**6:
        raise InvalidRequest("page: this must be a number from 1.")
    return int(text)


def client_management_endpoints(services: Services, callers: ServiceCallers) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints of the client management service."""
    service = ClientManagement(services, callers)
    return (
        ProtocolEndpoint(
            path=PATH,
            access=Access.SERVICE,
            methods={"GET": service.list, "POST": service.create, "PUT": service.update},
            render_error=render_oauth_error,
            title="Client management service",
            description="Lists, creates and changes clients. Requires HTTP Basic authentication.",
        ),
        ProtocolEndpoint(
            path=f"{PATH}/{{clientId}}",
            access=Access.SERVICE,
            methods={"GET": service.get, "DELETE": service.delete},
            render_error=render_oauth_error,
        ),
    )
