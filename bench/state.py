"""Operations per second of the run-time state store on SQLite and PostgreSQL, for one caller and for 64 callers.

Run with `python -m bench.state [operations]` from the top of the repository. Both databases sync every commit that has
to survive a power failure. "Ratio" is the gain of 64 callers: SQLite commits their operations together, PostgreSQL uses
several connections. For "beside work", the event loop also makes an RSA signature for each operation, like a token
request. "Share" is this rate in percent of the signatures alone: the higher it is, the less time the store takes.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from tests.conformance.state.example_rows import NOW, TestKeys, grant, refresh, session

from bench import databases
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.engine.state.open_state import open_state
from hanse.engine.state.store import StoredState
from hanse.kit.randomness import SystemRandomness

CALLERS = 64
OPERATIONS = 2000
Operation = Callable[[int], Awaitable[object]]
_numbers = count()


async def _prepare(state: StoredState, numbers: range) -> dict[str, Operation]:
    """Return the operations; each is run once for each of the numbers."""
    run = next(_numbers)
    body = sha256(b"body").digest() * 20

    def name(number: int) -> str:
        return f"{run}-{number}"

    async def store(number: int) -> object:
        await state.grants.put_code(digest(name(number)), body, NOW + 60)
        id_ = f"r{name(number)}"
        await state.grants.create(grant(id_, body=body), refresh(id_, id_))
        return number + 1

    await _rate(store, numbers, CALLERS)
    await state.sessions.create(session(name(0), id=name(0), body=body))

    def redeem(number: int) -> Awaitable[object]:
        id_ = f"g{name(number)}"
        return state.grants.redeem_code(digest(name(number)), grant(id_, body=body), refresh(id_, id_), NOW)

    def rotate(number: int) -> Awaitable[object]:
        id_ = f"r{name(number)}"
        return state.grants.rotate(digest(id_), refresh(f"{id_}-1", id_, 1), NOW)

    def claim(number: int) -> Awaitable[object]:
        return state.one_time.claim(OneTimeKind.ASSERTION_ID, digest(name(number)), NOW + 60, NOW)

    def get(_number: int) -> Awaitable[object]:
        return state.sessions.get(digest(name(0)), NOW)

    return {"redeem_code": redeem, "rotate": rotate, "claim": claim, "get session": get}


async def _rate(
    operation: Operation, numbers: range, callers: int, beside: Callable[[], object] | None = None
) -> float:
    """Return the operations per second of this many callers."""
    left = iter(numbers)

    async def call() -> None:
        for number in left:
            if not await operation(number):
                raise AssertionError(number)
            if beside is not None:
                beside()

    start = time.perf_counter()
    await asyncio.gather(*(call() for _ in range(callers)))
    return len(numbers) / (time.perf_counter() - start)


def _signature() -> Callable[[], object]:
    key = rsa.generate_private_key(65537, 2048)
    return lambda: key.sign(b"x" * 500, padding.PKCS1v15(), hashes.SHA256())


def _signatures(sign: Callable[[], object]) -> float:
    """Return the signatures per second of the same event loop without other work."""
    start = time.perf_counter()
    for _ in range(1000):
        sign()
    return 1000 / (time.perf_counter() - start)


async def _measure(state: StoredState, operations: int) -> None:
    one, many = range(operations // 4), range(operations)
    sign = _signature()
    alone, together, beside = [await _prepare(state, numbers) for numbers in (one, many, many)]
    print(f"{'':14}{'1 caller':>10}{'64 callers':>12}{'ratio':>8}{'beside work':>13}{'share':>7}")
    for title in alone:
        single = await _rate(alone[title], one, 1)
        several = await _rate(together[title], many, CALLERS)
        worked = await _rate(beside[title], many, CALLERS, sign)
        share = worked / _signatures(sign)
        print(f"{title:14}{single:10.0f}{several:12.0f}{several / single:8.1f}{worked:13.0f}{share:7.0%}")


@contextmanager
def _opened(url: str) -> Iterator[StoredState]:
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as folder:
        state = open_state(Path(folder), url, keys=TestKeys(), randomness=SystemRandomness(), boot="bench")
        yield state
        state.close_blocking()


def main(operations: int) -> None:
    """Measure both databases."""
    for title, url in databases.each_kind():
        print(title)
        with _opened(url) as state:
            asyncio.run(_measure(state, operations))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else OPERATIONS)
