"""A new snapshot reuses the parts of the previous one that a revision did not change."""

from threading import current_thread
from typing import Any

from sqlalchemy import event

from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.follower import THREAD
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.administrative_accounts.actions import set_password
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.server import EngineServer
from tests.resources.system.test_administrative_accounts import USER_ADMINISTRATOR, account
from tests.support.clients import client
from tests.support.configurations import AUTHOR, create, replace


def read_by_the_follower(engine: EngineServer) -> list[str]:
    """Record the statements with which the follower reads documents from now on, and return the growing list."""
    found: list[str] = []

    def add(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if current_thread().name == THREAD and "FROM document" in statement:
            found.append(statement)

    event.listen(engine.core.configuration.database.engine, "before_cursor_execute", add)
    return found


def test_the_password_of_an_administrator_triggers_no_build(engine: EngineServer) -> None:
    engine.set_base_url()
    create(engine.core.configuration, ADMINISTRATIVE_ACCOUNTS, account(username="alice", roles=USER_ADMINISTRATOR))
    engine.caught_up()
    before, read = engine.follower.snapshot, read_by_the_follower(engine)
    received: list[Snapshot] = []
    engine.follower.after_swap(received.append)
    with engine.core.configuration.changing(AUTHOR) as change:
        set_password(change, "alice", "Another-Passw0rd")
    engine.caught_up()
    after = engine.follower.snapshot
    assert after.version.revision == before.version.revision + 1
    assert after.has_content_of(before)
    assert after.documents is before.documents
    assert read == []
    assert received == [before]


def test_a_changed_client_rebuilds_only_the_clients(engine: EngineServer) -> None:
    engine.set_base_url()
    create(engine.core.configuration, OAUTH_CLIENTS, client("app"))
    engine.caught_up()
    before, read = engine.follower.snapshot, read_by_the_follower(engine)
    replace(engine.core.configuration, OAUTH_CLIENTS, "app", client("app", enabled=False))
    engine.caught_up()
    after = engine.follower.snapshot
    assert after.part(CLIENTS).get("app") is None
    assert changed_parts(before, after) == {CLIENTS.name}
    assert after.issuers is before.issuers
    # Only the changed document was read.
    assert len(read) == 1


def test_a_changed_scope_rebuilds_only_the_scopes(engine: EngineServer) -> None:
    engine.set_base_url()
    before = engine.follower.snapshot
    create(engine.core.configuration, COMMON_SCOPES, {"name": "accounts", "description": "Read your accounts"})
    engine.caught_up()
    assert changed_parts(before, engine.follower.snapshot) == {SCOPES.name}


def test_a_changed_issuer_leaves_the_others_unchanged(engine: EngineServer) -> None:
    engine.set_base_url()
    before = engine.follower.snapshot
    engine.add_issuer("Lübeck", "luebeck.example.com")
    after = engine.follower.snapshot
    assert len(after.issuers) == len(before.issuers) + 1
    for identifier, issuer in before.issuers.items():
        assert after.issuers[identifier].metadata is issuer.metadata
    assert after.part(CLIENTS) is before.part(CLIENTS)


def changed_parts(before: Snapshot, after: Snapshot) -> set[str]:
    return {name for name, part in after.parts.items() if part is not before.parts[name]}
