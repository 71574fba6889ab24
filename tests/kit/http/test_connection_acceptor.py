"""Processes that share a listening socket accept connections in turn."""

import asyncio
import socket

from hanse.kit.http.connection_acceptor import Acceptor, AcceptorShare, ConnectionCounts, Connections
from hanse.kit.http.sockets import listen
from tests.kit.http.serving import run


class CountedConnection(asyncio.Protocol):
    """A connection that is counted for the process that accepted it."""

    def __init__(self, connections: set[object]) -> None:
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._connections.add(self)
        transport.write(b"in")  # type: ignore[attr-defined]  # uvloop's transports do not derive from asyncio's.

    def connection_lost(self, _error: Exception | None) -> None:
        self._connections.discard(self)


def test_shares_count_only_processes_that_accept_connections() -> None:
    counts = ConnectionCounts(2)
    assert counts.all() == [None, None]
    shares = [AcceptorShare(counts, number) for number in range(2)]
    own = Connections(shares[0])
    assert counts.all() == [0, None]
    own.add("a")
    own.add("b")
    own.discard("a")
    assert counts.all() == [1, None]
    # A process does not wait for one that accepts no connections.
    assert not shares[0].should_wait(1)
    shares[1].report(0)
    assert shares[0].should_wait(1)
    assert not shares[0].should_wait(0)
    shares[1].leave()
    assert not shares[0].should_wait(1)


def test_processes_take_turns_and_a_single_one_accepts_everything() -> None:
    async def scenario() -> None:
        counts = ConnectionCounts(2)
        (listening,) = listen("127.0.0.1", 0, "--engine-port")
        # Two acceptors share a socket; in this test they run in one process.
        sockets = [listening, listening.dup()]
        owned = [Connections(AcceptorShare(counts, number)) for number in range(2)]
        acceptors = [
            Acceptor(each, lambda mine=mine: CountedConnection(mine), None, mine, AcceptorShare(counts, number))  # type: ignore[misc]  # mypy does not support default arguments of lambdas.
            for number, (each, mine) in enumerate(zip(sockets, owned, strict=True))
        ]

        async def connect(count: int) -> list[asyncio.StreamWriter]:
            made = [await asyncio.open_connection("127.0.0.1", listening.getsockname()[1]) for _ in range(count)]
            for reader, _ in made:
                assert await reader.readexactly(2) == b"in"
            return [writer for _, writer in made]

        writers = await connect(10)
        assert counts.all() == [5, 5]
        acceptors[0].close()
        await acceptors[0].wait_closed()
        writers += await connect(5)
        assert counts.all() == [None, 10]
        acceptors[1].close()
        for writer in writers:
            writer.close()
        for each in sockets:
            each.close()

    run(scenario())


def test_without_file_descriptors_accepting_is_retried_later() -> None:
    class Exhausted(socket.socket):
        failures = 1

        def accept(self) -> tuple[socket.socket, object]:
            if self.failures:
                self.failures -= 1
                raise OSError(24, "Too many open files")
            return super().accept()

    async def scenario() -> None:
        (bound,) = listen("127.0.0.1", 0, "--engine-port")
        listening = Exhausted(fileno=bound.detach())
        connections: set[object] = set()
        acceptor = Acceptor(listening, lambda: CountedConnection(connections), None, connections, None)
        reader, writer = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
        assert await reader.readexactly(2) == b"in"
        acceptor.close()
        writer.close()
        listening.close()

    run(scenario())
