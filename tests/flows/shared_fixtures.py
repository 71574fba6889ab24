"""Objects shared by all servers of a run: reading, describing and rendering them is most of a server's cost."""

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
def made_once() -> Iterator[None]:
    """Have the console's files read once, and the API that servers share described once."""
    frame = FrameAssets.load()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "load_assets", cache(load_assets))
        patch.setattr(FrameAssets, "load", staticmethod(lambda: frame))
        described = _Described()
        patch.setattr(description, "describe", described.describe)
        patch.setattr(page, "render_page", described.render)
        yield


class _Described:
    """Descriptions by the operations that they are of: nodes of a cluster have others than a server that is alone."""

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
        # By identity, as what is kept above is not made anew.
        if id(described) not in self._pages:
            self._pages[id(described)] = render_page(described)
        return self._pages[id(described)]
