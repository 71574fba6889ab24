"""HTTP load over persistent connections, from scripts: generators that yield a request and receive its answer."""

import asyncio
import statistics
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import cast

import httptools
import uvloop


@dataclass
class Answer:
    """A complete answer."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    cookies: list[str] = field(default_factory=list)
    body: bytes = b""


Script = Generator[bytes, Answer, None]


@dataclass(frozen=True)
class Result:
    """The results of a batch; latencies of single requests in seconds."""

    requests_per_second: float
    latencies: Sequence[float]

    def quantile(self, share: float) -> float:
        """Return a quantile of the latencies, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class _Connection(asyncio.Protocol):
    def __init__(self, script: Script, counter: "_Counter") -> None:
        self._script, self._counter = script, counter
        self._parser = httptools.HttpResponseParser(self)
        self._answer = Answer()
        self._sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports do not derive from asyncio's.
        self._transport = cast("asyncio.Transport", transport)
        self._send(next(self._script))

    def _send(self, request: bytes) -> None:
        self._sent = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"set-cookie":
            self._answer.cookies.append(value.decode("latin-1"))
        self._answer.headers[name.decode().lower()] = value.decode("latin-1")

    def on_body(self, body: bytes) -> None:
        self._answer.body += body

    def on_message_complete(self) -> None:
        self._answer.status = self._parser.get_status_code()
        self._counter.latencies.append(time.perf_counter() - self._sent)
        answer, self._answer = self._answer, Answer()
        self._parser = httptools.HttpResponseParser(self)
        self._counter.left -= 1
        if self._counter.left <= 0:
            self._counter.finish(None)
            return
        try:
            self._send(self._script.send(answer))
        except Exception as error:  # noqa: BLE001 - an answer that a script does not expect ends the measurement.
            self._counter.finish(error)

    def connection_lost(self, exc: Exception | None) -> None:
        self._counter.finish(exc or RuntimeError("the server closed a connection"))


@dataclass
class _Counter:
    left: int
    done: asyncio.Future[None]
    latencies: list[float] = field(default_factory=list)

    def finish(self, error: Exception | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


async def _batch(port: int, script: Callable[[], Script], requests: int, connections: int) -> Result:
    loop = asyncio.get_running_loop()
    counter = _Counter(requests, loop.create_future())
    made = [
        await loop.create_connection(lambda: _Connection(script(), counter), "127.0.0.1", port)
        for _ in range(connections)
    ]
    began = time.perf_counter()
    await counter.done
    seconds = time.perf_counter() - began
    for transport, _ in made:
        transport.abort()
    return Result(len(counter.latencies) / seconds, counter.latencies)


def run(port: int, script: Callable[[], Script], requests: int, connections: int = 8) -> Result:
    """Send requests until this many are answered, each connection with its own script."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_batch(port, script, requests, connections))


def median(results: Sequence[Result]) -> Result:
    """Return the batch with the median rate, with the latencies of all batches."""
    latencies = [each for result in results for each in result.latencies]
    return Result(statistics.median(each.requests_per_second for each in results), latencies)
