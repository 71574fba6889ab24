"""The preferences of accounts in the database."""

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.sql import ColumnElement

from hanse.admin.preferences.schema import recent_page, shortcut_choice
from hanse.config.configuration import Configuration
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import NotAuthenticated
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS

MOST_RECENT = 10
_KIND = ADMINISTRATIVE_ACCOUNTS.kind


class Preferences:
    """Reads and writes preferences; callers check which ids may be written."""

    def __init__(self, configuration: Configuration, clock: Clock) -> None:
        self._configuration = configuration
        self._database = configuration.database
        self._clock = clock

    def chosen(self, connection: Connection, username: str) -> list[str] | None:
        """Return the shortcuts that an account has chosen; None if it has not chosen any."""
        nodes = connection.execute(select(shortcut_choice.c.nodes).where(_of(shortcut_choice, username))).scalar()
        return None if nodes is None else list(json.loads(nodes))

    def recent(self, connection: Connection, username: str) -> list[str]:
        """Return the pages that an account used last, newest first."""
        query = select(recent_page.c.node).where(_of(recent_page, username))
        return list(connection.execute(query.order_by(recent_page.c.visited.desc(), recent_page.c.node)).scalars())

    def choose(self, username: str, nodes: list[str], keep: Collection[str] | None = None) -> None:
        """Store an account's shortcuts; of the recently used pages only `keep` remain, or all if it is None."""
        with self._database.writing() as connection:
            self._check_account(connection, username)
            texts = {"nodes": json.dumps(nodes)}
            connection.execute(
                self._database.insert(shortcut_choice)
                .values(kind=_KIND, username=username, **texts)
                .on_conflict_do_update(index_elements=["kind", "username"], set_=texts)
            )
            if keep is not None:
                gone = [node for node in self.recent(connection, username) if node not in keep]
                connection.execute(delete(recent_page).where(_of(recent_page, username), recent_page.c.node.in_(gone)))

    def visit(self, username: str, node: str) -> None:
        """Put a page first among the recently used ones; the oldest beyond the limit are forgotten."""
        visited = to_text(self._clock.now())
        mine = _of(recent_page, username)
        newest = select(recent_page.c.node).where(mine).order_by(recent_page.c.visited.desc(), recent_page.c.node)
        with self._database.writing() as connection:
            self._check_account(connection, username)
            connection.execute(
                self._database.insert(recent_page)
                .values(kind=_KIND, username=username, node=node, visited=visited)
                .on_conflict_do_update(index_elements=["kind", "username", "node"], set_={"visited": visited})
            )
            kept = newest.limit(MOST_RECENT)
            connection.execute(delete(recent_page).where(mine, recent_page.c.node.not_in(kept)))

    def _check_account(self, connection: Connection, username: str) -> None:
        # The account may have been deleted since the caller was authenticated.
        if not self._configuration.view(connection).has(ADMINISTRATIVE_ACCOUNTS, username):
            raise NotAuthenticated("The account no longer exists.")


def _of(table: Any, username: str) -> ColumnElement[bool]:
    mine: ColumnElement[bool] = (table.c.kind == _KIND) & (table.c.username == username)
    return mine
