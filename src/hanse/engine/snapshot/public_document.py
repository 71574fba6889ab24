"""A public document that is ready to be sent: encoded once, so that a request costs a look-up."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from hanse.kit.http.headers import Header, StaticHeaders

# Long enough that a crowd of verifiers that starts at once asks a cache, short enough that a key which is rotated out
# of its turn is found where it is needed: RFC 9111, section 5.2.2.1. After that the ETag makes asking again cheap.
CACHE_CONTROL = b"public, max-age=15"
# These documents say the same to everybody, credentials or not, so pages of any origin may read them (Fetch, section
# 3.3).
FOR_EVERYBODY: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)


@dataclass(frozen=True, slots=True)
class Document:
    """Body and headers; `revalidated` are those of a 304, which repeat what a cache has to keep."""

    body: bytes
    etag: bytes
    headers: tuple[Header, ...]
    revalidated: tuple[Header, ...]

    @classmethod
    def of(cls, body: bytes, media_type: bytes = b"application/json", seconds: int | None = None) -> Self:
        """Return a document with a strong ETag: the same bytes have the same one on every node.

        Caches may keep it for so many seconds, or for as long as usual.
        """
        cache_control = CACHE_CONTROL if seconds is None else b"public, max-age=%d" % seconds
        etag = b'"%b"' % urlsafe_b64encode(sha256(body).digest()[:18])
        kept = ((b"etag", etag), (b"cache-control", cache_control), *FOR_EVERYBODY)
        facts = ((b"content-type", media_type), (b"content-length", str(len(body)).encode()))
        return cls(body, etag, StaticHeaders((*facts, *kept)), StaticHeaders(kept))
