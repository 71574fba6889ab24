"""Collects log lines and writes them from a thread of its own, many at a time and in their order.

The event loop must not wait for a disk. It passes on a request's line as a record, which the thread encodes; other
lines arrive as text. Lines wait for at most 50 ms. An error is written immediately, with all lines before it. `close`
writes the rest.
"""

import sys
import threading
import time
from collections import deque
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

import msgspec

from hanse.kit.clock import Clock, SystemClock
from hanse.kit.http.request_log import LEVEL, RequestLine
from hanse.kit.log_health import LogHealth
from hanse.ops.logging.files import ScreenFailed, Sink
from hanse.ops.logging.redaction import REDACTED, SECRET_TEXTS

WAIT_SECONDS: Final = 0.05
# Reached only if the disk or the reader of the pipe is blocked. Memory is more important than these lines.
MOST_WAITING: Final = 200_000
# The thread releases the interpreter to the event loop between pieces.
LINES_AT_ONCE: Final = 200
# Time after which a log that could not be written is tried again.
RETRY_SECONDS: Final = 1.0
INFO: Final = 20


class LogWriter:
    """Writes to a sink. Before `start` and after `close`, the calling thread writes each line immediately."""

    def __init__(self, sink: Sink, clock: Clock | None = None, *, health: LogHealth | None = None) -> None:
        self._clock = clock or SystemClock()
        self._sink = sink
        self._health = health or LogHealth()
        # Lines that could not be written. The next line that is written says so.
        self._lost = 0
        self._waiting: deque[bytes | RequestLine] = deque()
        self._dropped = 0
        # Held while lines are taken and written, so that their order is kept.
        self._writing = threading.RLock()
        self._thread: threading.Thread | None = None
        self._is_idle = False
        self._closing = False
        self._wake = threading.Event()
        self._encode_line = msgspec.json.Encoder().encode
        self._second, self._second_text = -1, ""

    def start(self) -> None:
        """Start collecting lines."""
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    @property
    def sink(self) -> Sink:
        """Return the destination of the lines."""
        return self._sink

    def close(self) -> None:
        """Write waiting lines, and stop collecting."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._closing = True
            self._wake.set()
            thread.join()
        self.flush()

    def log_request(self, line: RequestLine) -> None:
        """Accept the line of a request; a `kit.http.request_log.RequestLog`."""
        if LEVEL.isEnabledFor(INFO):
            self._take(line)

    def log_text(self, line: bytes, *, now: bool = False) -> None:
        """Accept a line with its line end; with `now` it and all before it are written before this returns."""
        self._take(line)
        if now:
            self.flush()

    def flush(self) -> None:
        """Write all waiting lines."""
        with self._writing:
            while self._waiting:
                self._write_some()

    def _take(self, line: bytes | RequestLine) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._dropped += 1
            return
        self._waiting.append(line)
        if self._thread is None:
            self.flush()
        elif self._is_idle:
            self._wake.set()

    def _run(self) -> None:
        while not self._closing:
            self._is_idle = True
            # A line that arrived before the flag was set has not woken the thread.
            if not self._waiting:
                self._wake.wait(RETRY_SECONDS if self._lost else None)
            self._wake.clear()
            self._is_idle = False
            if not self._closing:
                time.sleep(WAIT_SECONDS)
            self._retry()
            while self._waiting:
                with self._writing:
                    self._write_some()
                time.sleep(0)

    def _retry(self) -> None:
        """Find out whether a log that could not be written can be written again, even if there are no new lines."""
        if self._lost and not self._waiting:
            with self._writing:
                self._write_some()

    def _write_some(self) -> None:
        lines: list[bytes] = []
        while self._waiting and len(lines) < LINES_AT_ONCE:
            line = self._waiting.popleft()
            lines.append(line if isinstance(line, bytes) else self._encode(line))
        taken = len(lines)
        if self._lost:
            lines.insert(0, self._notice(f"{self._lost} log lines could not be written"))
        if self._dropped:
            dropped, self._dropped = self._dropped, 0
            lines.append(self._notice(f"{dropped} log lines were dropped, because they could not be written in time"))
        try:
            self._sink.write(b"".join(lines))
        except ScreenFailed as error:
            # The lines are in the file.
            self._written()
            _complain(error)
        except (OSError, ValueError) as error:
            # A full disk or a closed stream. There is no other place to report it.
            self._lost += taken
            self._health.failed(taken)
            _complain(error)
        else:
            self._written()

    def _written(self) -> None:
        self._lost = 0
        self._health.written()

    def _encode(self, line: RequestLine) -> bytes:
        line.path = _without_secrets(line.path)
        if line.client_request_id is not msgspec.UNSET:
            line.client_request_id = _without_secrets(line.client_request_id)
        if line.correlation_id is not msgspec.UNSET:
            line.correlation_id = _without_secrets(line.correlation_id)
        line.timestamp = self._moment(float(line.timestamp))
        return self._encode_line(line) + b"\n"

    def _moment(self, seconds: float) -> str:
        """Return a time in the format of the log: RFC 3339, in UTC, with microseconds."""
        whole = int(seconds)
        if whole != self._second:
            self._second = whole
            self._second_text = datetime.fromtimestamp(whole, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        return f"{self._second_text}.{int((seconds - whole) * 1_000_000):06}Z"

    def _notice(self, event: str) -> bytes:
        line = {
            "event": event,
            "logger": "hanse.process",
            "level": "warning",
            "timestamp": self._moment(self._clock.now().timestamp()),
        }
        return self._encode_line(line) + b"\n"


# Most requests use few paths; others are computed each time.
@lru_cache(maxsize=1024)
def _without_secrets(text: str) -> str:
    return SECRET_TEXTS.sub(REDACTED, text)


def _complain(error: Exception) -> None:
    try:
        sys.stderr.write(f"hanse: log lines cannot be written: {error}\n")
    except (OSError, ValueError):
        return
