"""Tests cannot reach the network: a test without its replacement server fails instead of calling an external host."""

import socket

import pytest

from tests.support.network import OutsideNetwork


def test_an_external_address_is_refused() -> None:
    with socket.socket() as sock, pytest.raises(OutsideNetwork):
        sock.connect(("192.0.2.1", 443))


def test_an_external_name_is_not_resolved() -> None:
    with pytest.raises(OutsideNetwork):
        socket.getaddrinfo("example.com", 443)


def test_this_machine_is_reachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()
