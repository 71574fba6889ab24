"""Restricts tests to this machine. External services are replaced by servers on loopback."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_LOCAL_NAMES = frozenset({"localhost", "", None})


class OutsideNetwork(AssertionError):
    """A test tried to use the network. An AssertionError, so that no `except OSError` hides it."""


def is_local(host: Any) -> bool:
    """Return true if a host is this machine. Any other name would need DNS, which is not allowed either."""
    if isinstance(host, bytes):
        host = host.decode()
    if host in _LOCAL_NAMES:
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


@contextmanager
def only_loopback() -> Iterator[None]:
    """Refuse connections and DNS look-ups that leave this machine, for the duration of the block."""
    connect, connect_ex, getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def check(sock: socket.socket, address: Any) -> None:
        if sock.family in (socket.AF_INET, socket.AF_INET6) and not is_local(address[0]):
            raise OutsideNetwork(f"this test tried to reach {address[0]}")

    def guarded_connect(self: socket.socket, address: Any) -> None:
        check(self, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        check(self, address)
        return connect_ex(self, address)

    def guarded_getaddrinfo(host: Any, *arguments: Any, **options: Any) -> Any:
        if not is_local(host):
            raise OutsideNetwork(f"this test tried to look up {host}")
        return getaddrinfo(host, *arguments, **options)

    socket.socket.connect = guarded_connect  # type: ignore[method-assign, assignment]  # the module function is replaced on purpose.
    socket.socket.connect_ex = guarded_connect_ex  # type: ignore[method-assign, assignment]  # the module function is replaced on purpose.
    socket.getaddrinfo = guarded_getaddrinfo
    try:
        yield
    finally:
        socket.socket.connect = connect  # type: ignore[method-assign]  # the module function is replaced on purpose.
        socket.socket.connect_ex = connect_ex  # type: ignore[method-assign]  # the module function is replaced on purpose.
        socket.getaddrinfo = getaddrinfo
