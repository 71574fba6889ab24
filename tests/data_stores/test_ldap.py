"""A directory client with a real OpenLDAP server, and with servers that do not follow the protocol."""

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.data_stores import deadlines
from hanse.data_stores.ldap import Directory, LdapSearchScope
from hanse.data_stores.ldap_filters import dn_value, filter_error
from hanse.data_stores.settings import ConnectionSecurity, DirectorySettings, PoolSettings, SourceFailed
from tests.support.concurrency import succeed_at_once
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, PASSWORD, PEOPLE, RunningDirectory

ADA = f"uid=ada,{PEOPLE}"


@pytest.fixture(scope="module")
def found(directory: RunningDirectory) -> DirectorySettings:
    return DirectorySettings(
        servers=(("127.0.0.1", directory.port),), bind_dn=ADMIN, password=ADMIN_PASSWORD, read_timeout=20
    )


@pytest.fixture(scope="module")
def client(found: DirectorySettings) -> Iterator[Directory]:
    client = Directory(found)
    yield client
    client.close()


def test_attributes_are_returned_under_the_requested_names(client: Directory) -> None:
    (entry,) = client.search(BASE, "(uid=${username})", {"username": "ada"}, ["MAIL", "cn", "missing"])
    assert entry.dn == ADA
    assert dict(entry.attributes) == {"MAIL": ("ada@hanse.example", "ada@kontor.example"), "cn": ("Ada Ümläut",)}
    # Without attribute names, only the DN is returned. The parentheses of a filter may be omitted.
    (entry,) = client.search(BASE, "uid=${username}", {"username": ["bob", "ada"]})
    assert (entry.dn, dict(entry.attributes)) == (f"uid=bob,{PEOPLE}", {})


def test_binary_values_are_returned_in_base64(found: DirectorySettings) -> None:
    client = Directory(replace(found, binary=frozenset({"MAIL"})))
    (entry,) = client.search(PEOPLE, "(uid=ada)", {}, ["jpegPhoto", "mail"])
    assert entry.attributes["jpegPhoto"] == ("/9j/AA==",)
    assert entry.attributes["mail"][0] == "YWRhQGhhbnNlLmV4YW1wbGU="
    client.close()


def test_scope_and_size_limit_apply(client: Directory) -> None:
    assert len(client.search(PEOPLE, "(objectClass=inetOrgPerson)", {})) == 3
    assert len(client.search(PEOPLE, "(objectClass=inetOrgPerson)", {}, most=2)) == 2
    assert client.search(BASE, "(uid=ada)", {}, scope=LdapSearchScope.ONE_LEVEL) == []
    assert [each.dn for each in client.search(ADA, "(uid=ada)", {}, scope=LdapSearchScope.OBJECT)] == [ADA]


@pytest.mark.parametrize("name", ["*", "ada)(uid=*", "a*", "ada)(|(uid=bob", "\\2a", "(", "\0", "x)(userPassword=*"])
def test_values_never_become_part_of_the_filter(client: Directory, name: str) -> None:
    assert client.search(BASE, "(uid=${username})", {"username": name}) == []


@given(name=st.text(min_size=1, max_size=30))
@settings(max_examples=30)
def test_no_input_finds_another_user(client: Directory, name: str) -> None:
    uids = [each.dn for each in client.search(PEOPLE, "(&(uid=${u})(objectClass=inetOrgPerson))", {"u": name})]
    assert uids == ([f"uid={name.strip().lower()},{PEOPLE}"] if name.strip().lower() in ("ada", "bob", "odd") else [])


def test_an_unusual_name_finds_exactly_its_user(client: Directory) -> None:
    (entry,) = client.search(BASE, "(cn=${cn})", {"cn": "o'odd (x)*"}, ["uid"])
    assert entry.attributes["uid"] == ("odd",)
    assert dn_value("Doe, John+x") == "Doe\\, John\\+x"


@pytest.mark.parametrize(
    ("dn", "password", "is_right"),
    [
        (ADA, PASSWORD, True),
        (ADA, "wrong", False),
        # A directory accepts an empty password for any DN (RFC 4513, section 5.1.2).
        (ADA, "", False),
        ("", PASSWORD, False),
        (f"uid=nobody,{PEOPLE}", PASSWORD, False),
    ],
)
def test_a_password_is_checked_by_binding(client: Directory, dn: str, password: str, *, is_right: bool) -> None:
    assert client.authenticate(dn, password) is is_right


