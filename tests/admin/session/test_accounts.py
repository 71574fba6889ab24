"""An account is read at each call, and its secret is decrypted once for each of its versions."""

import pytest

from hanse.admin.session.accounts import AdminAccounts
from hanse.config.change.write_transaction import Author
from hanse.config.secrets.keyring import Keyring
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from tests.admin.server import Client, Server
from tests.support.configurations import RollBack

ACCOUNTS = "/pf-admin-api/v1/administrativeAccounts"


@pytest.fixture
def decryptions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The purposes of all decryptions, in order."""
    found: list[str] = []
    usual = Keyring.open

    def counted(keyring: Keyring, sealed: str, use: str) -> str:
        found.append(use)
        return usual(keyring, sealed, use)

    monkeypatch.setattr(Keyring, "open", counted)
    return found


def test_calls_with_a_token_or_a_session_decrypt_nothing(server: Server, decryptions: list[str]) -> None:
    browser = server.sign_in()
    caller = server.with_token(browser)
    decryptions.clear()
    for _ in range(3):
        server.call("GET", ACCOUNTS, by=caller)
        server.call("GET", "/pf-admin-ui/session", by=browser)
    assert decryptions == []


def test_basic_authentication_decrypts_an_account_once(server: Server, decryptions: list[str]) -> None:
    for _ in range(3):
        server.call("GET", ACCOUNTS, by=Client.basic())
    assert len(decryptions) == 1


def test_uncommitted_accounts_are_not_cached(server: Server) -> None:
    accounts = AdminAccounts()

    def describe(text: str) -> None:
        with server.configuration.changing(Author("test")) as change:
            model = change.model(ADMINISTRATIVE_ACCOUNTS, "Administrator")
            change.replace(ADMINISTRATIVE_ACCOUNTS, "Administrator", model.model_copy(update={"description": text}))
            accounts.find(change, "Administrator")
            if text == "undone":
                raise RollBack

    with pytest.raises(RollBack):
        describe("undone")
    assert not accounts._known
    describe("done")
    with server.configuration.reading() as view:
        assert accounts.find(view, "Administrator") is accounts.find(view, "Administrator") is not None
