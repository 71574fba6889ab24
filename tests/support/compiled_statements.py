"""Shares compiled SQL statements between the tests' databases, as a server with one database compiles each only
once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine

from hanse.config import database


@contextmanager
def compiled_once() -> Iterator[None]:
    """Make all engines of one kind share their dialect and the statements compiled for it."""
    first: dict[str, Engine] = {}

    def create(*arguments: Any, **options: Any) -> Engine:
        engine = create_engine(*arguments, **options)
        known = first.get(engine.name)
        # A dialect knows its server after the first connection. Only such a dialect is shared, as some tests open
        # databases that cannot be reached.
        if known is None or getattr(known.dialect, "server_version_info", None) is None:
            first[engine.name] = engine
        else:
            # The shared dialect already knows what its own would query at the first connection.
            vars(engine.dialect)["initialize"] = _initialize_nothing
            engine.dialect = known.dialect
            engine._compiled_cache = known._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", create)
        yield


def _initialize_nothing(_connection: Connection) -> None:
    pass