def test_a_refused_bind_and_a_missing_base_are_reported(found: DirectorySettings, client: Directory) -> None:
    wrong = Directory(replace(found, password="wrong"))
    with pytest.raises(SourceFailed, match="rejected the user DN"):
        wrong.check()
    with pytest.raises(SourceFailed, match="no entry dc=elsewhere"):
        client.search("dc=elsewhere", "(uid=ada)", {})
    with pytest.raises(SourceFailed, match="no value for"):
        client.search(BASE, "(uid=${username})", {"username": []})
    assert ADMIN_PASSWORD not in repr(found)


@pytest.mark.parametrize("security", [ConnectionSecurity.TLS, ConnectionSecurity.START_TLS])
def test_tls_verifies_the_server(
    directory: RunningDirectory, found: DirectorySettings, security: ConnectionSecurity
) -> None:
    port = directory.tls_port if security is ConnectionSecurity.TLS else directory.port
    trusting = replace(
        found, servers=(("localhost", port),), security=security, authorities=directory.authority, read_timeout=20
    )
    Directory(trusting).check()
    with pytest.raises(SourceFailed, match="certificate verify failed"):
        Directory(replace(trusting, authorities="")).check()
    # The certificate is issued for `localhost`; it does not contain the IP address.
    by_address = replace(trusting, servers=(("127.0.0.1", port),))
    with pytest.raises(SourceFailed, match="certificate"):
        Directory(by_address).check()
    Directory(replace(by_address, verify_host=False)).check()


def test_servers_are_tried_in_turn(found: DirectorySettings) -> None:
    with socket.socket() as taken:
        # The socket is bound but does not listen, so that connections are refused.
        taken.bind(("127.0.0.1", 0))
        dead = taken.getsockname()
        client = Directory(replace(found, servers=(dead, *found.servers)))
        client.check()
        with pytest.raises(SourceFailed, match="cannot be reached"):
            Directory(replace(found, servers=(dead,))).check()


def test_a_dead_connection_is_replaced_once(found: DirectorySettings) -> None:
    client = Directory(replace(found, pool=PoolSettings(maximum=1, overflows=False, wait=20)))
    assert len(client.search(PEOPLE, "(uid=ada)", {})) == 1
    lent = client._borrowed()
    lent.connection.socket.shutdown(socket.SHUT_RDWR)
    client._give_back(lent)
    assert len(client.search(PEOPLE, "(uid=ada)", {})) == 1
    client.close()


@pytest.mark.parametrize(("testing", "rest"), [({"test_on_return": True}, 0), ({"test_after": 60.0}, 60)])
def test_a_dead_pooled_connection_is_detected_before_use(
    found: DirectorySettings, testing: dict[str, Any], rest: float
) -> None:
    now = [0.0]
    # The client does not retry, so that a search over a dead connection would fail.
    pool = PoolSettings(maximum=1, overflows=False, wait=20)
    client = Directory(replace(found, pool=pool, retry=False, **testing), lambda: now[0])
    for uses in (1, 2):
        lent = client._borrowed()
        assert lent.uses == uses
        if uses == 1:
            client._give_back(lent)
    lent.connection.socket.shutdown(socket.SHUT_RDWR)
    client._give_back(lent)
    now[0] += rest
    assert len(client.search(PEOPLE, "(uid=ada)", {})) == 1
    client.close()


def test_a_recently_used_connection_is_not_tested(found: DirectorySettings) -> None:
    pool = PoolSettings(maximum=1, overflows=False, wait=20)
    client = Directory(replace(found, pool=pool, retry=False, test_after=60.0), lambda: 0.0)
    lent = client._borrowed()
    lent.connection.socket.shutdown(socket.SHUT_RDWR)
    client._give_back(lent)
    with pytest.raises(SourceFailed, match="cannot be reached"):
        client.search(PEOPLE, "(uid=ada)", {})
    client.close()


