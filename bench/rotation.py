"""The time to rotate the configuration encryption key with 10,000 secrets, on both databases.

Run with `python -m bench.rotation [secrets]` from the top of the repository. Every secret is in one document and in the
log, and a tenth of the secrets also have an older value in the log. The lower bound is to decrypt and encrypt each
secret once with the cryptographic library alone. The ratio of the two times is comparable between machines. The goal is
ten seconds.
"""

import secrets
import sys
import time
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from tests.support.configurations import AUTHOR, as_model, make_configuration
from tests.support.toy_resources import DEVICES, TOYS

from bench.databases import each_kind
from hanse.config.change.encryption_key_rotation import rotate
from hanse.config.configuration import Configuration
from hanse.config.database import open_database
from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness

ROUNDS = 3
SECRET = "a password of usual length"  # noqa: S105 - the bench seals it.


def fill(configuration: Configuration, count: int) -> None:
    """Store the devices, and change every tenth."""
    with configuration.changing(AUTHOR) as change:
        for number in range(count):
            device = {"id": f"d{number}", "name": f"Device {number}", "password": SECRET}
            change.create(DEVICES, as_model(DEVICES, device))
    with configuration.changing(AUTHOR) as change:
        for number in range(0, count, 10):
            device = {"name": f"Device {number}", "password": f"{SECRET} {number}"}
            change.replace(DEVICES, f"d{number}", as_model(DEVICES, device))


def rotated(configuration: Configuration) -> float:
    """Return the seconds of one rotation, its commit included."""
    start = time.perf_counter()
    with configuration.changing_keys(AUTHOR) as (change, keyring):
        rotate(change, keyring)
    return time.perf_counter() - start


def bare(count: int) -> float:
    """Return the seconds for the encryption alone."""
    cipher, nonce = AESGCM(secrets.token_bytes(32)), secrets.token_bytes(12)
    sealed = [cipher.encrypt(nonce, SECRET.encode(), None) for _ in range(count)]
    start = time.perf_counter()
    for each in sealed:
        cipher.encrypt(secrets.token_bytes(12), cipher.decrypt(nonce, each, None), None)
    return time.perf_counter() - start


def main(count: int) -> None:
    """Print one line for each kind of database."""
    # Progress messages in the log are not measured.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for title, url in each_kind():
        database = open_database(url, Path())
        configuration = make_configuration(database, TOYS, SystemClock(), SystemRandomness())
        fill(configuration, count)
        seconds, least = min((rotated(configuration), bare(count)) for _ in range(ROUNDS))
        ratio = f"ratio {seconds / least:.1f}"
        print(f"{title:12}{count} secrets in {seconds:.2f} s; encryption alone {least:.2f} s; {ratio}", flush=True)
        database.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
