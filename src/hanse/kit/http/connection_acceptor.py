"""Accepts the connections of a listening socket, alone or in turn with other processes that share it.

The kernel wakes all processes that wait at a shared socket, and the first one accepts the connection. Connections are
kept for many requests, so a process that is a little faster would end up with most of them. So each process publishes
the number of its connections in shared memory, accepts one at a time, and pauses for a moment while another one has
fewer. Processes that have ended are ignored; unaccepted connections stay in the kernel's queue.
"""

import asyncio
import contextlib
import errno
import mmap
import socket
import ssl
import struct
from collections.abc import Callable
from typing import Any, Final

import structlog

LOG = structlog.stdlib.get_logger("hanse.http")
# Long enough for another process to wake up, too short to be noticed.
STEP_BACK_SECONDS: Final = 0.002
# Without file descriptors, trying again at once would only keep the processor busy.
PAUSE_SECONDS: Final = 0.5
HANDSHAKE_SECONDS: Final = 15.0
ACCEPTED_AT_ONCE: Final = 64
_COUNT: Final = struct.Struct("=i")
# The load that a process reports while it accepts no connections.
_OUT: Final = 2**31 - 1
_EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class ConnectionCounts:
    """Number of connections of each process, in shared memory that is created before they are forked."""

    def __init__(self, processes: int) -> None:
        self._memory = mmap.mmap(-1, max(mmap.PAGESIZE, processes * _COUNT.size))
        self._processes = processes
        for number in range(processes):
            self.leave(number)

    def set(self, number: int, count: int) -> None:
        """Write the number of connections of a process."""
        _COUNT.pack_into(self._memory, number * _COUNT.size, count)

    def leave(self, number: int) -> None:
        """Record that a process accepts no connections."""
        self.set(number, _OUT)

    def is_behind(self, count: int) -> bool:
        """Return whether a process has fewer connections than this."""
        return any(_COUNT.unpack_from(self._memory, each * _COUNT.size)[0] < count for each in range(self._processes))

    def all(self) -> list[int | None]:
        """Return the numbers of all processes; None for those that accept no connections."""
        found = (_COUNT.unpack_from(self._memory, each * _COUNT.size)[0] for each in range(self._processes))
        return [None if count == _OUT else count for count in found]


class AcceptorShare:
    """The part of one process in the connections of a shared socket."""

    def __init__(self, counts: ConnectionCounts, number: int) -> None:
        self._counts = counts
        self._number = number

    def report(self, count: int) -> None:
        """Publish the number of connections of this process."""
        self._counts.set(self._number, count)

    def leave(self) -> None:
        """Publish that this process accepts no more connections."""
        self._counts.leave(self._number)

    def should_wait(self, count: int) -> bool:
        """Return whether another process should accept first."""
        return self._counts.is_behind(count)


class Connections(set[Any]):
    """The open connections of a listener, whose number is reported to the others."""

    def __init__(self, share: AcceptorShare) -> None:
        super().__init__()
        self._share = share
        share.report(0)

    def add(self, connection: Any) -> None:
        """Add a connection."""
        super().add(connection)
        self._share.report(len(self))

    def discard(self, connection: Any) -> None:
        """Remove a connection."""
        super().discard(connection)
        self._share.report(len(self))


class Acceptor:
    """Accepts connections on one socket until it is closed; replaces uvicorn's `asyncio.Server`."""

    def __init__(
        self,
        listening: socket.socket,
        protocol: Callable[[], asyncio.Protocol],
        tls: ssl.SSLContext | None,
        connections: set[Any],
        share: AcceptorShare | None,
    ) -> None:
        self._listening = listening
        self._protocol = protocol
        self._tls = tls
        self._connections = connections
        self._share = share
        self._loop = asyncio.get_running_loop()
        self._handshakes: set[asyncio.Task[None]] = set()
        self._has_stepped_back = False
        self._closed = False
        self._loop.add_reader(listening, self._accept)

    def close(self) -> None:
        """Accept no more. The socket stays open for others who share it."""
        if not self._closed:
            self._closed = True
            self._loop.remove_reader(self._listening)
            if self._share is not None:
                self._share.leave()

    async def wait_closed(self) -> None:
        """Return when the handshakes of all connections have ended."""
        for each in list(self._handshakes):
            each.cancel()
        await asyncio.gather(*self._handshakes, return_exceptions=True)

    def _accept(self) -> None:
        count = len(self._connections) + len(self._handshakes)
        if self._share is not None and not self._has_stepped_back and self._share.should_wait(count):
            self._has_stepped_back = True
            self._pause(STEP_BACK_SECONDS)
            return
        self._has_stepped_back = False
        for _ in range(ACCEPTED_AT_ONCE if self._share is None else 1):
            try:
                connection, _address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _EXHAUSTED:
                    raise
                LOG.error("connections cannot be accepted", reason=error.strerror)  # noqa: TRY400 - the reason says all.
                self._pause(PAUSE_SECONDS)
                return
            self._open(connection)

    def _open(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        # Like asyncio's own option: small answers are sent at once.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = self._loop.create_task(self._connect(connection))
        self._handshakes.add(task)
        task.add_done_callback(self._handshakes.discard)

    async def _connect(self, connection: socket.socket) -> None:
        handshake = None if self._tls is None else HANDSHAKE_SECONDS
        # A caller that disconnects, or fails the TLS handshake, needs no handling.
        with contextlib.suppress(OSError, TimeoutError):
            await self._loop.connect_accepted_socket(
                self._protocol, connection, ssl=self._tls, ssl_handshake_timeout=handshake
            )

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening)
        self._loop.call_later(seconds, self._resume)

    def _resume(self) -> None:
        if not self._closed:
            self._loop.add_reader(self._listening, self._accept)
