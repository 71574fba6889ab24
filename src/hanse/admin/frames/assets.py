"""Finds the built scripts and styles of frames: the console's own for what both have in common, and their own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from hanse.admin.console.site import STATIC

ENTRY = "src/frame/main.ts"
PAGE = "index.html"
FOLDER = "assets/frame"


@dataclass(frozen=True)
class FrameAssets:
    """Addresses of the built files; empty in a checkout in which the console is not built."""

    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()

    @classmethod
    def load(cls, folder: Path = STATIC) -> Self:
        """Read the manifests of the two builds."""
        console, frame = (_manifest(folder / name) for name in ("manifest.json", f"{FOLDER}/manifest.json"))
        common = tuple(f"/{each}" for each in console.get(PAGE, {}).get("css", ()))
        own = frame.get(ENTRY)
        if own is None:
            return cls(common)
        return cls(
            styles=(*common, *(f"/{FOLDER}/{each}" for each in own.get("css", ()))),
            scripts=(f"/{FOLDER}/{own['file']}",),
        )


def _manifest(path: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found
