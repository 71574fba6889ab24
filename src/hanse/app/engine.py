"""The engine listener's application: protocol endpoints, health and the heartbeat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from hanse.kit.http.edge import Edge, application, protect
from hanse.kit.http.health import Check, Health, health_routes
from hanse.kit.options import Options
from hanse.kit.randomness import Randomness
from hanse.ops.metrics import Metrics


@dataclass(frozen=True)
class EngineParts:
    """What the application is made of; `routes` are tried in their order."""

    routes: Sequence[BaseRoute] = ()
    checks: Mapping[str, Check] = field(default_factory=dict)


async def heartbeat(_request: Request) -> Response:
    """Answer `OK`, as load balancers in front of such servers expect of `/pf/heartbeat.ping`."""
    return PlainTextResponse("OK")


def build_engine_app(parts: EngineParts, options: Options, randomness: Randomness, metrics: Metrics) -> ASGIApp:
    """Return the application behind all protective layers."""
    health = Health(metrics.render, options.metrics_clients, parts.checks)
    return protect(
        application([Route("/pf/heartbeat.ping", heartbeat), *health_routes(health), *parts.routes]),
        Edge(listener="engine", tls=options.tls, randomness=randomness, observer=metrics.listener("engine")),
    )
