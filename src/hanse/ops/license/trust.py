"""Trust anchors of licenses: public keys that the operator configures, each by its thumbprint."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from joserfc.jwk import OKPKey

from hanse.crypto.ed25519 import MAX_KEY_FILE_BYTES, KeyRefused, key_id, public_half, read_public_keys

_SUFFIXES: Final = (".jwk", ".jwks", ".json", ".pem")

TrustAnchors = Mapping[str, OKPKey]


class TrustAnchorRefused(Exception):
    """A configured trust anchor cannot be used; the text names the file and the reason."""


def trust_anchors(keys: Iterable[OKPKey]) -> TrustAnchors:
    """Return the keys' public halves by key id."""
    return {key_id(key): public_half(key) for key in keys}


def load_trust_anchors(paths: Iterable[Path]) -> TrustAnchors:
    """Return the keys in the files of `paths`; of a folder, in its `.jwk`, `.jwks`, `.json` and `.pem` files.

    Raises TrustAnchorRefused at the first file that cannot be used: an anchor that is silently skipped would be noticed
    only when a license is refused.
    """
    return trust_anchors(key for path in paths for file in _files(path) for key in _keys(file))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix in _SUFFIXES)


def _keys(file: Path) -> tuple[OKPKey, ...]:
    try:
        with file.open("rb") as stream:
            return read_public_keys(stream.read(MAX_KEY_FILE_BYTES + 1))
    except OSError as error:
        raise TrustAnchorRefused(f"{file}: {error.strerror}.") from error
    except KeyRefused as error:
        raise TrustAnchorRefused(f"{file}: {error}") from error
