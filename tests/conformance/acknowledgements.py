"""Acknowledgements that a process under test prints until it is killed, and the moments at which it is killed."""

import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def write_line(line: object) -> None:
    """Print a line as JSON with one unbuffered write, so that no line is lost when the process is killed."""
    os.write(1, json.dumps(line).encode() + b"\n")


def read_lines(process: "subprocess.Popen[bytes]") -> Iterator[Any]:
    """Yield the lines of a process. An incomplete last line of a killed process is not one of them."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.endswith(b"\n"):
            yield json.loads(line)


def choose_moments() -> random.Random:
    """Return a generator for the moments of kills. A failed test shows its seed, which repeats the choice."""
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - pytest shows the seed of a failed test.
    return random.Random(seed)  # noqa: S311 - chooses moments, not secrets.


def spend_moment(moments: random.Random, most: int) -> None:
    """Wait up to `most` steps of counting, which needs no sleep. The speed of the steps varies as well."""
    for _ in range(moments.randrange(most)):
        pass
