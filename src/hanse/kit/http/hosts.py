"""The Host field, and callers on this machine."""

import ipaddress
import re
from functools import lru_cache

from starlette.types import Scope

from hanse.kit.http.request_log import header

# RFC 3986, section 3.2: a registered name, an IPv4 address or a bracketed IPv6 address, with an optional port.
AUTHORITY = re.compile(rb"(?P<host>[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(:(?P<port>[0-9]{1,5}))?")
PROXY_FIELDS = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via")
DEFAULT_PORTS = {"http": 80, "https": 443}


# Callers use few host names, so a small cache suffices.
@lru_cache(maxsize=1024)
def split_authority(value: bytes, scheme: str) -> tuple[str, int] | None:
    """Return host (lower case) and port of a Host field, or None when it is not well-formed."""
    match = AUTHORITY.fullmatch(value)
    if match is None:
        return None
    return match["host"].decode().lower(), int(match["port"] or DEFAULT_PORTS[scheme])


def client_address(scope: Scope) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address at the other end of the connection, or None where there is none."""
    client = scope.get("client")
    try:
        return None if client is None else ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return None


def came_directly(scope: Scope) -> bool:
    """Return whether the request has no header of a proxy."""
    return all(header(scope, name) is None for name in PROXY_FIELDS)


def from_this_machine(scope: Scope) -> bool:
    """Return whether a person or program on this machine made the request.

    The connection comes from the loopback interface, no proxy passed it on, and the Host names this machine: the last
    keeps out a page elsewhere whose name was made to resolve to 127.0.0.1 (DNS rebinding). Names below `localhost` are
    not accepted, because other programs may answer at them.
    """
    address = client_address(scope)
    if address is None or not _is_loopback(address) or not came_directly(scope):
        return False
    authority = split_authority(header(scope, b"host") or b"", scope["scheme"])
    return authority is not None and names_loopback(authority[0])


def names_loopback(host: str) -> bool:
    """Return whether a host is this machine: `localhost`, or an address of the loopback interface."""
    if host == "localhost":
        return True
    try:
        return _is_loopback(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return False


def _is_loopback(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    # A socket for both families shows callers over IPv4 as mapped addresses (RFC 4291, section 2.5.5.2).
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
