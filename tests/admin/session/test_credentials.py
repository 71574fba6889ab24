import base64
from functools import partial

import pytest

from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import NotAuthenticated
from tests.admin.server import PASSWORD, Client, Server
from tests.admin.session.test_login import ACCOUNTS
from tests.support.concurrency import succeed_at_once


@pytest.fixture
def checks(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The digests that passwords were compared with; each comparison is one Argon2 computation."""
    made: list[str | None] = []
    matches = PasswordDigests.matches

    def counted(self: PasswordDigests, password: str, digest: str | None) -> bool:
        made.append(digest)
        return matches(self, password, digest)

    monkeypatch.setattr(PasswordDigests, "matches", counted)
    return made


def test_basic_authentication_computes_argon2_once(server: Server, checks: list[str | None]) -> None:
    for _ in range(20):
        server.call("GET", ACCOUNTS, by=Client.basic())
    assert len(checks) == 1


def test_a_cached_password_check_expires(server: Server, checks: list[str | None]) -> None:
    server.call("GET", ACCOUNTS, by=Client.basic())
    server.clock.advance(minutes=5)
    server.call("GET", ACCOUNTS, by=Client.basic())
    assert len(checks) == 2


def test_wrong_passwords_are_not_cached(server: Server, checks: list[str | None]) -> None:
    for _ in range(2):
        with pytest.raises(NotAuthenticated):
            server.call("GET", ACCOUNTS, by=Client.basic(password="wrong"))
    assert len(checks) == 2


def test_the_cache_is_bounded(server: Server) -> None:
    server.credentials._size = 2
    for name in ("bob", "carol", "dave"):
        server.add_account(name)
        server.call("GET", ACCOUNTS, by=Client.basic(name))
    assert len(server.credentials._verified) == 2


def test_neither_names_nor_passwords_are_cached(server: Server) -> None:
    server.call("GET", ACCOUNTS, by=Client.basic())
    remembered = b"".join(server.credentials._verified)
    assert len(remembered) == 32
    assert PASSWORD.encode() not in remembered


def test_parallel_first_calls_of_a_script_check_the_password_once(server: Server, checks: list[str | None]) -> None:
    succeed_at_once(*[partial(server.call, "GET", ACCOUNTS, by=Client.basic())] * 10)
    assert len(checks) == 1


@pytest.mark.parametrize("username", ["nobody", "", "..", "\ud800", "Administrator"])
def test_every_refusal_costs_one_password_check(server: Server, checks: list[str | None], username: str) -> None:
    with pytest.raises(NotAuthenticated):
        server.credentials.verify(username, "wrong", "192.0.2.1")
    assert len(checks) == 1


def test_an_inactive_account_costs_the_same(server: Server, checks: list[str | None]) -> None:
    server.add_account("carol", active=False)
    with pytest.raises(NotAuthenticated):
        server.credentials.verify("carol", PASSWORD, "192.0.2.1")
    assert checks == [None]


@pytest.mark.parametrize(
    "authorization",
    [
        "Basic",
        "Basic !!!",
        "Basic " + base64.b64encode(b"no colon").decode(),
        "Basic " + base64.b64encode(b"\xff:\xff").decode(),
        "Bearer",
        "Bearer nonsense",
        "Digest username=x",
        "",
    ],
)
def test_malformed_credentials_are_refused(server: Server, authorization: str) -> None:
    with pytest.raises(NotAuthenticated):
        server.authenticator.authenticate(Client(authorization=authorization).presented())


def test_authentication_schemes_are_case_insensitive(server: Server) -> None:
    basic = Client.basic()
    basic.authorization = str(basic.authorization).replace("Basic", "bAsIc")
    principal = server.authenticator.authenticate(basic.presented())
    assert principal is not None
    assert (principal.username, principal.session_id) == ("Administrator", None)


def test_without_credentials_the_caller_is_anonymous(server: Server) -> None:
    assert server.authenticator.authenticate(Client().presented()) is None
    stale = Client(jar={"__Host-hanse-session": "stale"})
    assert server.authenticator.authenticate(stale.presented("/pf-admin-ui/session")) is None
