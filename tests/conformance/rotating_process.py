"""A process that rotates the configuration encryption key until it is killed, and prints every acknowledged key.

Its argument is the URL of the database. Each line is the id of a key as JSON, printed after its rotation was committed.
"""

import sys
from pathlib import Path

import structlog

from hanse.config.change.encryption_key_rotation import rotate
from hanse.config.database import open_database
from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness
from tests.conformance.acknowledgements import write_line
from tests.support.configurations import AUTHOR, make_configuration
from tests.support.toy_resources import TOYS


def main(url: str) -> None:
    # Standard output has only the acknowledged keys, so the log goes to standard error.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    configuration = make_configuration(open_database(url, Path()), TOYS, SystemClock(), SystemRandomness())
    write_line("ready")
    while True:
        with configuration.changing_keys(AUTHOR) as (change, keyring):
            rotated = rotate(change, keyring)
        write_line(rotated.key.key_id)


if __name__ == "__main__":
    main(sys.argv[1])
