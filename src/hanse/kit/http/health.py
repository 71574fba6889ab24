"""What load balancers, supervisors and Prometheus ask: `/healthz`, `/readyz`, `/metrics`.

`/healthz` says that the process answers; `/readyz` that everything it needs answers too, with the names of what does
not and no detail, as anybody may ask. States are told beside the checks and make nothing unready: a server that cannot
take over the newest configuration still serves with the one before, and no load balancer should turn away from it.
`/metrics` says how much the server is used and by which calls, so it answers only callers in the networks given (by
default this machine) that no proxy passed on; to all others it does not exist.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
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
Check = Callable[[], None]
State = Callable[[], str]


@dataclass(frozen=True)
class Health:
    """What the endpoints need.

    A check is a synchronous function that raises when its part does not work; a state is one that returns a word.
    """

    render_metrics: Callable[[], tuple[bytes, str]]
    metrics_clients: Sequence[IPv4Network | IPv6Network]
    checks: Mapping[str, Check] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)
    check_seconds: float = 2.0


def health_routes(health: Health) -> list[Route]:
    """Return the three routes."""

    async def healthz(_request: Request) -> Response:
        return PlainTextResponse("OK")

    async def readyz(_request: Request) -> Response:
        names = list(health.checks)
        results = await asyncio.gather(*(_passes(name, health) for name in names))
        ready = all(results)
        LOG.debug("readiness asked for", ready=ready, checks=dict(zip(names, results, strict=True)))
        body: dict[str, object] = {
            "status": "ready" if ready else "not ready",
            "checks": {name: "ok" if passed else "failed" for name, passed in zip(names, results, strict=True)},
        }
        if health.states:
            body["states"] = {name: state() for name, state in health.states.items()}
        return JsonResponse(
            body,
            status_code=(HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE).value,
        )

    async def metrics(request: Request) -> Response:
        address = client_address(request.scope)
        known = address is not None and any(address in network for network in health.metrics_clients)
        if not known or not came_directly(request.scope):
            raise NotFound("There is nothing at this address.")
        body, media_type = health.render_metrics()
        return Response(body, headers={"Content-Type": media_type})

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]


async def _passes(name: str, health: Health) -> bool:
    try:
        async with asyncio.timeout(health.check_seconds):
            # Abandoned when it hangs: its thread ends when it can, the answer does not wait for it.
            await to_thread.run_sync(health.checks[name], abandon_on_cancel=True)
    except Exception as error:  # noqa: BLE001 - whatever a check raises, the part does not work.
        LOG.warning("not ready", check=name, reason=repr(error))
        return False
    return True
