"""The reference cloud service on a real listener: uvicorn in a thread, on a port that the system chooses."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import uvicorn

from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness
from tools.cloud.app import create_app
from tools.cloud.serve import open_state
from tools.cloud.state import CloudState


class OffsetClock:
    """The machine's time with an offset that a test sets."""

    def __init__(self) -> None:
        self.offset = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.offset


@dataclass(frozen=True)
class RunningCloud:
    state: CloudState
    credential: str
    url: str
    clock: OffsetClock

    @property
    def gateway_id(self) -> str:
        return self.state.gateways()[0].id

    @property
    def credential_id(self) -> str:
        return self.state.credentials(self.gateway_id)[0].id


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@contextmanager
def serving(application: Any, listener: socket.socket, **tls: Path) -> Iterator[None]:
    """Serve an ASGI application on a bound socket for the duration of the block."""
    config = uvicorn.Config(application, log_level="critical", ws="none", lifespan="off", **tls)  # type: ignore[arg-type]  # the names in `tls` are parameters of Config.
    server = _Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        assert server.ready.wait(60)
        yield
    finally:
        server.should_exit = True
        thread.join(10)


def bound_socket() -> socket.socket:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    return listener


@contextmanager
def running_cloud(folder: Path, *, region: str = "NA", **tls: Path) -> Iterator[RunningCloud]:
    """Run the reference service on a new data folder."""
    with bound_socket() as listener:
        scheme = "https" if tls else "http"
        url = f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"
        randomness = SystemRandomness()
        state, token = open_state(folder, "Kontor", region, url, clock=SystemClock(), randomness=randomness)
        assert token is not None
        clock = OffsetClock()
        with serving(create_app(state, clock, randomness), listener, **tls):
            yield RunningCloud(state, token, url, clock)
