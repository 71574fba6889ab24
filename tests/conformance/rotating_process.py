"""A process that rotates the configuration encryption key until it is killed, and says each key that was acknowledged.

Its argument is the database's URL. Each line is the ID of a key, as JSON, once its rotation is committed.
"""

import sys
from pathlib import Path

import structlog

from hanse.config.change.encryption_key_rotation import rotate
from hanse.config.database import open_database
from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness
from tests.conformance.writing_process import say
from tests.support.configurations import AUTHOR, make_configuration
from tests.support.toy_resources import TOYS


def main(url: str) -> None:
    # Standard output is for what was acknowledged.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    configuration = make_configuration(open_database(url, Path()), TOYS, SystemClock(), SystemRandomness())
    say("ready")
    while True:
        with configuration.changing_keys(AUTHOR) as (change, keyring):
            rotated = rotate(change, keyring)
        say(rotated.key.key_id)


if __name__ == "__main__":
    main(sys.argv[1])
