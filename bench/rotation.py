"""Rotation of the configuration encryption key with 10,000 secrets, on both databases.

Run with `python -m bench.rotation [secrets]` from the top of the repository. Each secret is in one document and in the
log, and a tenth of them has an older value there as well. Beside it is the least that the same takes: each secret
opened and sealed with the cryptographic library alone, and the ratio of the two. The goal is ten seconds.
"""

import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from tests.support import databases
from tests.support.configurations import AUTHOR, as_model, make_configuration
from tests.support.toys import DEVICES, TOYS

from hanse.config.configuration import Configuration
from hanse.config.secrets.rotation import rotate
from hanse.config.store.database import open_database, wait_until_reachable
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
    """Return the seconds that the encryption alone takes."""
    cipher, nonce = AESGCM(secrets.token_bytes(32)), secrets.token_bytes(12)
    sealed = [cipher.encrypt(nonce, SECRET.encode(), None) for _ in range(count)]
    start = time.perf_counter()
    for each in sealed:
        cipher.encrypt(secrets.token_bytes(12), cipher.decrypt(nonce, each, None), None)
    return time.perf_counter() - start


@contextmanager
def sqlite_file(folder: Path) -> Iterator[str]:
    """Yield the URL of a file with tables."""
    yield databases.sqlite_database(folder, databases.sqlite_template(folder))


@contextmanager
def postgres(_folder: Path) -> Iterator[str]:
    """Yield the URL of a server's database with tables."""
    with databases.own_server() as server:
        database = open_database(server.url, Path())
        wait_until_reachable(database, seconds=10)
        database.close()
        databases.make_tables(server.url)
        yield server.url


def main(count: int) -> None:
    """Print one line for each kind of database."""
    # What the log says of its progress is not what is measured.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for title, made in (("SQLite", sqlite_file), ("PostgreSQL", postgres)):
        with tempfile.TemporaryDirectory(prefix="hanse-bench-") as name, made(Path(name)) as url:
            database = open_database(url, Path(name))
            configuration = make_configuration(database, TOYS, SystemClock(), SystemRandomness())
            fill(configuration, count)
            seconds, least = min((rotated(configuration), bare(count)) for _ in range(ROUNDS))
            print(f"{title:12}{count} secrets in {seconds:.2f} s; encryption alone {least:.2f} s", flush=True)
            database.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
