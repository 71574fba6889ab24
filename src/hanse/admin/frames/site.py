"""Frames over HTTP: the steps that every request passes, in their order."""

from collections.abc import Callable, Iterable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from hanse.admin.api.callers import caller_of
from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.frames.api_calls import ApiCalls
from hanse.admin.frames.assets import FrameAssets
from hanse.admin.frames.form.posted_body import Posted
from hanse.admin.frames.form.uploads import parse_form_with_files
from hanse.admin.frames.form_token import FIELD, is_token_of, token_of
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.page_request import BASE, PageAddress, PageNotice, PageRequest, page_of, parse_form
from hanse.admin.frames.pages.form_pages import NOT_SAVED
from hanse.admin.frames.pages.resource_pages import ResourcePages
from hanse.admin.frames.responses import FrameRenderer, notice_of
from hanse.admin.session import cookies
from hanse.admin.shell.console import UI_SETTINGS, UiSettings
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Intent, Principal, is_allowed
from hanse.config.http.operation import Caller, Operation
from hanse.kit.errors import HanseError, MethodNotAllowed, NotAllowed, NotFound
from hanse.kit.http.csrf import SAFE_METHODS
from hanse.kit.http.request_log import request_id
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, say

NOT_LOADED = message("This page could not be loaded")
BODY_LIMIT = 4 * 1024 * 1024
_FORM = "application/x-www-form-urlencoded"
_FORM_WITH_FILES = "multipart/form-data"


class FrameSite:
    """Answers GET, HEAD and POST with pages."""

    def __init__(
        self,
        configuration: Configuration,
        dispatcher: OperationDispatcher,
        operations: Iterable[Operation],
        frames: tuple[Frame, ...],
        is_passive: Callable[[], bool] = lambda: False,
        assets: FrameAssets | None = None,
        zone: str = "UTC",
    ) -> None:
        """`operations` and `frames` are all operations and frames of the server.

        `is_passive` returns whether this console of a cluster is passive, and so changes nothing.

        `zone` is the time zone in which moments are shown.
        """
        self._configuration = configuration
        self._dispatcher = dispatcher
        self._operations = {(each.method, each.path): each for each in operations}
        self._frames = {frame.node: frame for frame in frames}
        # Links to a resource lead to its main page.
        self._by_kind = {frame.resource.kind: frame for frame in frames if frame.ui is frame.resource.ui}
        self._is_passive = is_passive
        self._pages = FrameRenderer(assets or FrameAssets.load(), zone)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route(f"{BASE}/{{node}}", self, max_body_size=BODY_LIMIT),
            Route(f"{BASE}/{{node}}/{{rest:path}}", self, max_body_size=BODY_LIMIT),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive, send)
        try:
            if request.method not in SAFE_METHODS | {"POST"}:
                raise MethodNotAllowed("This address supports GET, HEAD and POST only.")
            response = await self._handle(request)
        except HanseError as error:
            frame = self._frames.get(request.path_params["node"])
            if frame is not None and isinstance(error, NotFound):
                response = self._not_found(error, frame, request)
            else:
                response = self._pages.refusal(error)
        await response(scope, receive, send)

    async def _handle(self, request: Request) -> Response:
        # As at the API: authentication and authorization before the body is read.
        principal = await self._dispatcher.on_worker(self._dispatcher.authenticate, request)
        if principal is None or principal.is_setup:
            return self._pages.message(
                HTTPStatus.UNAUTHORIZED,
                say("Your session has ended"),
                say("Sign in again to continue."),
                session_over=True,
            )
        caller = caller_of(request, principal)
        settings = await self._dispatcher.on_worker(self._settings, caller)
        try:
            frame = self._admit(request, principal)
        except HanseError as error:
            # If the console still shows this page, it must reload the navigation and open the home page.
            return self._pages.refusal(error, settings=settings, target="/")
        posted = await self._posted(request) if request.method == "POST" else None
        page_request = self._page_request(request, caller, frame, posted, settings)
        calls = ApiCalls(self._dispatcher, self._operations, page_request)
        views = ResourcePages(self._configuration, self._pages, page_request, calls, self._by_kind)
        operation = calls.posted_operation() if posted is not None else None
        return await self._dispatcher.on_worker(views.answer, operation=operation)

    def _settings(self, caller: Caller) -> str:
        """Return a digest that changes when the console settings of a caller change."""
        shown = self._dispatcher.perform(self._operations["GET", UI_SETTINGS], caller).body
        return shown.digest if isinstance(shown, UiSettings) else ""

    def _admit(self, request: Request, principal: Principal) -> Frame:
        """Return the frame of a node that the caller may read."""
        frame = self._frames.get(request.path_params["node"])
        if frame is None:
            raise NotFound("Page not found, or you do not have access to it.")
        if not is_allowed(principal, frame.resource.area, Intent.READ):
            raise NotAllowed("Your account does not have the role required for this page.")
        if request.method in SAFE_METHODS and self._is_passive():
            # The POST of a form that was opened before is answered by the form with its entries
            # (`OperationDispatcher.perform`).
            raise NotAllowed("This console is passive and shows only the cluster.")
        return frame

    def _page_request(
        self, request: Request, caller: Caller, frame: Frame, posted: Posted | None, settings: str
    ) -> PageRequest:
        principal = caller.principal
        session = request.cookies.get(cookies.SESSION, "")
        try:
            page, id_ = page_of(request.path_params.get("rest", ""))
        except ValueError as error:
            raise NotFound("Page not found, or you do not have access to it.") from error
        page_request = PageRequest(
            frame=frame,
            page=page,
            id=frame.resource.singleton_id if frame.resource.is_singleton else id_,
            caller=caller,
            query=dict(request.query_params),
            posted=posted,
            token=token_of(session),
            settings=settings,
            may_change=not self._is_passive() and is_allowed(principal, frame.resource.area, Intent.WRITE),
            notice=notice_of(request) if posted is None else PageNotice(""),
        )
        if posted is not None and not is_token_of(session, page_request.field(FIELD)):
            raise NotAllowed("This form was made for another session. Load the page again.")
        return page_request

    def _not_found(self, error: NotFound, frame: Frame, request: Request) -> Response:
        """Return the page for an item that does not exist, for example because somebody deleted it meanwhile.

        As on the console's own pages, it has the reason, the request ID, and links to the list.
        """
        page, list_page = request.path_params.get("rest", "").partition("/")[0], f"{BASE}/{frame.node}"
        title = localized(message("Page not found"))
        if frame.ui.items is not None and page in (PageAddress.EDIT, PageAddress.DELETE):
            title = say("{item} not found", item=localized(frame.items.singular))
        failed = NOT_SAVED if request.method == "POST" and page == PageAddress.EDIT else NOT_LOADED
        return self._pages.message(
            error.status,
            title,
            localized(error.message),
            frame=frame,
            trail=((list_page, localized(frame.title)),),
            back=(list_page, localized(frame.title)),
            problem=localized(failed),
            request_id=request_id(request.scope),
        )

    async def _posted(self, request: Request) -> Posted:
        """Return the posted form. It is parsed on a worker thread, because a large form would delay other requests."""
        declared, data = request.headers.get("content-type", ""), await request.body()
        return await self._dispatcher.on_worker(_parsed, declared, data)


def _parsed(declared: str, data: bytes) -> Posted:
    type_ = declared.partition(";")[0].strip().lower()
    if type_ == _FORM:
        return parse_form(data)
    if type_ == _FORM_WITH_FILES:
        return parse_form_with_files(declared, data)
    raise NotAllowed("This address accepts forms only.")
