"""Style sheets, pictures and scripts of pages, under names that change with their content."""

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256, sha384
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
# Scripts are those of this package only: no others may run on pages on which passwords are entered.
_SHIPPED_TYPES: Final = {**_TYPES, ".js": b"text/javascript; charset=utf-8"}
# An SVG file that is opened directly is a document, and must not run scripts (CWE-79).
_POLICY: Final = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


@dataclass(frozen=True)
class Assets:
    """All assets, read once. `addresses` has the published name of each file."""

    answers: Mapping[str, Answer]
    addresses: Mapping[str, str]

    def integrity(self, name: str) -> str:
        """Return the integrity value of a file (Subresource Integrity, section 3.1); empty for an unknown file."""
        answer = self.answers.get(self.addresses.get(name, ""))
        return "" if answer is None else f"sha384-{b64encode(sha384(answer.body).digest()).decode()}"

    @classmethod
    def load(cls, folder: Path | None) -> "Assets":
        """Read the assets of this package, and those of a folder, which take precedence."""
        content = dict(_files(_SHIPPED, _SHIPPED_TYPES))
        if folder is not None:
            content.update(_files(folder, _TYPES))
        answers: dict[str, Answer] = {}
        addresses: dict[str, str] = {}
        for name, data in content.items():
            path = Path(name)
            published = f"{path.stem}.{sha256(data).hexdigest()[:12]}{path.suffix}"
            addresses[name] = published
            answers[published] = Answer(
                200,
                (
                    (b"content-type", _SHIPPED_TYPES[path.suffix]),
                    (b"cache-control", b"public, max-age=31536000, immutable"),
                    (b"content-security-policy", _POLICY),
                ),
                data,
            )
        return cls(answers, addresses)


def _files(folder: Path, types: Collection[str]) -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in types and path.stat().st_size <= MOST_ASSET_BYTES:
            yield path.name, path.read_bytes()
