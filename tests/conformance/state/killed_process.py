"""A process that redeems codes and rotates refresh tokens until it is killed, and prints every acknowledged operation.

Its arguments are the URL of the database, the data folder, a unique name for the process, and the number of concurrent
tasks. Each line on standard output is one acknowledgement as JSON: `["redeemed", NAME]` or
`["rotated", NAME, GENERATION]`.
"""

import asyncio
import sys
from itertools import count
from pathlib import Path

from hanse.engine.state.contracts import digest
from hanse.engine.state.open_state import open_state
from hanse.engine.state.store import StoredState
from hanse.kit.errors import Unavailable
from hanse.kit.randomness import SystemRandomness
from hanse.ops.logging.setup import configure_terminal
from tests.conformance.acknowledgements import write_line
from tests.conformance.state.example_rows import NOW, TestKeys, grant, refresh

ROTATIONS = 3
UNAVAILABLE_EXIT_CODE = 3


async def work(state: StoredState, name: str) -> None:
    for number in count():
        id_ = f"{name}-{number}"
        await state.grants.put_code(digest(id_), b"request", NOW + 60)
        if not await state.grants.redeem_code(digest(id_), grant(id_), refresh(f"{id_}-0", id_), NOW):
            raise AssertionError(id_)
        write_line(["redeemed", id_])
        for generation in range(1, ROTATIONS + 1):
            old, new = digest(f"{id_}-{generation - 1}"), refresh(f"{id_}-{generation}", id_, generation)
            if not await state.grants.rotate(old, new, NOW):
                raise AssertionError(id_)
            write_line(["rotated", id_, generation])


async def main(url: str, folder: str, name: str, tasks: str) -> None:
    state = open_state(Path(folder), url, keys=TestKeys(), randomness=SystemRandomness(), boot="boot-1")
    await state.ping()
    write_line(["ready"])
    await asyncio.gather(*(work(state, f"{name}-{task}") for task in range(int(tasks))))


if __name__ == "__main__":
    # The log goes to standard error, because standard output has only the acknowledgements.
    configure_terminal()
    try:
        asyncio.run(main(*sys.argv[1:]))
    except Unavailable:
        sys.exit(UNAVAILABLE_EXIT_CODE)
