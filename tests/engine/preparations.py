"""Selects the preparation of a test's engines: tests with the same fixtures share one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from starlette.types import Receive, Scope, Send

from hanse.kit.http.edge import Edge
from tests.support.prepared import Preparation, end_all

_Key: TypeAlias = tuple[Any, ...]
# The fixtures whose `request` does not affect a configuration in SQLite.
_HARMLESS = ("database_kind", "database_url")


class Preparations:
    """The preparations of this process, and the fixtures of the test that is being set up."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._known: dict[_Key, Preparation] = {}
        self._key: _Key | None = None
        self._engines = 0

    @contextmanager
    def kept_in(self, folder: Path) -> Iterator[None]:
        """Prepare configurations, whose preparation ends when the first request is sent."""
        answer = Edge.__call__

        # uvicorn takes an application that can be called without arguments for a factory of one.
        async def call(edge: Edge, scope: Scope, receive: Receive, send: Send) -> None:
            end_all()
            await answer(edge, scope, receive, send)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Edge, "__call__", call)
            patch.setattr(self, "_folder", folder)
            yield

    def select(self, item: pytest.Item) -> None:
        """Begin the set-up of a test."""
        self._key, self._engines = _key_of(item) if isinstance(item, pytest.Function) else None, 0

    def next(self) -> Preparation | None:
        """Return the preparation of the next engine of the test, None if there is no set-up."""
        if self._key is None or self._folder is None:
            return None
        self._engines += 1
        key = (*self._key, self._engines)
        return self._known.setdefault(key, Preparation(self._folder / str(len(self._known))))

    def end(self) -> None:
        """End the set-up."""
        self._key = None
        end_all()


PREPARATIONS = Preparations()


def _key_of(item: pytest.Function) -> _Key | None:
    """Return the functions of all fixtures of a test, with the parameters that they use. None if that is unknown."""
    found = {name: defined[-1] for name, defined in item._fixtureinfo.name2fixturedefs.items()}
    # Parameters without a fixture have a definition of pytest's own.
    own = {name: each for name, each in found.items() if not each.func.__module__.startswith("_pytest")}
    if any("request" in each.argnames for name, each in own.items() if name not in _HARMLESS):
        return None
    arguments = {argument for each in own.values() for argument in each.argnames}
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    used = ((name, repr(value)) for name, value in parameters.items() if name in arguments or name in own)
    return (*sorted((name, each.func) for name, each in own.items()), *used)
