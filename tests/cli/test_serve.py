"""`hanse serve` as a real process: its listeners, signals, exit codes and error messages."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

COMMAND = [sys.executable, "-c", "from hanse.cli import main; main()"]
FREE_PORTS = ["--admin-port", "0", "--engine-port", "0", "--host", "127.0.0.1"]


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("HANSE_")}


def hanse(*arguments: str, directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=directory,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@contextmanager
def running(folder: Path, *arguments: str, workers: int = 0) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Run a server. By default it is one process, because few tests need workers."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--data", str(folder), *FREE_PORTS, "--engine-workers", str(workers), *arguments],
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process, wait_for_listening(folder, process)
    finally:
        process.kill()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


def wait_for_listening(folder: Path, process: subprocess.Popen[str]) -> dict[str, Any]:
    """Wait for the first line that the server prints once it listens; return its announcement."""
    assert process.stdout is not None
    assert process.stdout.readline().startswith(("Console", "Engine"))
    found: dict[str, Any] = json.loads((folder / "listening.json").read_text())
    return found


def get(address: str, trust: Path | None = None) -> tuple[int, str]:
    context = ssl.create_default_context(cafile=str(trust)) if trust else None
    with urlopen(Request(address), timeout=10, context=context) as answer:  # noqa: S310 - our own server.
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.slow)])
def test_two_tls_listeners_run_until_sigterm(tmp_path: Path, workers: int) -> None:
    with running(tmp_path, workers=workers) as (process, listening):
        assert listening["pid"] == process.pid
        assert listening["setupLink"].startswith(f"{listening['admin']}/setup?key=")
        trust = tmp_path / "tls" / "server.crt"
        for listener in ("admin", "engine"):
            assert listening[listener].startswith("https://localhost:")
            assert get(f"{listening[listener]}/healthz", trust) == (200, "OK")
            assert json.loads(get(f"{listening[listener]}/readyz", trust)[1])["status"] == "ready"
            assert "hanse_http_requests_total" in get(f"{listening[listener]}/metrics", trust)[1]
        assert get(f"{listening['engine']}/pf/heartbeat.ping", trust) == (200, "OK")
        second = hanse("serve", "--data", str(tmp_path), *FREE_PORTS, directory=tmp_path)
        assert second.returncode == 1
        assert f"in use by another server (process {process.pid})" in second.stderr
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        assert process.stdout is not None
        assert process.stdout.read() == f"Engine   {listening['engine']}\nSet up   {listening['setupLink']}\n"
        assert listening["setupLink"].rsplit("=", 1)[1] not in (tmp_path / "log" / "server.log").read_text()
        assert not (tmp_path / "listening.json").exists()
        events = [json.loads(line)["event"] for line in (tmp_path / "log" / "server.log").read_text().splitlines()]
        # The processes send their lines to the log with a delay, so that their order varies.
        stopping = 1 if workers == 0 else workers + 2
        expected = ["configuration applied"] * max(workers, 1) + ["listening"] + ["stopping"] * stopping
        assert sorted(event for event in events if event != "request") == sorted([*expected, "stopped"])
        assert events[-1] == "stopped"


def test_plain_http_creates_no_certificate(tmp_path: Path) -> None:
    with running(tmp_path, "--no-tls") as (_, listening):
        assert listening["admin"].startswith("http://localhost:")
        assert get(f"{listening['admin']}/healthz") == (200, "OK")
        assert not (tmp_path / "tls").exists()


def test_a_port_in_use_is_named_with_the_option_to_change(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = hanse(
            "serve", "--host", "127.0.0.1", "--engine-port", "0", "--admin-port", str(port), directory=tmp_path
        )
    assert done.returncode == 1
    assert done.stderr == (
        f"hanse: 127.0.0.1 port {port} is in use by another program; stop that program or choose another port with "
        "--admin-port\n"
    )


def test_invalid_options_exit_with_one_line_each(tmp_path: Path) -> None:
    done = hanse("serve", "--admin-port", "x", "--mode", "both", directory=tmp_path)
    assert done.returncode == 2
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == ["--admin-port", "--mode"]
    assert list(tmp_path.iterdir()) == []


def test_help_explains_the_commands_and_imports_no_server(tmp_path: Path) -> None:
    assert "serve" in hanse("--help", directory=tmp_path).stdout
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *COMMAND[1:], "serve", "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    for flag in ("--data DIR", "--admin-port PORT", "--database URL", "--no-tls", "--cloud-regions"):
        assert flag in done.stdout
    imported = {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert imported.isdisjoint({"uvicorn", "starlette", "sqlalchemy", "structlog", "rich"})
