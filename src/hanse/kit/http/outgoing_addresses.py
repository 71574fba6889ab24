"""Addresses to which this server may send requests that administrators or clients have configured.

A configured address must not give access to systems that only this server can reach (server-side request forgery). So a
host name is resolved when a connection is opened, all its addresses must be public or lie in a network that the
operator allows, and the connection goes to the checked address.
"""

import ipaddress
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpcore

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_PORTS: Final = {"https": 443, "http": 80}
# RFC 6052, section 2.1: such an address contains an IPv4 address in its last four octets.
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


class AddressRefused(Exception):
    """A host has an address to which no request may be sent; the text says how an operator allows it."""


class OutgoingAddresses:
    """The addresses that may be reached: public ones, and those in the networks that the operator allows."""

    def __init__(self, allowed: Sequence[Network] = ()) -> None:
        self._allowed = tuple(allowed)

    def chosen(self, host: str, found: Iterable[tuple[Any, ...]]) -> str:
        """Return one of the addresses that `getaddrinfo` has found for a host; raises AddressRefused.

        A request is refused even if only one of several addresses is not allowed.
        """
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        if not addresses or not all(self._may_reach(each) for each in addresses):
            raise AddressRefused(
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


def request_target(url: str) -> "httpcore.URL":
    """Return the target of a request; raises ValueError for a URL that cannot be requested."""
    import httpcore  # noqa: PLC0415 - a quarter of a second that the start of the server should not pay.
    import httpx  # noqa: PLC0415 - it knows international host names.

    refusal = f"{url} is not a URL that can be requested."
    try:
        parts, parsed = urlsplit(url), httpx.URL(url)
        port = parts.port
    except (httpx.InvalidURL, ValueError) as error:
        raise ValueError(refusal) from error
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
        raise ValueError(refusal)
    # Always with its port, so that the same connection is used whether the URL contains the port or not.
    port = port or _PORTS[parts.scheme]
    return httpcore.URL(scheme=parsed.raw_scheme, host=parsed.raw_host, port=port, target=parsed.raw_path)


def host_header(target: "httpcore.URL") -> bytes:
    """Return the Host header (RFC 9110, section 7.2), without the scheme's default port."""
    host = b"[" + target.host + b"]" if b":" in target.host else target.host
    return host if target.port == _PORTS[target.scheme.decode()] else b"%s:%d" % (host, target.port or 0)
