"""The built files, read once."""

import gzip
import hashlib
import html
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

# Created by the build next to the originals, best compression first.
ENCODINGS = {"br": ".br", "gzip": ".gz"}
# Vite's names: `index-B7xYz_12.js`. The content under such a name never changes.
HASHED = re.compile(r"assets/.*-[A-Za-z0-9_-]{8,}\.[a-z0-9]+")
_TITLE = re.compile(rb"<title>[^<]*</title>")
# Not taken from the machine's own table, which may lack or contradict them.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Asset:
    """A file: its body in every encoding that was built (always including `identity`), and its headers."""

    bodies: Mapping[str, bytes]
    media_type: str
    etag: str
    immutable: bool


def load_assets(folder: Path) -> dict[str, Asset]:
    """Return the assets by their paths from the site's root, such as `/assets/index-B7xYz_12.js`.

    Empty without a folder.
    """
    if not folder.is_dir():
        return {}
    files = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
    return {name: _read(name, path) for name, path in files.items() if not _is_encoded(name, files)}


def _is_encoded(name: str, files: Mapping[str, Path]) -> bool:
    return any(name.endswith(suffix) and name.removesuffix(suffix) in files for suffix in ENCODINGS.values())


def _read(name: str, path: Path) -> Asset:
    bodies = {"identity": path.read_bytes()}
    for encoding, suffix in ENCODINGS.items():
        encoded = path.with_name(path.name + suffix)
        if encoded.is_file():
            bodies[encoding] = encoded.read_bytes()
    return Asset(
        bodies=bodies,
        media_type=TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream",
        etag=hashlib.sha256(bodies["identity"]).hexdigest()[:32],
        immutable=HASHED.fullmatch(name.removeprefix("/")) is not None,
    )


def titled(page: Asset, title: str) -> Asset:
    """Return the console's page with a title, as the document title and the application name (HTML, 4.2.5.1)."""
    text = html.escape(title)
    head = f'<title>{text}</title><meta name="application-name" content="{text}" />'.encode()
    # As a function, so that no part of the title is interpreted as a group reference.
    body = _TITLE.sub(lambda _match: head, page.bodies["identity"], count=1)
    return replace(
        page,
        bodies={"identity": body, "gzip": gzip.compress(body, mtime=0)},
        etag=hashlib.sha256(body).hexdigest()[:32],
    )
