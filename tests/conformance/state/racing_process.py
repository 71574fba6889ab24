"""A process that redeems codes, rotates tokens and claims identifiers in a race with other processes.

Its arguments are the URL of the database, the data folder, a unique name for the process, and the number of values of
each kind. It begins when its standard input is closed, and prints its results as JSON.
"""

import asyncio
import json
import sys
from pathlib import Path

from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.engine.state.open_state import open_state
from hanse.kit.randomness import SystemRandomness
from tests.conformance.state.example_rows import NOW, TestKeys, grant, refresh


async def main(url: str, folder: str, name: str, most: str) -> None:
    state = open_state(Path(folder), url, keys=TestKeys(), randomness=SystemRandomness(), boot="boot-1")
    await state.ping()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.read()

    async def race(number: int) -> list[bool]:
        id_ = f"{name}-{number}"
        old = digest(f"token-{number}")
        return [
            await state.grants.redeem_code(digest(f"code-{number}"), grant(id_), refresh(id_, id_), NOW),
            await state.grants.rotate(old, refresh(f"next-{id_}", f"grant-{number}", 1), NOW),
            await state.one_time.claim(OneTimeKind.ASSERTION_ID, digest(f"id-{number}"), NOW + 60, NOW),
            await state.grants.redeem_pending(digest(f"device-{number}"), grant(f"device-{id_}"), None, NOW),
        ]

    found = await asyncio.gather(*(race(number) for number in range(int(most))))
    await state.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
