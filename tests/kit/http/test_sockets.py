"""Binding of listening sockets, and the messages when it fails."""

import socket

import pytest

from hanse.kit.http.sockets import CannotListen, listen


def test_every_interface_has_the_same_free_port() -> None:
    opened = listen("*", 0, "--admin-port")
    try:
        assert len({each.getsockname()[1] for each in opened}) == 1
        assert opened[0].getsockname()[0] == "0.0.0.0"  # noqa: S104 - an assertion; nothing is bound here.
        assert len({each.family for each in opened}) == len(opened)
    finally:
        for each in opened:
            each.close()


def test_no_socket_stays_open_when_one_address_is_in_use() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=rf"port {port} is in use .* choose another port with --engine-port"):
            listen("127.0.0.1", port, "--engine-port")


def test_addresses_of_other_machines_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 0))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_named: [elsewhere])
    with pytest.raises(CannotListen, match=r"sso\.example is not an address of this machine"):
        listen("sso.example", 0, "--admin-port")


def test_names_without_an_address_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_arguments: object, **_named: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(CannotListen, match=r"--host sso\.example: this name has no address"):
        listen("sso.example", 0, "--admin-port")
