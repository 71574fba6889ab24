"""The admin listener's application: routes of the API and the session service, health, and the console."""

from starlette.types import ASGIApp

from hanse.admin.console.site import ConsoleSite
from hanse.admin.docs_site.site import DocumentationSite
from hanse.app.application_parts import AdminParts
from hanse.kit.http.cross_origin import PreflightAnswers, cross_origin_headers
from hanse.kit.http.csrf import GuardedPaths
from hanse.kit.http.edge import Edge, EdgeSettings, application
from hanse.kit.http.headers import console_headers
from hanse.kit.http.health import Health, health_routes
from hanse.kit.http.request_log import RequestLog, log_at_once
from hanse.kit.options import Options
from hanse.kit.randomness import Randomness
from hanse.ops.certificate_calendar.expiry_metrics import HELP, LABELS, METRIC
from hanse.ops.metrics import Metrics

FRAMES = "/pf-admin-ui/frame/"


def build_admin_app(
    parts: AdminParts, options: Options, randomness: Randomness, metrics: Metrics, log: RequestLog = log_at_once
) -> ASGIApp:
    """Return the application behind its edge."""
    metrics.watch_labeled(METRIC, HELP, LABELS, parts.certificate_expiries)
    health = Health(metrics.render, options.metrics_clients, parts.checks)
    site = ConsoleSite.load(title=options.console_title)
    return Edge(
        application([*health_routes(health), *parts.routes, *DocumentationSite().routes()], otherwise=site),
        EdgeSettings(
            listener="admin",
            tls=options.tls,
            randomness=randomness,
            observer=metrics.listener("admin"),
            anti_forgery=GuardedPaths(documents=parts.documents, forms=FRAMES),
            allowed_origins=parts.allowed_origins,
            headers=cross_origin_headers(console_headers(tls=options.tls, frames_below=FRAMES), parts.allowed_origins),
            translates=True,
            log=log,
        ),
        PreflightAnswers(parts.allowed_origins),
    )
