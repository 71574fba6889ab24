"""The layers that every listener wears, in the order that matters."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from hanse.kit.http.access import Observer, RequestLog
from hanse.kit.http.csrf import AntiForgery, Rules
from hanse.kit.http.errors import HANDLERS, LastResort
from hanse.kit.http.headers import SecurityHeaders
from hanse.kit.http.hosts import HostCheck
from hanse.kit.http.limits import BODY_BYTES, BodyLimits, BodyTiming
from hanse.kit.randomness import Randomness


@dataclass(frozen=True)
class Edge:
    """What the layers need. `anti_forgery` is None where callers are programs and pages of others: the engine."""

    listener: str
    tls: bool
    randomness: Randomness
    observer: Observer
    anti_forgery: Rules | None = None
    frames_below: str | None = None
    body_timing: BodyTiming = field(default_factory=BodyTiming)


class HttpOnly:
    """Lets HTTP requests in and nothing else that ASGI knows."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is HTTP."""
        if scope["type"] == "http":
            await self._app(scope, receive, send)


def protect(app: ASGIApp, edge: Edge) -> ASGIApp:
    """Return the application behind all layers; reading from the bottom up is the way of a request."""
    if edge.anti_forgery is not None:
        app = AntiForgery(app, rules=edge.anti_forgery, behind_proxy=not edge.tls)
    app = HostCheck(app)
    # Inside the limits, so that their own refusals are the last word; outside the checks, which refuse by themselves.
    app = LastResort(app)
    app = BodyLimits(app, edge.body_timing)
    app = SecurityHeaders(app, tls=edge.tls, frames_below=edge.frames_below)
    app = RequestLog(app, randomness=edge.randomness, observer=edge.observer, listener=edge.listener)
    return HttpOnly(app)


def application(routes: Sequence[BaseRoute], otherwise: ASGIApp | None = None) -> Starlette:
    """Return a Starlette application of these routes whose errors are ours; `otherwise` takes unknown paths.

    Bodies are limited to `BODY_BYTES`; a route that needs more says `Route(…, max_body_size=…)`.
    """
    app = Starlette(routes=routes, exception_handlers=HANDLERS, max_body_size=BODY_BYTES)
    # A redirect would repeat what the caller sent, and an API has one address for each thing.
    app.router.redirect_slashes = False
    if otherwise is not None:
        app.router.default = otherwise
    return app
