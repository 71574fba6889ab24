"""A page on the run-time state: the steps that every request for one passes, in their order.

Grants, second factors and traces are not configuration documents, so their pages have no `Frame`. Their calls are
the operations of the API, with their roles and their log lines.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, ClassVar, Final, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanse.admin.api.callers import caller_of
from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.frames.assets import FrameAssets
from hanse.admin.frames.form.posted_body import Posted
from hanse.admin.frames.form_token import FIELD, is_token_of, token_of
from hanse.admin.frames.page_request import BASE, PageNotice, parse_form
from hanse.admin.frames.responses import FrameRenderer, notice_of
from hanse.admin.session import cookies
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.declare.ui.navigation import ConsolePage
from hanse.config.http.operation import Caller, Operation
from hanse.kit.errors import HanseError, NotAllowed, NotFound
from hanse.kit.texts.translation import localized, say

_Answer = TypeVar("_Answer")
# The query parameter of the position after which a list continues.
AFTER: Final = "after"
PER_PAGE: Final = 50
_LONGEST: Final = 1_024
_BODY_LIMIT: Final = 16 * 1024


@dataclass(frozen=True)
class StatePageRequest:
    """A request for a page."""

    caller: Caller
    query: Mapping[str, str]
    # The ID of the item, on the page of one.
    id: str
    # The posted form, with the last value of each field; empty if nothing was posted.
    fields: Mapping[str, str]
    # All values of the posted form.
    posted: Posted
    # The token that forms of this session must contain.
    token: str
    may_change: bool
    notice: PageNotice

    def text(self, name: str) -> str:
        """Return a query parameter without surrounding spaces; empty if it is absent."""
        return self.query.get(name, "").strip()[:_LONGEST].replace("\0", "")

    @property
    def after(self) -> str:
        """The position after which the list continues, which may consist of an ID and a name."""
        return self.query.get(AFTER, "")[: 2 * _LONGEST]


class StateSite(ABC):
    """Answers GET with a page, and POST with a change."""

    page: ClassVar[ConsolePage]
    # The path of the list in the API.
    path: ClassVar[str]
    # The page of the user guide.
    guide: ClassVar[str]
    # The area of the page's operations, which decides who may open it.
    area: ClassVar[Area] = Area.CONFIGURATION
    body_limit: ClassVar[int] = _BODY_LIMIT

    def __init__(
        self,
        dispatcher: OperationDispatcher,
        operations: Iterable[Operation],
        is_passive: Callable[[], bool] = lambda: False,
        assets: FrameAssets | None = None,
        zone: str = "UTC",
    ) -> None:
        """`is_passive` returns whether this console of a cluster is passive, and so changes nothing."""
        self._dispatcher = dispatcher
        self._operations = {(each.method, each.path): each for each in operations}
        self._is_passive = is_passive
        self._pages = FrameRenderer(assets or FrameAssets.load(), zone)

    def routes(self) -> list[Route]:
        """Return the routes, which must precede those of the other frames."""
        answer = self.answering(self.show, self.change)
        return [Route(self.address(), answer, methods=["GET", "POST"], max_body_size=self.body_limit)]

    @abstractmethod
    def show(self, request: StatePageRequest) -> Response:
        """Return the page."""

    def change(self, request: StatePageRequest) -> Response:
        """Perform what the posted form asks for, and return a redirect to the page."""
        del request  # Pages without changes do not override this method.
        raise NotFound("Page not found, or you do not have access to it.")

    def address(self, **parameters: str) -> str:
        """Return the address of the page with the query parameters that are not empty."""
        given = {name: value for name, value in parameters.items() if value}
        return f"{BASE}/{self.page.id}" + (f"?{urlencode(given)}" if given else "")

    def answering(
        self, show: Callable[[StatePageRequest], Response], change: Callable[[StatePageRequest], Response] | None = None
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the endpoint for an address of this page."""

        async def answer(request: Request) -> Response:
            principal = await self._dispatcher.on_worker(self._dispatcher.authenticate, request)
            if principal is None or principal.is_setup:
                title, text = say("Your session has ended"), say("Sign in again to continue.")
                return self._pages.message(HTTPStatus.UNAUTHORIZED, title, text, session_over=True)
            try:
                page_request = await self._page_request(request, caller_of(request, principal))
                perform = change if change is not None and request.method == "POST" else show
                # The run-time state is another database, which may be slow.
                return await self._dispatcher.on_worker(
                    perform, page_request, operation=self._operations["GET", self.path]
                )
            except HanseError as error:
                return self._refusal(error, request)

        return answer

    def perform(
        self, method: str, path: str, answer: type[_Answer], request: StatePageRequest, /, **arguments: Any
    ) -> _Answer:
        """Return the answer of an operation of the API; `arguments` are those of the dispatcher."""
        found = self._dispatcher.perform(self._operations[method, path], request.caller, **arguments).body
        if not isinstance(found, answer):
            raise TypeError(f"the answer is not of the type {answer.__name__}")
        return found

    def render(self, template: str, request: StatePageRequest, **values: Any) -> Response:
        """Return a page made of a template, with the values that every page has."""
        shared: dict[str, Any] = {
            "title": localized(self.page.label),
            "guide": self.guide,
            "notice": request.notice,
            "token": request.token,
            "may_change": request.may_change,
            "address": self.address(),
            "address_of": self.address,
        }
        return self._pages.page(template, **shared | values)

    async def _page_request(self, request: Request, caller: Caller) -> StatePageRequest:
        principal, session = caller.principal, request.cookies.get(cookies.SESSION, "")
        if not is_allowed(principal, self.area, Intent.READ):
            raise NotAllowed("Your account does not have the role required for this page.")
        if request.method != "POST" and self._is_passive():
            raise NotAllowed("This console is passive and shows only the cluster.")
        posted = parse_form(await request.body()) if request.method == "POST" else {}
        fields = {name: values[-1] for name, values in posted.items()}
        if request.method == "POST" and not is_token_of(session, fields.get(FIELD, "")):
            raise NotAllowed("This form was made for another session. Load the page again.")
        return StatePageRequest(
            caller=caller,
            query=dict(request.query_params),
            id=request.path_params.get("id", ""),
            fields=fields,
            posted=posted,
            token=token_of(session),
            may_change=not self._is_passive() and is_allowed(principal, self.area, Intent.WRITE),
            notice=notice_of(request),
        )

    def _refusal(self, error: HanseError, request: Request) -> Response:
        if request.url.path == self.address():
            return self._pages.refusal(error)
        list_page = self.address(), localized(self.page.label)
        return self._pages.refusal(error, trail=(list_page,), back=list_page)
