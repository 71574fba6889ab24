"""The RADIUS validator with a server that follows RFC 2865, and the packets of that document's examples."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hanse.config.plugins.plugin import Settings
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.validators import ValidatorServices
from hanse.plugins.validators.radius.client import RadiusClient
from hanse.plugins.validators.radius.packets import (
    AccessRequest,
    Credentials,
    access_request,
    hidden_password,
    read_response,
)
from hanse.plugins.validators.radius.plugin import RADIUS
from tests.support.radius_server import CHALLENGE, RadiusServer, parsed, serving_radius
from tests.support.randomness import SeededRandomness

SECRET = b"xyzzy5461"


@pytest.fixture
def server() -> Iterator[RadiusServer]:
    with serving_radius() as running:
        yield running


@pytest.fixture
def closed_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
        channel.bind(("127.0.0.1", 0))
        return int(channel.getsockname()[1])


def services(*attributes: str, **more: Any) -> ValidatorServices:
    def no_directory(_id: str) -> Any:
        raise AssertionError("the validator has no directory")

    randomness = SeededRandomness()
    return ValidatorServices(PasswordDigests(randomness), no_directory, attributes, randomness, **more)


def validator(*ports: int, protocol: str = "PAP", **settings: str) -> Any:
    rows = [
        {
            "Hostname": "127.0.0.1",
            "Authentication Port": str(port),
            "Authentication Protocol": protocol,
            "Shared Secret": "kontor-shared-secret",
        }
        for port in ports
    ]
    values = {"NAS Identifier": "Hanse", "Timeout": "5000", "Retry Count": "0", **settings}
    return RADIUS.make(Settings("radius", values, {"RADIUS Servers": rows}))


@pytest.mark.parametrize("protocol", ["PAP", "CHAP"])
def test_a_server_verifies_the_password(server: RadiusServer, protocol: str) -> None:
    checked = validator(server.port, protocol=protocol)
    assert checked.validate("joe", "Schiffer12", services()) == {"username": "joe"}
    assert checked.validate("joe", "schiffer12", services()) is None
    assert checked.validate("ann", "Schiffer12", services()) is None
    sent = parsed(server.requests[0][20:])
    assert (sent[1], sent[32]) == (b"joe", b"Hanse")
    assert (2 in sent, 3 in sent) == (protocol == "PAP", protocol == "CHAP")
    assert all(b"Schiffer12" not in packet for packet in server.requests)


def test_long_passwords_are_hidden_block_by_block(server: RadiusServer) -> None:
    server.password = b"a-very-long-passphrase-of-more-than-three-blocks!"
    assert validator(server.port).validate("joe", server.password.decode(), services()) is not None


@pytest.mark.parametrize(
    ("username", "password"), [("joe", ""), ("", "Schiffer12"), ("j" * 254, "x"), ("joe", "x" * 129), ("joe", "x\0")]
)
def test_what_does_not_fit_into_a_packet_is_wrong_and_not_sent(
    server: RadiusServer, username: str, password: str
) -> None:
    assert validator(server.port).validate(username, password, services()) is None
    assert server.requests == []


def test_attributes_of_the_contract_come_from_the_response(server: RadiusServer) -> None:
    server.attributes = b"\x19\x07staff" + b"\x19\x07admin" + b"\x0b\x05vpn" + b"\x12\x04hi"
    found = validator(server.port).validate("joe", "Schiffer12", services("Class", "Filter-Id", "mail"))
    assert found == {"username": "joe", "Class": ("staff", "admin"), "Filter-Id": "vpn"}


def test_a_request_is_sent_again_without_change(server: RadiusServer) -> None:
    server.ignores = 2
    checked = validator(server.port, **{"Timeout": "200", "Retry Count": "50"})
    assert checked.validate("joe", "Schiffer12", services()) is not None
    assert len(set(server.requests)) == 1
    assert len(server.requests) >= 3


def test_the_next_server_is_asked_with_a_request_of_its_own(server: RadiusServer, closed_port: int) -> None:
    with serving_radius() as silent:
        silent.ignores = 1000
        checked = validator(closed_port, silent.port, server.port, Timeout="200")
        assert checked.validate("joe", "Schiffer12", services()) is not None
        assert silent.requests[0][4:20] != server.requests[0][4:20]


def test_without_an_answer_the_password_is_not_wrong_but_unknown(closed_port: int) -> None:
    with pytest.raises(Unavailable):
        validator(closed_port).validate("joe", "Schiffer12", services())


@pytest.mark.parametrize(
    ("name", "value"),
    [("signs", False), ("forges", True), ("response_secret", b"another-secret"), ("secret", b"another-secret")],
)
def test_responses_that_are_not_authentic_are_ignored(server: RadiusServer, name: str, value: object) -> None:
    setattr(server, name, value)
    with pytest.raises(Unavailable):
        validator(server.port, Timeout="200").validate("joe", "Schiffer12", services())
    assert len(server.requests) == 1


def test_a_waiting_validator_holds_a_place_of_the_server(server: RadiusServer) -> None:
    held: list[str] = []

    @contextmanager
    def place(system: str) -> Iterator[None]:
        held.append(system)
        yield

    validator(server.port).validate("joe", "Schiffer12", services(place=place))
    assert held == ["RADIUS server 127.0.0.1"]


def test_a_challenge_is_not_answered(server: RadiusServer) -> None:
    server.accepts_with = CHALLENGE
    with pytest.raises(Unavailable, match="challenge"):
        validator(server.port).validate("joe", "Schiffer12", services())
    assert len(server.requests) == 1


def test_a_validator_needs_a_server() -> None:
    with pytest.raises(ValueError, match="at least one"):
        validator()


def test_a_password_is_hidden_as_in_the_example_of_the_rfc() -> None:
    # RFC 2865, section 7.1.
    authenticator = bytes.fromhex("0f403f9473978057bd83d5cb98f4227a")
    assert hidden_password(b"arctangent", SECRET, authenticator).hex() == "0dbe708d93d413ce3196e43f782a0aee"


def test_chap_is_computed_as_in_the_example_of_the_rfc() -> None:
    # RFC 2865, section 7.2, where the password is "arctangent" and the identifier of CHAP is that of the packet here.
    authenticator = bytes.fromhex("2aee86f08d0d55969ca5978e0d3367a2")
    made = access_request(Credentials("flopsy", "arctangent", "", uses_chap=True), SECRET, 0x16, authenticator)
    assert parsed(made.packet[20:])[3].hex() == "16e97557c316185895f293ff6344077275"


def test_the_response_of_the_rfc_is_refused_because_it_has_no_message_authenticator() -> None:
    request = AccessRequest(0, bytes.fromhex("0f403f9473978057bd83d5cb98f4227a"), b"")
    packet = bytes.fromhex("0200002686fe220e7624ba2a1005f6bf9b55e0b2060600000001" + "0f06000000000e06c0a80103")
    assert read_response(packet, request, SECRET) is None


@pytest.mark.parametrize("packet", [b"", b"\2\0\0\x14", bytes(20), bytes(5000)])
def test_malformed_packets_are_no_responses(packet: bytes) -> None:
    assert read_response(packet, AccessRequest(0, bytes(16), b""), SECRET) is None


def test_the_secret_is_not_shown() -> None:
    checked = validator(1812)
    client = vars(checked)["_client"]
    assert isinstance(client, RadiusClient)
    assert "kontor" not in repr(client)
