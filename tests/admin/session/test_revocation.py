"""Changes of an account end its sessions and tokens at once, whichever kind of change it is."""

from collections.abc import Callable

import pytest

from hanse.config.change.write_transaction import Author
from hanse.config.declare.access import Role
from hanse.kit.errors import NotAllowed, NotAuthenticated, TooManyAttempts, ValidationFailed
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from tests.admin.server import PASSWORD, Client, Server
from tests.admin.session.test_login import ACCOUNTS, is_alive

NEW = "Visby-1361"


def replace_account(server: Server, **updates: object) -> None:
    with server.configuration.changing(Author("test")) as change:
        account = change.model(ADMINISTRATIVE_ACCOUNTS, "bob")
        change.replace(ADMINISTRATIVE_ACCOUNTS, "bob", account.model_copy(update=updates))


def reset_password(server: Server) -> None:
    path = ACCOUNTS + "/{username}/resetPassword"
    server.call("POST", path, {"newPassword": NEW}, by=Client.basic(), values={"username": "bob"})


def delete_account(server: Server) -> None:
    with server.configuration.changing(Author("test")) as change:
        change.delete(ADMINISTRATIVE_ACCOUNTS, "bob")


def recreate_account(server: Server) -> None:
    delete_account(server)
    server.add_account("bob")


CHANGES: dict[str, Callable[[Server], None]] = {
    "deactivated": lambda server: replace_account(server, active=False),
    "another role": lambda server: replace_account(server, roles=[Role.ADMINISTRATOR]),
    "an auditor": lambda server: replace_account(server, roles=[], auditor=True),
    "password reset": reset_password,
    "deleted": delete_account,
    "deleted and created again": recreate_account,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_rights_or_password_ends_sessions_and_tokens(server: Server, change: str) -> None:
    server.add_account("bob")
    browser = server.sign_in("bob")
    token = server.with_token(browser)
    mine = server.sign_in()
    CHANGES[change](server)
    assert not is_alive(server, browser)
    with pytest.raises(NotAuthenticated):
        server.call("GET", ACCOUNTS, by=token)
    assert is_alive(server, mine)


@pytest.mark.parametrize("change", ["deactivated", "password reset", "deleted"])
def test_a_loss_of_access_applies_to_basic_authentication_at_once(server: Server, change: str) -> None:
    server.add_account("bob")
    server.call("GET", ACCOUNTS, by=Client.basic("bob"))
    CHANGES[change](server)
    with pytest.raises(NotAuthenticated):
        server.call("GET", ACCOUNTS, by=Client.basic("bob"))


def test_a_role_change_applies_to_basic_authentication_at_once(server: Server) -> None:
    server.add_account("bob")
    server.call("GET", ACCOUNTS, by=Client.basic("bob"))
    replace_account(server, roles=[Role.CRYPTO_ADMINISTRATOR])
    with pytest.raises(NotAllowed):
        server.call("GET", ACCOUNTS, by=Client.basic("bob"))


def test_a_change_of_other_fields_keeps_sessions(server: Server) -> None:
    server.add_account("bob")
    browser = server.sign_in("bob")
    replace_account(server, description="Baltic trade", email_address="bob@hanse.example")
    assert is_alive(server, browser)


def test_changing_ones_own_password_keeps_this_session_and_ends_the_others(server: Server) -> None:
    here, elsewhere = server.sign_in(), server.sign_in()
    old_token = server.with_token(elsewhere)
    body = {"currentPassword": PASSWORD, "newPassword": NEW}
    reply = server.call("POST", ACCOUNTS + "/changePassword", body, by=server.with_token(here))
    assert (reply.status, reply.json) == (200, {})
    assert is_alive(server, here)
    assert not is_alive(server, elsewhere)
    with pytest.raises(NotAuthenticated):
        server.call("GET", ACCOUNTS, by=old_token)
    with pytest.raises(NotAuthenticated):
        server.sign_in()
    assert is_alive(server, server.sign_in(password=NEW))


def test_an_auditor_may_change_its_own_password(server: Server) -> None:
    server.add_account("eve", roles=[], auditor=True)
    body = {"currentPassword": PASSWORD, "newPassword": NEW}
    server.call("POST", ACCOUNTS + "/changePassword", body, by=Client.basic("eve"))
    server.sign_in("eve", NEW)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"newPassword": NEW}, "currentPassword"),
        ({"currentPassword": "wrong", "newPassword": NEW}, "currentPassword"),
        ({"currentPassword": PASSWORD, "newPassword": "weak"}, "newPassword"),
    ],
)
def test_a_change_needs_the_current_password_and_a_valid_new_one(
    server: Server, body: dict[str, str], path: str
) -> None:
    with pytest.raises(ValidationFailed) as failure:
        server.call("POST", ACCOUNTS + "/changePassword", body, by=Client.basic())
    assert [error.field_path for error in failure.value.errors] == [path]
    server.sign_in()


def test_guesses_at_the_current_password_are_throttled(server: Server) -> None:
    body = {"currentPassword": "wrong", "newPassword": NEW}
    for _ in range(5):
        with pytest.raises(ValidationFailed):
            server.call("POST", ACCOUNTS + "/changePassword", body, by=Client.basic())
    with pytest.raises(TooManyAttempts):
        server.call("POST", ACCOUNTS + "/changePassword", body, by=Client.basic())


def test_administrators_cannot_reset_their_own_password(server: Server) -> None:
    path = ACCOUNTS + "/{username}/resetPassword"
    with pytest.raises(ValidationFailed, match="Validation error"):
        server.call("POST", path, {"newPassword": NEW}, by=Client.basic(), values={"username": "Administrator"})


def test_a_reset_applies_the_password_rules_and_returns_no_password(server: Server) -> None:
    server.add_account("bob")
    path, values = ACCOUNTS + "/{username}/resetPassword", {"username": "bob"}
    with pytest.raises(ValidationFailed):
        server.call("POST", path, {"newPassword": "weak"}, by=Client.basic(), values=values)
    assert server.call("POST", path, {"newPassword": NEW}, by=Client.basic(), values=values).json == {}
    server.sign_in("bob", NEW)
