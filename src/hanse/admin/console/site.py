"""The console as an ASGI application: the end of the admin listener's routes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from hanse.admin.console.assets import Asset, load_assets, titled
from hanse.admin.console.negotiation import choose_encoding
from hanse.kit.errors import HanseError, MethodNotAllowed, NotFound
from hanse.kit.http.errors import render_error
from hanse.kit.http.headers import content_policy

STATIC = Path(__file__).parent / "static"
INDEX = "/index.html"
# Unknown paths below these are errors for programs, never pages. The same holds for files that a build no longer has: a
# browser that requests an old script must not receive HTML.
NOT_PAGES = ("/pf-admin-api", "/pf-admin-ui", "/assets")
# A page of the console that is opened in a frame of the console moves the window out of it (specification 3, section
# 2.1). For that the browser must show it there; no other origin may frame it.
PAGE_POLICY = content_policy("'self'")
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hanse</title>
<h1>The console is not built</h1>
<p>This is a development checkout. Run <code>make build</code>, then start the server again.</p>
</html>
"""


class ConsoleSite:
    """Serves the assets."""

    def __init__(self, assets: Mapping[str, Asset]) -> None:
        self._assets = assets

    @classmethod
    def load(cls, folder: Path = STATIC, title: str = "") -> Self:
        """Return the site of a folder of built files; without files, a page says how to build them.

        The page carries the title of the console, because the log-in screen shows it to people without a session.
        """
        assets = load_assets(folder)
        if title and INDEX in assets:
            assets[INDEX] = titled(assets[INDEX], title)
        return cls(assets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        try:
            return self._page(request)
        except HanseError as error:
            return render_error(error)

    def _page(self, request: Request) -> Response:
        path = request.scope["path"]
        asset = self._assets.get(path)
        if asset is None and (path.startswith("//") or _is_for_programs(path)):
            raise NotFound("Page not found, or you do not have access to it.")
        if request.method not in {"GET", "HEAD"}:
            refusal = MethodNotAllowed("This address does not support this method.")
            refusal.headers = {"Allow": "GET, HEAD"}
            raise refusal
        asset = asset or self._assets.get(INDEX)
        if asset is None:
            return Response(NOT_BUILT, media_type="text/html")
        return _file(asset, request)


def _is_for_programs(path: str) -> bool:
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in NOT_PAGES)


def _file(asset: Asset, request: Request) -> Response:
    encoding = choose_encoding(request.headers.get("accept-encoding", ""), asset.bodies)
    # Each encoding is a separate representation and needs a tag of its own (RFC 9110, section 8.8.3.3).
    etag = f'"{asset.etag}-{encoding}"'
    headers = {
        "Cache-Control": IMMUTABLE if asset.immutable else REVALIDATE,
        "ETag": etag,
        "Vary": "Accept-Encoding",
    }
    if asset.media_type.startswith("text/html"):
        headers["Content-Security-Policy"] = PAGE_POLICY
    if _matches(etag, request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Response(asset.bodies[encoding], headers={**headers, "Content-Type": asset.media_type})


def _matches(etag: str, if_none_match: str) -> bool:
    """Compare weakly, as RFC 9110, section 13.1.2, requires."""
    tags = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return etag in tags or "*" in tags
