"""Objects that all servers of a run share, as loading, describing and rendering them is most of the cost of a
server."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from hanse.admin.api import description_operations as description
from hanse.admin.api.explorer import page
from hanse.admin.api.explorer.page import render_page
from hanse.admin.api.openapi import describe
from hanse.admin.console import site
from hanse.admin.console.assets import load_assets
from hanse.admin.frames.assets import FrameAssets
from hanse.config.http.operation import Operation


@contextmanager
def created_once() -> Iterator[None]:
    """Load the console's files once, and create the API description and its page once."""
    frame = FrameAssets.load()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "load_assets", cache(load_assets))
        patch.setattr(FrameAssets, "load", staticmethod(lambda: frame))
        described = _Described()
        patch.setattr(description, "describe", described.describe)
        patch.setattr(page, "render_page", described.render)
        yield


class _Described:
    """Descriptions by their operations; nodes of a cluster have other operations than a standalone server."""

    def __init__(self) -> None:
        self._made: dict[Any, dict[str, Any]] = {}
        self._pages: dict[int, str] = {}

    def describe(self, operations: Iterable[Operation], *, title: str, version: str) -> dict[str, Any]:
        listed = list(operations)
        key = (title, version, *((each.method, each.path, each.summary) for each in listed))
        if key not in self._made:
            self._made[key] = describe(listed, title=title, version=version)
        return self._made[key]

    def render(self, described: dict[str, Any]) -> str:
        # Descriptions are cached above, so they can be compared by identity.
        if id(described) not in self._pages:
            self._pages[id(described)] = render_page(described)
        return self._pages[id(described)]
