"""Response headers that keep a browser on our side. A response that brings a header of its own keeps its own."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

Header = tuple[bytes, bytes]


def content_policy(frame_ancestors: str = "'none'") -> str:
    """Return the Content-Security-Policy of everything we serve; frame forms pass `'self'`."""
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


# Features that no page of ours uses, refused to scripts and frames alike.
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
COMMON: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES).encode()),
    # What is not declared cacheable may hold secrets or depend on who asks.
    (b"cache-control", b"no-store"),
)
# RFC 6797. A browser that was shown our self-made certificate ignores it (section 8.1), so it locks nobody out.
STRICT_TRANSPORT: Header = (b"strict-transport-security", b"max-age=31536000")
POLICY = b"content-security-policy"


class SecurityHeaders:
    """Adds the headers; paths below `frames_below` may be framed by our own pages."""

    def __init__(self, app: ASGIApp, *, tls: bool, frames_below: str | None = None) -> None:
        self._app = app
        self._frames_below = frames_below
        common = (*COMMON, STRICT_TRANSPORT) if tls else COMMON
        self._unframed = (*common, (POLICY, content_policy().encode()))
        self._framed = (*common, (POLICY, content_policy("'self'").encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and complete the headers of its answer."""
        framed = self._frames_below is not None and scope["path"].startswith(self._frames_below)
        defaults = self._framed if framed else self._unframed

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                names = {name.lower() for name, _ in own}
                message = {**message, "headers": own + [each for each in defaults if each[0] not in names]}
            await send(message)

        await self._app(scope, receive, complete)
