"""A public document that is ready to be sent: encoded once, so that a request is a look-up."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from hanse.kit.http.headers import Header, StaticHeaders

# Long enough for a cache to answer a crowd of verifiers that start at once, short enough for a key that is rotated
# unexpectedly (RFC 9111, section 5.2.2.1). After that the ETag makes another request cheap.
CACHE_CONTROL = b"public, max-age=15"
# These documents are the same for everybody, with or without credentials, so pages of any origin may read them (Fetch,
# section 3.3).
FOR_EVERYBODY: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)


@dataclass(frozen=True, slots=True)
class Document:
    """Body and headers; `revalidated` are those of a 304, which repeat what a cache has to store."""

    body: bytes
    etag: bytes
    headers: tuple[Header, ...]
    revalidated: tuple[Header, ...]

    @classmethod
    def of(cls, body: bytes, media_type: bytes = b"application/json", seconds: int | None = None) -> Self:
        """Return a document with a strong ETag: the same bytes have the same tag on every node.

        Caches may keep it for the given seconds, or for the default time.
        """
        cache_control = CACHE_CONTROL if seconds is None else b"public, max-age=%d" % seconds
        etag = b'"%b"' % urlsafe_b64encode(sha256(body).digest()[:18])
        kept = ((b"etag", etag), (b"cache-control", cache_control), *FOR_EVERYBODY)
        facts = ((b"content-type", media_type), (b"content-length", str(len(body)).encode()))
        return cls(body, etag, StaticHeaders((*facts, *kept)), StaticHeaders(kept))
