import pytest
from sqlalchemy import select

from hanse.admin.session import cookies
from hanse.admin.setup.schema import setup_state
from hanse.admin.setup.wizard import LINK_REFUSED
from hanse.config.database import Database
from hanse.kit.errors import NotAllowed, NotAuthenticated
from tests.admin.server import PASSWORD, Client, Server
from tests.support.randomness import SeededRandomness

SESSION = "/pf-admin-ui/session"
INFO = "/pf-admin-api/v1/internal/isw/initialSetupInfo"
VERSION = "/pf-admin-api/v1/version"


def with_link(server: Server) -> Client:
    client = Client()
    reply = server.call("GET", "/setup", by=client, query={"key": server.gate.issue_key()})
    assert (reply.status, reply.answer.headers["Location"]) == (303, "/")
    client.jar |= reply.jar
    return client


def test_only_this_machine_can_make_setup_calls(bare_server: Server) -> None:
    assert bare_server.call("GET", INFO, by=Client.local()).json["version"] == "1.0.0"
    with pytest.raises(NotAuthenticated):
        bare_server.call("GET", INFO, by=Client())


def test_the_setup_principal_has_no_other_rights(bare_server: Server) -> None:
    with pytest.raises(NotAllowed):
        bare_server.call("GET", VERSION, by=Client.local())
    with pytest.raises(NotAllowed):
        bare_server.call("GET", "/pf-admin-api/v1/administrativeAccounts", by=Client.local())


def test_the_session_says_if_the_browser_needs_a_setup_link(bare_server: Server) -> None:
    local = bare_server.call("GET", SESSION, by=Client.local()).json
    assert local == {"roles": [], "auditor": False, "initialSetupComplete": False, "setupLinkRequired": False}
    far = bare_server.call("GET", SESSION, by=Client()).json
    assert (far["initialSetupComplete"], far["setupLinkRequired"]) == (False, True)


def test_the_link_opens_the_wizard_in_one_browser(bare_server: Server) -> None:
    client = with_link(bare_server)
    assert bare_server.call("GET", INFO, by=client).status == 200
    assert bare_server.call("GET", SESSION, by=client).json["setupLinkRequired"] is False


def test_the_link_works_once(bare_server: Server) -> None:
    key = bare_server.gate.issue_key()
    bare_server.call("GET", "/setup", query={"key": key})
    with pytest.raises(NotAuthenticated, match="setup link is not valid"):
        bare_server.call("GET", "/setup", query={"key": key})


@pytest.mark.parametrize("key", ["", "wrong", "\ud800"])
def test_wrong_keys_are_refused(bare_server: Server, key: str) -> None:
    bare_server.gate.issue_key()
    with pytest.raises(NotAuthenticated):
        bare_server.call("GET", "/setup", query={"key": key})


def test_a_wrong_key_leads_to_the_console_with_a_message(bare_server: Server) -> None:
    bare_server.gate.issue_key()
    client = Client()
    opened = {"headers": {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}, "query": {"key": "wrong"}}
    reply = bare_server.call("GET", "/setup", by=client, **opened)
    assert (reply.status, reply.answer.headers["Location"]) == (303, LINK_REFUSED)
    assert reply.jar == {}
    assert bare_server.call("GET", SESSION, by=client).json["setupLinkRequired"] is True


def test_a_new_link_replaces_the_previous_one(bare_server: Server) -> None:
    old = bare_server.gate.issue_key()
    bare_server.gate.issue_key()
    with pytest.raises(NotAuthenticated):
        bare_server.call("GET", "/setup", query={"key": old})


def test_the_cookie_survives_a_restart(bare_server: Server, database: Database) -> None:
    client = with_link(bare_server)
    restarted = Server(database, bare_server.clock, SeededRandomness(seed=2))
    restarted.gate.issue_key()
    assert restarted.call("GET", INFO, by=client).status == 200


def test_the_database_contains_neither_key_nor_cookie(bare_server: Server) -> None:
    client = with_link(bare_server)
    key = str(bare_server.gate.issue_key())
    with bare_server.configuration.database.reading() as connection:
        kept = str(connection.execute(select(setup_state)).all())
    assert key not in kept
    assert client.jar[cookies.SETUP] not in kept


def test_the_first_log_in_of_an_administrator_ends_the_wizard_for_good(server: Server, database: Database) -> None:
    holder = with_link(server)
    server.sign_in()
    for node in (server, Server(database, server.clock, SeededRandomness(seed=2))):
        assert node.gate.is_complete()
        assert node.gate.issue_key() is None
        for client in (holder, Client.local()):
            with pytest.raises(NotAuthenticated):
                node.call("GET", INFO, by=client)
            with pytest.raises(NotAuthenticated):
                node.call("GET", SESSION, by=client)
        assert node.call("GET", "/setup", query={"key": "any"}).answer.headers["Location"] == "/"


def test_administrators_cannot_make_setup_calls(server: Server) -> None:
    server.sign_in()
    with pytest.raises(NotAllowed):
        server.call("GET", INFO, by=Client.basic())


def test_another_node_can_complete_the_wizard_while_a_link_is_open(server: Server, database: Database) -> None:
    other = Server(database, server.clock, SeededRandomness(seed=2))
    key = server.gate.issue_key()
    other.sign_in()
    assert server.gate.exchange(str(key)) is None


@pytest.mark.parametrize("fields", [{"roles": ["USER_ADMINISTRATOR"]}, {"roles": [], "auditor": True}])
def test_a_sign_in_by_others_does_not_end_the_wizard(server: Server, fields: dict[str, object]) -> None:
    server.add_account("bob", **fields)
    client = server.sign_in("bob")
    assert not server.gate.is_complete()
    assert server.call("GET", SESSION, by=client).json["initialSetupComplete"] is False


def test_basic_does_not_end_the_wizard_during_finish(server: Server) -> None:
    info = server.call("GET", "/pf-admin-api/v1/internal/activePassiveConsoleInfo", by=Client.basic()).json
    assert (info["enabled"], info["role"]) == (False, "ACTIVE")
    assert not server.gate.is_complete()
    with pytest.raises(NotAuthenticated):
        server.call("GET", VERSION, by=Client.basic(password=PASSWORD + "x"))
