"""The documentation as an ASGI application, at `/docs` and below."""

import hashlib
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from hanse.admin.docs_site.help_links import BASE
from hanse.admin.docs_site.page_files import PageFiles, find_sources

if TYPE_CHECKING:
    from hanse.admin.docs_site.markdown import Renderer

STYLE = "page.css"
# The pages change only with the version of the server, which the entity tag identifies.
REVALIDATE = "no-cache"


class DocumentationSite:
    """Answers GET and HEAD with pages that are rendered once, at the first request."""

    def __init__(self, sources: PageFiles | None = None) -> None:
        self._sources = sources or find_sources()
        self._renderer: Renderer | None = None
        self._made: dict[str, str] = {}
        self._lock = Lock()

    def routes(self) -> list[Route]:
        """Return the routes; the index is at `/docs/`, with a slash, so that relative links on it work."""
        return [Route(BASE, _to_index, methods=["GET"]), Route(f"{BASE}/{{page:path}}", self, methods=["GET"])]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        page: str = request.path_params["page"]
        if page == STYLE:
            response = _answer(request, Path(__file__).with_name(STYLE).read_bytes(), "text/css")
        elif (picture := self._sources.pictures.get(page)) is not None:
            response = _answer(request, await to_thread.run_sync(picture.read_bytes), "image/png")
        else:
            # Rendering reads files and takes a while, so it does not run on the event loop.
            text = await to_thread.run_sync(self._page, page)
            is_there = page in self._sources.files
            response = (
                _answer(request, text.encode(), "text/html") if is_there else HTMLResponse(text, HTTPStatus.NOT_FOUND)
            )
        await response(scope, receive, send)

    def _page(self, page: str) -> str:
        with self._lock:
            if self._renderer is None:
                # Imported with the first request: it would delay every start by a twentieth of a second.
                from hanse.admin.docs_site.markdown import Renderer  # noqa: PLC0415 - see above.

                self._renderer = Renderer(self._sources)
            if page not in self._sources.files:
                return self._renderer.render_missing()
            if page not in self._made:
                self._made[page] = self._renderer.render(page)
            return self._made[page]


def _to_index(_request: Request) -> Response:
    return RedirectResponse(f"{BASE}/", status_code=HTTPStatus.PERMANENT_REDIRECT)


def _answer(request: Request, body: bytes, media_type: str) -> Response:
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": REVALIDATE, "ETag": etag}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(body, media_type=media_type, headers=headers)
