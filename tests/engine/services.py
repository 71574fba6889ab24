"""What endpoints are given, of real parts: the state in its database, and a pool of threads."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from hanse.engine.services import Services
from hanse.engine.state.opening import open_state
from hanse.kit.errors import ExternalFailure
from tests.engine.server import EngineServer
from tests.support.randomness import SeededRandomness

T = TypeVar("T")


class ThreadWork:
    """Runs blocking functions on threads, as many as come."""

    async def run(self, function: Callable[..., T], *arguments: Any, seconds: float = 30.0) -> T:
        return await asyncio.wait_for(asyncio.to_thread(function, *arguments), seconds)


class PlannedOutgoing:
    """Stands in for the network: answers what a test planned, and keeps what was sent."""

    def __init__(self) -> None:
        self.documents: dict[str, tuple[int, bytes]] = {}
        self.fetched: list[str] = []
        self.posted: list[tuple[str, dict[str, str]]] = []
        # What the next posts are answered with; 200 when there is nothing left, and a failure for 0.
        self.statuses: list[int] = []

    async def get(self, url: str, *, most_bytes: int = 256 * 1024, seconds: float = 5.0) -> tuple[int, bytes]:
        del most_bytes, seconds
        self.fetched.append(url)
        if url not in self.documents:
            raise ExternalFailure("Nobody answers.", result_id="no_answer")
        return self.documents[url]

    async def post_form(self, url: str, form: dict[str, str], *, seconds: float = 5.0) -> int:
        del seconds
        self.posted.append((url, form))
        status = self.statuses.pop(0) if self.statuses else 200
        if not status:
            raise ExternalFailure("Nobody answers.", result_id="no_answer")
        return status


def engine_services(server: EngineServer, folder: Path, outgoing: PlannedOutgoing) -> Services:
    """Return the services of an engine's endpoints; the caller closes the state."""
    randomness = SeededRandomness(7)
    state = open_state(folder, keys=server.core.keyring, randomness=randomness, boot="boot-1")
    return Services(
        snapshot=lambda: server.follower.snapshot,
        state=state,
        clock=server.clock,
        randomness=randomness,
        work=ThreadWork(),
        outgoing=outgoing,
        passwords=server.core.passwords,
        ports=server.core.configuration.ports,
    )
