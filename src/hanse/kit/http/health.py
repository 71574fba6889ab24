"""Endpoints for load balancers, supervisors and Prometheus: `/healthz`, `/readyz`, `/metrics`.

`/healthz` shows that the process responds; `/readyz` shows that everything it needs responds too. It names failed
checks without details, because anybody can call it. States are reported in addition to the checks and do not affect
readiness: a server that cannot apply the newest configuration still serves with the previous one, and load balancers
should keep using it. The same holds for services that all servers share: without them some requests fail on every
server, and all others succeed on every server. `/metrics` reveals the use of the server, so it answers only direct
callers from the configured networks (by default this machine); for all others it does not exist.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network

import structlog
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hanse.kit.errors import NotFound
from hanse.kit.http.errors import JsonResponse
from hanse.kit.http.hosts import came_directly, client_address

LOG = structlog.stdlib.get_logger("hanse.health")
Check = Callable[[], Awaitable[None] | None]
State = Callable[[], str | int | None]


@dataclass(frozen=True)
class Health:
    """Settings of the endpoints.

    A check raises an exception if its part does not work. Coroutine functions run on the event loop, other checks on a
    thread. A probe is a check that does not affect readiness: its result is shown as the state `ok` or `away`. A state
    is a function that returns a word or a number, or None if there is nothing to report.
    """

    render_metrics: Callable[[], tuple[bytes, str]]
    metrics_clients: Sequence[IPv4Network | IPv6Network]
    checks: Mapping[str, Check] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)
    probes: Mapping[str, Check] = field(default_factory=dict)
    check_seconds: float = 2.0


def health_routes(health: Health) -> list[Route]:
    """Return the three routes."""

    async def healthz(_request: Request) -> Response:
        return PlainTextResponse("OK")

    async def readyz(_request: Request) -> Response:
        checks, probes = await asyncio.gather(_all(health.checks, health), _all(health.probes, health))
        ready = all(checks.values())
        LOG.debug("readiness requested", ready=ready, checks=checks)
        body: dict[str, object] = {
            "status": "ready" if ready else "not ready",
            "checks": {name: "ok" if passed else "failed" for name, passed in checks.items()},
        }
        states: dict[str, object] = {name: state() for name, state in health.states.items()}
        states |= {name: "ok" if passed else "away" for name, passed in probes.items()}
        if states:
            body["states"] = {name: state for name, state in states.items() if state is not None}
        return JsonResponse(
            body,
            status_code=(HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE).value,
        )

    async def metrics(request: Request) -> Response:
        address = client_address(request.scope)
        known = address is not None and any(address in network for network in health.metrics_clients)
        if not known or not came_directly(request.scope):
            raise NotFound("Page not found, or you do not have access to it.")
        body, media_type = health.render_metrics()
        return Response(body, headers={"Content-Type": media_type})

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]


async def _all(checks: Mapping[str, Check], health: Health) -> dict[str, bool]:
    """Return the results of all checks, which run in parallel."""
    results = await asyncio.gather(*(_passes(name, check, health.check_seconds) for name, check in checks.items()))
    return dict(zip(checks, results, strict=True))


async def _passes(name: str, check: Check, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            if inspect.iscoroutinefunction(check):
                await check()
            else:
                # A check that hangs is abandoned: the answer does not wait for its thread.
                await to_thread.run_sync(check, abandon_on_cancel=True)
    except Exception as error:  # noqa: BLE001 - whatever a check raises, the part does not work.
        LOG.warning("not ready", check=name, reason=repr(error))
        return False
    return True
