"""Style sheets and pictures of pages, under names that change with their content so that browsers keep them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from hanse.engine.http.answers import Answer

PREFIX: Final = "/assets/"
MOST_ASSET_BYTES: Final = 2 * 1024 * 1024
_SHIPPED: Final = Path(__file__).parent / "assets"
_TYPES: Final = {
    ".css": b"text/css; charset=utf-8",
    ".svg": b"image/svg+xml",
    ".png": b"image/png",
    ".jpg": b"image/jpeg",
    ".webp": b"image/webp",
    ".ico": b"image/x-icon",
    ".woff2": b"font/woff2",
}
# An SVG that is opened by itself is a document, and must not run anything (CWE-79).
_POLICY: Final = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@dataclass(frozen=True)
class Assets:
    """All assets, read once. `addresses` has the published name of each file."""

    answers: Mapping[str, Answer]
    addresses: Mapping[str, str]

    @classmethod
    def load(cls, folder: Path | None) -> "Assets":
        """Read the assets of this package, and those of a folder, which go before them."""
        content = dict(_files(_SHIPPED))
        if folder is not None:
            content.update(_files(folder))
        answers: dict[str, Answer] = {}
        addresses: dict[str, str] = {}
        for name, data in content.items():
            path = Path(name)
            published = f"{path.stem}.{sha256(data).hexdigest()[:12]}{path.suffix}"
            addresses[name] = published
            answers[published] = Answer(
                200,
                (
                    (b"content-type", _TYPES[path.suffix]),
                    (b"cache-control", b"public, max-age=31536000, immutable"),
                    (b"content-security-policy", _POLICY),
                ),
                data,
            )
        return cls(answers, addresses)


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in _TYPES and path.stat().st_size <= MOST_ASSET_BYTES:
            yield path.name, path.read_bytes()