def test_the_minimum_of_connections_is_opened_with_the_first_search(found: DirectorySettings) -> None:
    later: list[Callable[[], None]] = []
    client = Directory(replace(found, pool=PoolSettings(minimum=3, maximum=5)), background=later.append)
    pool: Any = client._pool
    client.check()
    assert (later, pool.checkedin()) == ([], 0)
    for _ in range(2):
        assert len(client.search(PEOPLE, "(uid=ada)", {})) == 1
    assert (len(later), pool.checkedin()) == (1, 1)
    later[0]()
    assert (pool.checkedin(), pool.checkedout()) == (3, 0)
    assert len(client.search(PEOPLE, "(uid=ada)", {})) == 1
    client.close()
    # Pending operations leave no open connection when the client is closed.
    later[0]()
    assert pool.checkedin() == 0


def test_a_pool_that_cannot_be_filled_is_left_unchanged(found: DirectorySettings) -> None:
    later: list[Callable[[], None]] = []
    wrong = replace(found, password="wrong", pool=PoolSettings(minimum=3, maximum=5))
    client = Directory(wrong, background=later.append)
    with pytest.raises(SourceFailed, match="rejected the user DN"):
        client.search(PEOPLE, "(uid=ada)", {})
    later[0]()
    pool: Any = client._pool
    assert (pool.checkedin(), pool.checkedout()) == (0, 0)
    client.close()


def test_many_threads_share_few_connections(found: DirectorySettings) -> None:
    client = Directory(replace(found, pool=PoolSettings(maximum=2, overflows=False, wait=60)))
    results = succeed_at_once(*[lambda: len(client.search(PEOPLE, "(uid=ada)", {}))] * 12)
    assert results == [1] * 12
    client.close()


@pytest.mark.parametrize("security", list(ConnectionSecurity))
def test_a_silent_server_times_out(security: ConnectionSecurity) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        waiting = DirectorySettings(servers=(silent.getsockname(),), security=security, read_timeout=1)
        with pytest.raises(SourceFailed):
            Directory(waiting).check()


@pytest.mark.parametrize("security", list(ConnectionSecurity))
def test_several_silent_servers_time_out_together(security: ConnectionSecurity) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = silent.getsockname()
        endless = DirectorySettings(
            servers=(address,) * 32, security=security, connect_timeout=600, read_timeout=600, opening_limit=1
        )
        step = {
            ConnectionSecurity.NONE: "binding",
            ConnectionSecurity.TLS: "connecting",
            ConnectionSecurity.START_TLS: "StartTLS",
        }[security]
        with pytest.raises(SourceFailed, match=rf"no server answered within 1 seconds: .*:{address[1]} \({step}\)"):
            Directory(endless).check()


def test_a_server_that_sends_byte_by_byte_times_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as slow, ThreadPoolExecutor(1) as threads:

        def send_slowly() -> None:
            """Send a long message byte by byte, so that the timeout of a socket never passes."""
            connection = slow.accept()[0]
            with connection, suppress(OSError):
                connection.sendall(b"\x30\x84\x00\x01\x00\x00")
                # Send one byte every 0.05 seconds until the client closes the connection.
                connection.settimeout(0.05)
                while True:
                    connection.sendall(b"x")
                    with suppress(TimeoutError):
                        if connection.recv(4096) == b"":
                            return

        sending = threads.submit(send_slowly)
        settings = DirectorySettings(servers=(slow.getsockname(),), read_timeout=600, opening_limit=0.5)
        with pytest.raises(SourceFailed, match=r"no server answered within 0\.5 seconds"):
            Directory(settings).check()
        sending.result()


def test_a_host_that_accepts_no_connections_leaves_time_for_the_next(
    found: DirectorySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "_LEAST_SHARE", 0.1)
    with socket.socket() as full, socket.socket() as occupying:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        occupying.connect(full.getsockname())
        # The kernel ignores further connections. Without a timeout of the client, each attempt would take minutes.
        both = replace(found, servers=(full.getsockname(), *found.servers), connect_timeout=600)
        with pytest.raises(SourceFailed, match=r"within 1 seconds: .*connecting"):
            Directory(replace(both, servers=(full.getsockname(),), opening_limit=1)).check()
        Directory(replace(both, opening_limit=2)).check()


@pytest.mark.parametrize("template", ["(uid=", "(&(a=b)", "((a=b))", "", "(uid=x))"])
def test_an_invalid_filter_is_refused_before_the_search(template: str) -> None:
    assert filter_error(template) is not None


def test_filters_with_placeholders_are_accepted() -> None:
    assert filter_error("(&(objectClass=person)(|(uid=${username})(mail=*${username}*)))") is None
    assert filter_error("sAMAccountName=${username}") is None
