"""A process that redeems codes and rotates refresh tokens until it is killed, and says what was acknowledged to it.

Arguments: the database's URL, the data folder, a name that no other process has, and the number of tasks that work at
the same time. Each line on standard output is one acknowledgement, as JSON: `["redeemed", NAME]` and
`["rotated", NAME, GENERATION]`.
"""

import asyncio
import json
import os
import sys
from itertools import count
from pathlib import Path

from hanse.engine.state.contracts import digest
from hanse.engine.state.open_state import open_state
from hanse.engine.state.store import StoredState
from hanse.kit.errors import Unavailable
from hanse.kit.randomness import SystemRandomness
from hanse.ops.logging.setup import configure_terminal
from tests.conformance.state.example_rows import NOW, TestKeys, grant, refresh

ROTATIONS = 3
AWAY = 3


def say(*line: object) -> None:
    # One write call, straight to the pipe: what was said cannot get lost in a buffer when the process dies.
    os.write(1, json.dumps(line).encode() + b"\n")


async def work(state: StoredState, name: str) -> None:
    for number in count():
        id_ = f"{name}-{number}"
        await state.grants.put_code(digest(id_), b"request", NOW + 60)
        if not await state.grants.redeem_code(digest(id_), grant(id_), refresh(f"{id_}-0", id_), NOW):
            raise AssertionError(id_)
        say("redeemed", id_)
        for generation in range(1, ROTATIONS + 1):
            old, new = digest(f"{id_}-{generation - 1}"), refresh(f"{id_}-{generation}", id_, generation)
            if not await state.grants.rotate(old, new, NOW):
                raise AssertionError(id_)
            say("rotated", id_, generation)


async def main(url: str, folder: str, name: str, tasks: str) -> None:
    state = open_state(Path(folder), url, keys=TestKeys(), randomness=SystemRandomness(), boot="boot-1")
    await state.ping()
    say("ready")
    await asyncio.gather(*(work(state, f"{name}-{task}") for task in range(int(tasks))))


if __name__ == "__main__":
    # To standard error; the lines on standard output are acknowledgements.
    configure_terminal()
    try:
        asyncio.run(main(*sys.argv[1:]))
    except Unavailable:
        sys.exit(AWAY)
