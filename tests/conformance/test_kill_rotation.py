"""After SIGKILL in the middle of a rotation, every secret can be decrypted, and all use one key."""

import random
import signal
import subprocess
import sys
from itertools import islice

import pytest

from hanse.config import revision_log
from hanse.config.configuration import Configuration
from hanse.config.secrets.keyring import key_id_of
from tests.conformance.acknowledgements import ROOT, choose_moments, read_lines, spend_moment
from tests.conformance.test_kill import open_configuration
from tests.support.configurations import AUTHOR, as_model
from tests.support.toy_resources import DEVICES

DEVICE_COUNT = 150
ROUNDS = 3


def fill(configuration: Configuration) -> None:
    with configuration.changing(AUTHOR) as change:
        for number in range(DEVICE_COUNT):
            device = {"id": f"d{number}", "name": f"Device {number}", "password": f"first {number}"}
            change.create(DEVICES, as_model(DEVICES, device))
    with configuration.changing(AUTHOR) as change:
        for number in range(DEVICE_COUNT):
            device = {"name": f"Device {number}", "password": f"secret {number}"}
            change.replace(DEVICES, f"d{number}", as_model(DEVICES, device))


def keys_until_killed(url: str, moments: random.Random) -> list[str]:
    """Start a process that rotates keys, kill it within a rotation, and return the acknowledged keys."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.conformance.rotating_process", url],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    try:
        printed = read_lines(process)
        assert next(printed) == "ready"
        acknowledged = list(islice(printed, moments.randrange(2)))
        spend_moment(moments, 2_000_000)
        process.send_signal(signal.SIGKILL)
        acknowledged += printed
        assert process.wait() == -signal.SIGKILL
    finally:
        process.kill()
        process.communicate()
    return acknowledged


def check(configuration: Configuration) -> list[str]:
    """Decrypt every secret, compare the documents with the revision log, and return the ids of all keys."""
    with configuration.reading() as view:
        stored = list(view.everything(DEVICES))
        log = list(revision_log.since(view.connection, 0))
        rows = view.secrets.keyring.keys()
        keys = [row.key_id for row in rows]
        assert [view.secret(DEVICES, each, "password") for each in stored] == [
            f"secret {each.id[1:]}" for each in stored
        ]
        past = [change.before["encryptedPassword"] for change in log if change.before]
        decrypted = [view.secrets.keyring.open(sealed, "toy/device:password") for sealed in past]
    assert decrypted == [f"first {number}" for number in range(DEVICE_COUNT)]
    assert len(stored) == DEVICE_COUNT
    now = {each.id: each.body for each in stored}
    assert {change.id: change.after for change in log} == now
    sealed = [*past, *(body["encryptedPassword"] for body in now.values())]
    assert {key_id_of(each) for each in sealed} == {keys[-1]}
    return keys


@pytest.mark.slow
def test_a_killed_rotation_is_complete_or_has_not_happened(database_url: str) -> None:
    moments = choose_moments()
    configuration = open_configuration(database_url)
    fill(configuration)
    configuration.database.close()
    acknowledged: list[str] = []
    for _ in range(ROUNDS):
        acknowledged += keys_until_killed(database_url, moments)
        configuration = open_configuration(database_url)
        keys = check(configuration)
        # All acknowledged rotations are stored; at most one rotation per round was unfinished.
        assert set(acknowledged) <= set(keys)
        assert len(keys) <= 1 + len(acknowledged) + ROUNDS
        configuration.database.close()
