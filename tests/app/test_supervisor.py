"""A supervisor's handling of ended processes, with slots of the tests in a separate program."""

import itertools
import json
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from hanse.app.backoff import FIRST_DELAY_SECONDS, HEALTHY_SECONDS, LONGEST_DELAY_SECONDS, Backoff
from hanse.app.process_heartbeats import HeartbeatCheck, ProcessHeartbeats
from hanse.app.process_link import GO, ProcessLink

PROGRAM = """
import io, os, signal, sys, time
from pathlib import Path
from hanse.app.process_link import FAILED, GO, PREPARED, READY
from hanse.app.process_slots import ProcessSlot
from hanse.app.supervisor import StartFailed, Supervisor
from hanse.ops.logging.setup import configure_logging

folder = Path(sys.argv[1])
log = configure_logging(folder, "info", io.StringIO())

def wait(child):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    while child.link.receive() is not None:
        pass
    return 0

def first(child):
    os.write(child.log, b'{"event":"from the first"}\\n{"event":"no end"}')
    child.link.send(PREPARED)
    child.link.send(READY, greeting="hello")
    return wait(child)

def announced(facts):
    print("announced", facts, flush=True)

def supervise(*slots, **settings):
    try:
        Supervisor([ProcessSlot("first", 0, first), *slots], log, lambda: None, announced, **settings).run()
    except StartFailed as error:
        print("failed:", error)
"""


