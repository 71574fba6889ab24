"""Security headers of answers. A header that an answer sets itself takes precedence.

Sets of headers are built once and kept encoded, so that they cost nothing per request.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Self

from starlette.types import Scope

Header = tuple[bytes, bytes]
REQUEST_ID_FIELD: Final = b"x-request-id"
# The headers of an answer depend on the code only, so there are few different sets.
MOST_SETS: Final = 512


def content_policy(frame_ancestors: str = "'none'") -> str:
    """Return the Content-Security-Policy of the console; frame forms pass `'self'`."""
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {frame_ancestors}",
            "require-trusted-types-for 'script'",
        ]
    )


# Features that no page of this server uses, disabled for scripts and frames.
UNUSED_FEATURES = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "screen-wake-lock",
    "usb",
    "xr-spatial-tracking",
)
PERMISSIONS: Header = (b"permissions-policy", ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES).encode())
NO_SNIFFING: Header = (b"x-content-type-options", b"nosniff")
NO_REFERRER: Header = (b"referrer-policy", b"no-referrer")
# Answers that are not declared cacheable may contain secrets or depend on the caller.
NO_STORE: Header = (b"cache-control", b"no-store")
# Answers of the console and its API are in the language of the request (`kit.texts.locale_choice`).
VARIES: Header = (b"vary", b"Cookie, Accept-Language")
# Pages of other origins may read answers of the admin API only if the origin is allowed (`kit.http.cross_origin`).
API_VARIES: Header = (b"vary", b"Cookie, Accept-Language, Origin")
API_PATHS: Final = "/pf-admin-api/"
SAME_ORIGIN_READERS: Header = (b"cross-origin-resource-policy", b"same-origin")
COMMON: tuple[Header, ...] = (
    NO_SNIFFING,
    NO_REFERRER,
    (b"cross-origin-opener-policy", b"same-origin"),
    SAME_ORIGIN_READERS,
    PERMISSIONS,
    NO_STORE,
)
# RFC 6797. A browser that was shown a self-signed certificate ignores it (section 8.1), so it locks nobody out.
STRICT_TRANSPORT: Header = (b"strict-transport-security", b"max-age=31536000")
POLICY = b"content-security-policy"


def encode(fields: Iterable[Header]) -> bytes:
    """Return header fields in their encoded form."""
    return b"".join(b"%b: %b\r\n" % field for field in fields)


class StaticHeaders(tuple[Header, ...]):  # noqa: SLOT001 - a tuple's subclass cannot have slots with anything in them.
    """The headers of an answer that is built once and sent often, with their encoded form."""

    encoded: bytes
    names: tuple[bytes, ...]
    content_length: int | None

    def __new__(cls, fields: Iterable[Header]) -> Self:
        """Return the headers; their values must be well-formed."""
        made = super().__new__(cls, tuple(fields))
        made.encoded = encode(made)
        made.names = tuple(name for name, _ in made)
        lengths = [int(value) for name, value in made if name == b"content-length"]
        made.content_length = lengths[0] if lengths else None
        return made


class AnswerHeaders(Sequence[Header]):
    """The headers of one answer: its own, those added by the edge, and the request id.

    Any ASGI server can read them as a sequence; Hanse's own takes the added ones in their encoded form.
    """

    __slots__ = ("added", "added_encoded", "own", "request_id")

    def __init__(self, own: Sequence[Header], added: Sequence[Header], added_encoded: bytes, request_id: bytes) -> None:
        self.own = own
        self.added = added
        self.added_encoded = added_encoded
        self.request_id = request_id

    def __iter__(self) -> Iterator[Header]:
        yield from self.own
        yield from self.added
        yield REQUEST_ID_FIELD, self.request_id

    def __len__(self) -> int:
        return len(self.own) + len(self.added) + 1

    def __getitem__(self, index: int | slice) -> "Header | Sequence[Header]":  # type: ignore[override]  # One of two.
        return list(self)[index]


class DefaultHeaders:
    """A set of headers for answers that do not set them themselves."""

    def __init__(self, *fields: Header) -> None:
        self._fields = fields
        self._missing: dict[tuple[bytes, ...], tuple[tuple[Header, ...], bytes]] = {}

    def complete(self, own: Sequence[Header], request_id: bytes) -> AnswerHeaders:
        """Return the headers of an answer with the missing ones added."""
        names = own.names if type(own) is StaticHeaders else tuple([name for name, _ in own])
        missing = self._missing.get(names)
        if missing is None:
            missing = self._find_missing(names)
        return AnswerHeaders(own, *missing, request_id)

    def extended(self, *fields: Header) -> "DefaultHeaders":
        """Return these headers and further ones, for a single answer."""
        return DefaultHeaders(*self._fields, *fields)

    def _find_missing(self, names: tuple[bytes, ...]) -> tuple[tuple[Header, ...], bytes]:
        present = {name.lower() for name in names}
        fields = tuple(field for field in self._fields if field[0] not in present)
        if len(self._missing) >= MOST_SETS:
            self._missing.clear()
        self._missing[names] = fields, encode(fields)
        return self._missing[names]


# Chooses the added headers of an answer, by the request and by the answer's own headers.
HeaderPolicy = Callable[[Scope, Sequence[Header]], DefaultHeaders]


def console_headers(*, tls: bool, frames_below: str | None = None) -> HeaderPolicy:
    """Return the policy of the admin listener; paths below `frames_below` may be framed by the console."""
    common = (*COMMON, *([STRICT_TRANSPORT] if tls else []))
    unframed = DefaultHeaders(*common, VARIES, (POLICY, content_policy().encode()))
    framed = DefaultHeaders(*common, VARIES, (POLICY, content_policy("'self'").encode()))
    api = DefaultHeaders(*common, API_VARIES, (POLICY, content_policy().encode()))

    def choose(scope: Scope, _own: Sequence[Header]) -> DefaultHeaders:
        if scope["path"].startswith(API_PATHS):
            return api
        return framed if frames_below is not None and scope["path"].startswith(frames_below) else unframed

    return choose
