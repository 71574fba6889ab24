"""Log lines are collected and written by a thread."""

import json
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
import structlog

from hanse.kit.http.request_log import RequestLine
from hanse.ops.logging import writer as module
from hanse.ops.logging.files import RotatingFile
from hanse.ops.logging.writer import LogWriter


class CollectingSink:
    """A sink that stores lines. It can be blocked, and it can fail."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.may_write = threading.Event()
        self.may_write.set()
        self.has_written = threading.Event()
        self.fails = False

    def write(self, lines: bytes) -> None:
        self.may_write.wait(20)
        if self.fails:
            raise OSError(28, "No space left on device")
        self.written.append(lines)
        self.has_written.set()

    def close(self) -> None:
        return

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in b"".join(self.written).splitlines()]


def request(path: str = "/a", **fields: Any) -> RequestLine:
    return RequestLine(
        listener="engine",
        method="GET",
        path=path,
        route="/{x}",
        status=200,
        milliseconds=1.5,
        client="::1",
        request_id="id",
        timestamp=1_700_000_000.25,
        **fields,
    )


@pytest.fixture(autouse=True)
def _everything_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")


def test_an_access_log_line_equals_that_of_the_general_formatter() -> None:
    sink = CollectingSink()
    LogWriter(sink).log_request(request(client_request_id="theirs"))
    assert sink.lines == [
        {
            "event": "request",
            "listener": "engine",
            "method": "GET",
            "path": "/a",
            "route": "/{x}",
            "status": 200,
            "milliseconds": 1.5,
            "client": "::1",
            "client_request_id": "theirs",
            "request_id": "id",
            "logger": "hanse.access",
            "level": "info",
            "timestamp": "2023-11-14T22:13:20.250000Z",
        }
    ]


def test_lines_keep_their_order_and_none_is_lost_at_exit() -> None:
    sink = CollectingSink()
    writer = LogWriter(sink)
    writer.start()
    for number in range(3000):
        if number % 3:
            writer.log_request(request(f"/{number}"))
        else:
            writer.log_text(b'{"path":"/%d"}\n' % number)
    writer.close()
    assert [line["path"] for line in sink.lines] == [f"/{number}" for number in range(3000)]
    assert len(sink.written) < 100


def test_a_single_line_is_written_soon() -> None:
    sink = CollectingSink()
    writer = LogWriter(sink)
    writer.start()
    for _ in range(3):
        sink.has_written.clear()
        writer.log_request(request())
        assert sink.has_written.wait(20)
    writer.close()


def test_an_error_is_written_at_once_with_all_lines_before_it() -> None:
    sink = CollectingSink()
    writer = LogWriter(sink)
    writer.start()
    writer.log_request(request("/before"))
    writer.log_text(b'{"event":"broken"}\n', now=True)
    assert [line["event"] for line in sink.lines] == ["request", "broken"]
    writer.close()


def test_secrets_in_paths_are_redacted() -> None:
    sink = CollectingSink()
    LogWriter(sink).log_request(request("/x/eyJhbGciOiJub25lIn0.e30.c2ln", client_request_id="eyJhbGciOi.e30.c2ln"))
    assert (sink.lines[0]["path"], sink.lines[0]["client_request_id"]) == ("/x/[redacted]", "[redacted]")


def test_a_stalled_disk_drops_lines_instead_of_filling_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 10)
    sink = CollectingSink()
    sink.may_write.clear()
    writer = LogWriter(sink)
    writer.start()
    for _ in range(50):
        writer.log_request(request())
    sink.may_write.set()
    writer.close()
    events = [line["event"] for line in sink.lines]
    dropped = sum(int(event.split()[0]) for event in events if event != "request")
    assert events.count("request") + dropped == 50
    assert dropped >= 30


def test_a_full_disk_is_reported_and_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    sink = CollectingSink()
    sink.fails = True
    writer = LogWriter(sink)
    writer.log_request(request("/lost"))
    assert capsys.readouterr().err == "hanse: log lines cannot be written: [Errno 28] No space left on device\n"
    sink.fails = False
    writer.log_request(request("/kept"))
    assert [line.get("path", line["event"]) for line in sink.lines] == ["1 log lines could not be written", "/kept"]


def test_a_level_above_info_logs_no_requests(caplog: pytest.LogCaptureFixture) -> None:
    sink = CollectingSink()
    caplog.set_level("WARNING", logger="hanse.access")
    LogWriter(sink).log_request(request())
    assert sink.lines == []
    structlog.contextvars.clear_contextvars()


def test_files_are_rotated(tmp_path: Path) -> None:
    file = RotatingFile(tmp_path / "server.log", most_bytes=10, kept=2)
    for line in (b"one\n", b"two\n", b"three\n", b"four, longer than a file\n", b"five\n"):
        file.write(line)
    file.close()
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {
        "server.log": b"five\n",
        "server.log.1": b"four, longer than a file\n",
        "server.log.2": b"three\n",
    }
    assert {stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()} == {0o600}
    again = RotatingFile(tmp_path / "server.log", most_bytes=10, kept=2)
    again.write(b"six\n")
    again.close()
    assert (tmp_path / "server.log").read_bytes() == b"five\nsix\n"