def run(folder: Path, script: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + dedent(script), str(folder)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def events(folder: Path) -> list[str]:
    return [json.loads(line)["event"] for line in (folder / "server.log").read_text().splitlines()]


def test_a_process_that_crashes_repeatedly_is_restarted_with_growing_delays(tmp_path: Path) -> None:
    printed = run(
        tmp_path,
        """
        def second(child):
            child.link.wait_for(GO)
            child.link.send(READY)
            with (folder / "starts").open("a") as file:
                file.write(f"{time.monotonic()}\\n")
            if len((folder / "starts").read_text().splitlines()) == 5:
                os.kill(os.getppid(), signal.SIGTERM)
                return wait(child)
            os.kill(os.getpid(), signal.SIGSEGV)

        supervise(ProcessSlot("second", 1, second))
        """,
    )
    assert printed[0] == "announced {'greeting': 'hello'}"
    starts = [float(line) for line in (tmp_path / "starts").read_text().splitlines()]
    pauses = [later - before for before, later in itertools.pairwise(starts)]
    # The first restart is immediate; the next ones wait 0.1, 0.2 and 0.4 seconds.
    assert all(pause >= least for pause, least in zip(pauses, (0, 0.1, 0.2, 0.4), strict=True))
    lines = [json.loads(line) for line in (tmp_path / "server.log").read_text().splitlines()]
    ended = [line for line in lines if line["event"] == "process ended"]
    assert [(line["process"], line["signal"], line["starts_again_in"]) for line in ended] == [
        ("second", "SIGSEGV", delay) for delay in (0.0, 0.1, 0.2, 0.4)
    ]
    # The last output of a process is logged, even an incomplete line.
    assert events(tmp_path)[0] == "from the first"
    assert "no end" in events(tmp_path)


def test_a_failed_start_ends_the_server_with_its_reason(tmp_path: Path) -> None:
    printed = run(
        tmp_path,
        """
        def second(child):
            child.link.send(FAILED, reason="the port is taken")
            return 1

        supervise(ProcessSlot("second", 1, second))
        """,
    )
    assert printed == ["failed: the port is taken"]


def test_a_process_that_exits_during_the_start_ends_the_server(tmp_path: Path) -> None:
    printed = run(tmp_path, 'supervise(ProcessSlot("second", 1, lambda child: 7))')
    assert printed == ["failed: the second process ended while the server started; its log has the reason"]
    assert "process ended while it started" in events(tmp_path)


def test_a_process_that_is_ready_after_another_has_failed_is_not_announced(tmp_path: Path) -> None:
    printed = run(
        tmp_path,
        """
        def first(child):
            def stop(*_):
                child.link.send(READY)
                sys.exit(0)

            signal.signal(signal.SIGTERM, stop)
            child.link.send(PREPARED)
            while child.link.receive() is not None:
                pass

        def second(child):
            child.link.wait_for(GO)
            return 7

        supervise(ProcessSlot("second", 1, second))
        """,
    )
    assert printed == ["failed: the second process ended while the server started; its log has the reason"]


def test_a_process_that_does_not_stop_is_killed_by_the_second_signal(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        def second(child):
            signal.signal(signal.SIGTERM, lambda *_: None)
            child.link.send(READY)
            if child.link.wait_for("never"):
                return 0

        def announced(facts):
            os.kill(os.getpid(), signal.SIGTERM)
            signal.setitimer(signal.ITIMER_REAL, 0.7)

        signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
        supervise(ProcessSlot("second", 1, second))
        """,
    )
    assert [event for event in events(tmp_path) if "stopping" in event] == ["stopping", "stopping immediately"]


def test_a_process_with_a_blocked_event_loop_is_killed_and_replaced(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        import asyncio
        from hanse.app.process_heartbeats import keep_beating

        def second(child):
            is_first = not (folder / "blocked").exists()

            async def serve():
                child.link.send(READY)
                beating = asyncio.create_task(keep_beating(child.beat))
                await asyncio.sleep(0)
                if is_first:
                    (folder / "blocked").touch()
                    # The event loop does nothing else any more, and ignores a request to stop.
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    time.sleep(60)
                # This is longer than it takes to detect a blocked process.
                await asyncio.sleep(2)
                os.kill(os.getppid(), signal.SIGTERM)
                await asyncio.get_running_loop().run_in_executor(None, wait_for_end, child)

            asyncio.run(serve())
            return 0

        def wait_for_end(child):
            while child.link.receive() is not None:
                pass

        supervise(ProcessSlot("second", 1, second), check_seconds=0.1)
        """,
    )
    lines = [json.loads(line) for line in (tmp_path / "server.log").read_text().splitlines()]
    hung = [line for line in lines if line["event"] == "process does not respond"]
    assert [(line["process"], line["level"], line["seconds"]) for line in hung] == [("second", "error", 1.5)]
    ended = [(line["process"], line["signal"]) for line in lines if line["event"] == "process ended"]
    assert ended == [("second", "SIGKILL")]


def test_heartbeats_are_expected_only_after_the_first_one() -> None:
    pulses, check = ProcessHeartbeats(2), HeartbeatCheck()
    # A process may need long to start, so that a missing first heartbeat is no failure.
    assert [check.compare(pulses.count(1)) for _ in range(3)] == [0, 0, 0]
    pulses.beat(1)
    assert [check.compare(pulses.count(1)) for _ in range(3)] == [0, 1, 2]
    pulses.beat(1)
    assert check.compare(pulses.count(1)) == 0
    assert pulses.count(0) == 0


def test_delays_grow_to_a_limit_and_reset_after_a_long_run() -> None:
    backoff = Backoff()
    delays = [backoff.delay(1.0) for _ in range(12)]
    assert delays[:4] == [0.0, FIRST_DELAY_SECONDS, 2 * FIRST_DELAY_SECONDS, 4 * FIRST_DELAY_SECONDS]
    assert delays[-1] == LONGEST_DELAY_SECONDS
    assert backoff.delay(HEALTHY_SECONDS) == 0.0
    assert backoff.delay(1.0) == FIRST_DELAY_SECONDS


def test_messages_arrive_completely_and_a_closed_link_is_detected() -> None:
    own, theirs = ProcessLink.pair()
    assert own.receive(waits=False) is None
    theirs.send("other", value="x" * 10_000)
    theirs.send(GO)
    assert own.wait_for(GO)
    theirs.close()
    assert not own.wait_for(GO)
    own.send("lost")
    own.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_all_processes(tmp_path: Path, number: signal.Signals) -> None:
    run(
        tmp_path,
        f"""
        def announced(facts):
            os.kill(os.getpid(), {number.value})

        def second(child):
            child.link.send(READY)
            return wait(child)

        supervise(ProcessSlot("second", 1, second))
        """,
    )
    assert sorted(events(tmp_path)) == ["from the first", "no end", "stopping"]
