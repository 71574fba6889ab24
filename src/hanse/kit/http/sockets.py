"""Listening sockets, bound before slow steps of the start, so that a port in use is reported at once."""

import errno
import socket
from collections.abc import Iterable

BACKLOG = 2048
ATTEMPTS_AT_A_FREE_PORT = 16
ANY_HOST = "*"


class CannotListen(Exception):
    """The server cannot listen on the address; the message has the remedy."""


def listen(host: str, port: int, flag: str) -> list[socket.socket]:
    """Return listening sockets on every address of `host`, all with the same port; port 0 chooses a free one.

    `flag` is the command-line option, for the message. Raises CannotListen.
    """
    addresses = _addresses(host, port)
    for attempt in range(1, ATTEMPTS_AT_A_FREE_PORT + 1):
        opened: list[socket.socket] = []
        try:
            for family, address in addresses:
                chosen = opened[0].getsockname()[1] if opened else port
                opened.append(_open(family, (address[0], chosen, *address[2:])))
        except OSError as error:
            _close(opened)
            # A port that is free for one address family may be in use for the other; then another free port is tried.
            if port == 0 and error.errno == errno.EADDRINUSE and attempt < ATTEMPTS_AT_A_FREE_PORT:
                continue
            raise CannotListen(_explain(error, host, port, flag)) from error
        return opened
    raise AssertionError("the last attempt returns or raises")


def _addresses(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[object, ...]]]:
    try:
        found = socket.getaddrinfo(
            None if host == ANY_HOST else host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError as error:
        raise CannotListen(f"--host {host}: this name has no address ({error.strerror})") from error
    usable = {(family, address) for family, _, _, _, address in found if _supported(family)}
    # IPv4 first, so that the order does not depend on the resolver.
    return sorted(usable, key=lambda item: (item[0], str(item[1])))


def _supported(family: socket.AddressFamily) -> bool:
    """Return whether this machine has the address family: containers are often without IPv6."""
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0))
    except OSError:
        return False
    return True


def _open(family: socket.AddressFamily, address: tuple[object, ...]) -> socket.socket:
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # IPv4 callers have a socket of their own, so no caller ever has an IPv4-mapped address.
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind(address)
        opened.listen(BACKLOG)
        opened.setblocking(False)
    except OSError:
        opened.close()
        raise
    return opened


def _close(opened: Iterable[socket.socket]) -> None:
    for each in opened:
        each.close()


def _explain(error: OSError, host: str, port: int, flag: str) -> str:
    where = f"port {port}" if host == ANY_HOST else f"{host} port {port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use by another program; stop that program or choose another port with {flag}"
    if error.errno == errno.EACCES:
        return f"{where} is reserved for the system administrator; choose one above 1023 with {flag}"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine; choose another with --host"
    return f"cannot listen on {where}: {error.strerror}"
