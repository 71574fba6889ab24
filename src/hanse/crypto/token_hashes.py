"""`at_hash`, `c_hash` and `s_hash`, which bind an ID token to the values that are issued with it."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256, sha384, sha512
from typing import Any, Final

_FUNCTIONS: Final[dict[str, Callable[[bytes], Any]]] = {"256": sha256, "384": sha384, "512": sha512}


def half_hash(value: str, algorithm: str) -> str | None:
    """Return the left half of the value's hash (OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11).

    The hash function is that of the ID token's signing algorithm; `none` has no hash function, and then the result is
    None.
    """
    function = _FUNCTIONS.get(algorithm[-3:])
    if function is None:
        return None
    digest: bytes = function(value.encode()).digest()
    return urlsafe_b64encode(digest[: len(digest) // 2]).rstrip(b"=").decode("ascii")
