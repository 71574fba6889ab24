"""The interface of requests to other servers."""

from typing import Protocol


class Outgoing(Protocol):
    """Requests to other servers: JWKS by URL, back-channel logout, ping callbacks.

    Limited in time, size and redirects (none). Refuses addresses of private and local networks unless an option allows
    them, so that a registered address cannot reach systems that only this server reaches (SSRF).
    """

    async def get(
        self, url: str, *, most_bytes: int = 256 * 1024, seconds: float = 5.0, proxy: str = ""
    ) -> tuple[int, bytes]:
        """Return status and body. Raises `kit.errors.ExternalFailure`.

        `proxy` is the address of an HTTP proxy. It resolves host names; only numeric addresses are checked here.
        """
        ...

    async def post(
        self,
        url: str,
        content: bytes,
        *,
        media_type: str,
        most_bytes: int = 256 * 1024,
        seconds: float = 5.0,
        proxy: str = "",
    ) -> tuple[int, bytes]:
        """Send octets of a media type, and return status and body. Raises `kit.errors.ExternalFailure`."""
        ...

    async def post_form(self, url: str, form: dict[str, str], *, seconds: float = 5.0) -> int:
        """Send a form and return the status. Raises `kit.errors.ExternalFailure`."""
        ...

    async def post_json(self, url: str, content: dict[str, str], *, bearer: str = "", seconds: float = 5.0) -> int:
        """Send a JSON object, with a bearer token if there is one, and return the status. Raises ExternalFailure."""
        ...
