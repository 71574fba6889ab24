"""The addresses of clients that a user's browser loads on logout.

Front-Channel Logout 1.0 loads them in frames. The older mode of PingFederate loads them as images: the addresses of
the client, and for PingAccess the logout image on each of the client's own hosts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode, urlsplit

from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import LogoutMode

PING_ACCESS_LOGOUT: Final = "/pa/oidc/logout.png"
# Limits for one client, and for all of a session: a page with more would not finish in time.
MOST_OF_CLIENT: Final = 20
MOST_ADDRESSES: Final = 100


@dataclass(frozen=True)
class FrontChannel:
    """The addresses that a page loads."""

    frames: tuple[str, ...] = ()
    images: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.frames or self.images)

    def plus(self, other: "FrontChannel") -> "FrontChannel":
        """Return both together, up to the limits of a page."""
        frames = (*self.frames, *other.frames)[:MOST_ADDRESSES]
        return FrontChannel(frames, (*self.images, *other.images)[: MOST_ADDRESSES - len(frames)])


def front_channel_of(client: RegisteredClient, issuer: str, session_id: str) -> FrontChannel:
    """Return the addresses that sign a user out of a client."""
    oidc = client.settings.oidc_policy
    if oidc.logout_mode is LogoutMode.OIDC_FRONT_CHANNEL:
        # Section 3: both parameters or none, so that a client can tell which of its sessions ends.
        return FrontChannel(
            tuple(_with_session(each, issuer, session_id) for each in oidc.logout_uris[:MOST_OF_CLIENT])
        )
    if oidc.logout_mode is LogoutMode.PING_FRONT_CHANNEL:
        own = _origins(client) if oidc.ping_access_logout_capable else ()
        images = (*oidc.logout_uris, *(f"{origin}{PING_ACCESS_LOGOUT}" for origin in own))
        return FrontChannel(images=tuple(dict.fromkeys(images))[:MOST_OF_CLIENT])
    return FrontChannel()


def load_policy(page: FrontChannel) -> str:
    """Return the Content-Security-Policy of the page: it may load from these origins only."""
    frames = " ".join(dict.fromkeys(map(_origin, page.frames))) or "'none'"
    images = " ".join(dict.fromkeys(("'self'", *map(_origin, page.images))))
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src {images} data:; frame-src {frames}; "
        "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    )


def _with_session(address: str, issuer: str, session_id: str) -> str:
    parameters = urlencode({"iss": issuer, "sid": session_id})
    return f"{address}{'&' if '?' in address else '?'}{parameters}"


def _origins(client: RegisteredClient) -> Iterator[str]:
    found = (urlsplit(each) for each in client.settings.redirect_uris)
    yield from dict.fromkeys(f"{each.scheme}://{each.netloc}" for each in found if each.scheme in ("http", "https"))


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
