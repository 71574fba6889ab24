"""Requests to addresses that were registered here, such as a client's JWKS URL.

Whoever registers an address must not reach through this server what only this server reaches (server-side request
forgery). So a host name is resolved once, every address that it has must be a public one or lie in a network that the
operator allows, and the connection goes to the address that was checked. Certificates are verified for the host name.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from hanse.kit.errors import ExternalFailure

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpx

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_PORTS: Final = {"https": 443, "http": 80}
# RFC 6052, section 2.1: such an address stands for the IPv4 address in its last four octets.
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_MOST_ANSWER_BYTES: Final = 64 * 1024


class GuardedRequests:
    """Requests over HTTP; implements `services.Outgoing`."""

    def __init__(self, allowed: Sequence[Network] = ()) -> None:
        """`allowed` are networks that may be reached although they are not public."""
        self._allowed = tuple(allowed)

    async def get(self, url: str, *, most_bytes: int = 256 * 1024, seconds: float = 5.0) -> tuple[int, bytes]:
        """Return status and body."""
        return await self._send("GET", url, most_bytes, seconds)

    async def post_form(self, url: str, form: dict[str, str], *, seconds: float = 5.0) -> int:
        """Send a form and return the status."""
        status, _ = await self._send("POST", url, _MOST_ANSWER_BYTES, seconds, form)
        return status

    async def _send(
        self, method: str, url: str, most_bytes: int, seconds: float, form: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        import httpx  # noqa: PLC0415 - a quarter of a second that the start of the server should not pay.

        try:
            async with asyncio.timeout(seconds), self._response(method, url, form) as response:
                body = bytearray()
                async for chunk in response.aiter_raw():
                    body += chunk
                    if len(body) > most_bytes:
                        raise _failure(f"{url} answers with more than {most_bytes} bytes.")
                return response.status_code, bytes(body)
        except TimeoutError as error:
            raise _failure(f"{url} does not answer within {seconds:g} seconds.") from error
        except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError, ValueError) as error:
            raise _failure(f"{url} cannot be reached: {type(error).__name__}.") from error

    @asynccontextmanager
    async def _response(self, method: str, url: str, form: Mapping[str, str] | None) -> "AsyncIterator[httpx.Response]":
        import httpx  # noqa: PLC0415 - imported when it is first needed.

        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
            raise _failure(f"{url} is not a URL that can be requested.")
        port = parts.port or _PORTS[parts.scheme]
        address = await self._address(parts.hostname, port)
        context = await asyncio.to_thread(_tls) if parts.scheme == "https" else False
        target = httpx.URL(url).copy_with(host=address, port=port, fragment=None)
        extensions: dict[str, Any] = {"sni_hostname": parts.hostname}
        # A client for each request: callers may run on different event loops, and hosts are seldom asked twice.
        async with (
            httpx.AsyncClient(verify=context, follow_redirects=False, trust_env=False, timeout=None) as client,  # noqa: S113 - the caller limits the whole exchange.
            client.stream(
                method,
                target,
                data=form,
                headers={"Host": parts.netloc, "User-Agent": "hanse", "Accept-Encoding": "identity"},
                extensions=extensions,
            ) as response,
        ):
            yield response

    async def _address(self, host: str, port: int) -> str:
        """Return an address of a host, all of whose addresses may be reached."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        if not addresses or not all(self._may_reach(each) for each in addresses):
            raise _failure(
                f"{host} has an address that is not public. Allow its network with the option --outgoing-networks."
            )
        return addresses[0]

    def _may_reach(self, text: str) -> bool:
        address = ipaddress.ip_address(text)
        if isinstance(address, ipaddress.IPv6Address):
            if address.ipv4_mapped is not None:
                address = address.ipv4_mapped
            elif address in _NAT64:
                address = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if any(address in network for network in self._allowed):
            return True
        return address.is_global and not address.is_multicast


def _failure(message: str) -> ExternalFailure:
    return ExternalFailure(message, result_id="outgoing_request_failed")


@cache
def _tls() -> ssl.SSLContext:
    """Return the public certification authorities; reading them takes some hundredths of a second."""
    return ssl.create_default_context()
