import io

import pytest
import typer

from hanse.admin.password_reset import reset_password_command
from hanse.kit.errors import NotAuthenticated, TooManyAttempts
from tests.admin.server import Client, Server
from tests.admin.session.test_login import is_alive

NEW = "Visby-1361"


def run(server: Server, monkeypatch: pytest.MonkeyPatch, username: str | None = None, typed: str = NEW) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    reset_password_command(server.configuration, server.clock, username=username, password_stdin=True)


def test_the_only_account_needs_no_name(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    browser = server.sign_in()
    run(server, monkeypatch)
    assert "'Administrator'" in capsys.readouterr().out
    assert not is_alive(server, browser)
    with pytest.raises(NotAuthenticated):
        server.sign_in()
    server.sign_in(password=NEW)


def test_a_reset_unlocks_a_locked_out_account(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.add_account("bob", active=False)
    for _ in range(5):
        with pytest.raises(NotAuthenticated):
            server.sign_in("bob")
    with pytest.raises(TooManyAttempts):
        server.sign_in("bob")
    run(server, monkeypatch, "bob")
    server.sign_in("bob", NEW)


@pytest.mark.parametrize(
    ("username", "typed", "shown"),
    [
        (None, NEW, "Name one of the accounts: Administrator, bob"),
        ("nobody", NEW, "'nobody' was not found"),
        ("bob", "weak", "8 characters minimum"),
        ("bob", "", "8 characters minimum"),
    ],
)
def test_errors_are_reported_and_change_nothing(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    username: str | None,
    typed: str,
    shown: str,
) -> None:
    server.add_account("bob")
    with pytest.raises(typer.Exit) as ended:
        run(server, monkeypatch, username, typed)
    assert ended.value.exit_code == 1
    assert shown in capsys.readouterr().err
    server.sign_in("bob")


def test_a_server_before_the_wizard_has_no_password_to_reset(
    bare_server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit):
        run(bare_server, monkeypatch)
    assert "no administrative accounts yet" in capsys.readouterr().err


def test_the_revision_log_names_the_command_that_reset_the_password(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(server, monkeypatch)
    path = "/pf-admin-api/v1/internal/history/administrativeAccounts/{username}"
    client = Client.basic(password=NEW)
    items = server.call("GET", path, by=client, values={"username": "Administrator"}).json["items"]
    assert items[0]["actor"] == "hanse admin"
