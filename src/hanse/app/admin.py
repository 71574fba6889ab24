"""The admin listener's application: routes of the API and the session service, health, and the console."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from hanse.admin.console.site import ConsoleSite
from hanse.admin.documentation.site import DocumentationSite
from hanse.kit.http.access import RequestLog, log_at_once
from hanse.kit.http.csrf import Rules
from hanse.kit.http.edge import Edge, EdgeSettings, application
from hanse.kit.http.health import Check, Health, health_routes
from hanse.kit.options import Options
from hanse.kit.randomness import Randomness
from hanse.ops.metrics import Metrics

FRAMES = "/pf-admin-ui/frame/"


@dataclass(frozen=True)
class AdminParts:
    """What the application is made of.

    `routes` are tried in their order, before the console takes what is left. `documents` are paths below the API
    that a browser may open as a page, without the anti-forgery header. `setup_link` is the one-time link of a
    server that is not yet set up.
    """

    routes: Sequence[BaseRoute] = ()
    checks: Mapping[str, Check] = field(default_factory=dict)
    documents: frozenset[str] = frozenset()
    setup_link: str | None = None


def build_admin_app(
    parts: AdminParts, options: Options, randomness: Randomness, metrics: Metrics, log: RequestLog = log_at_once
) -> ASGIApp:
    """Return the application behind its edge."""
    health = Health(metrics.render, options.metrics_clients, parts.checks)
    site = ConsoleSite.load()
    return Edge(
        application([*health_routes(health), *parts.routes, *DocumentationSite().routes()], otherwise=site),
        EdgeSettings(
            listener="admin",
            tls=options.tls,
            randomness=randomness,
            observer=metrics.listener("admin"),
            anti_forgery=Rules(documents=parts.documents, forms=FRAMES),
            frames_below=FRAMES,
            log=log,
        ),
    )
