"""The database and the cluster, as this node sees them."""

import time
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, inspect, select, table, text

from hanse.config.database import Database
from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionTask, document
from hanse.ops.support_data.content.process import shown

MILLISECONDS = 1000


def database(task: CollectionTask) -> Iterator[ArchiveEntry]:
    """Yield facts about the database; on request the size of each table and the result of an integrity check.

    An engine reads its configuration from a copy, so it reports that copy and the shared database.
    """
    own, shared = task.sources.configuration.database, task.sources.shared
    yield document("database.json", lambda: {**_described(task, own), **_configuration(task)})
    if shared is not own:
        yield document("shared-database.json", lambda: _described(task, shared))
    yield document("cluster.json", lambda: _cluster(task))


def _described(task: CollectionTask, database: Database) -> dict[str, Any]:
    began = time.perf_counter()
    with database.reading() as connection:
        described: dict[str, Any] = {
            "address": shown("", database.engine.url.render_as_string(hide_password=True)),
            "server": _server(connection),
            "schemaVersion": connection.execute(text("SELECT version_num FROM alembic_version")).scalar(),
            "answeredInMilliseconds": round((time.perf_counter() - began) * MILLISECONDS, 3),
        }
        if task.options.collect_expensive_data:
            described |= {"rows": _rows(connection), "check": _check(connection)}
        return described


def _configuration(task: CollectionTask) -> dict[str, Any]:
    with task.sources.configuration.reading() as view:
        counts = {resource.kind: view.count(resource) for resource in task.sources.configuration.registry}
        return {"newestRevision": view.revision(), "documents": counts}


def _server(connection: Connection) -> str:
    is_sqlite = connection.dialect.name == "sqlite"
    query = "SELECT 'SQLite ' || sqlite_version()" if is_sqlite else "SELECT version()"
    return str(connection.execute(text(query)).scalar())


def _rows(connection: Connection) -> dict[str, int]:
    names = sorted(inspect(connection).get_table_names())
    return {name: connection.execute(select(func.count()).select_from(table(name))).scalar_one() for name in names}


def _check(connection: Connection) -> list[str] | None:
    """Return what SQLite's integrity check reports ("ok" without errors); other databases check themselves."""
    if connection.dialect.name != "sqlite":
        return None
    return [str(line) for line in connection.execute(text("PRAGMA quick_check(20)")).scalars()]


def _cluster(task: CollectionTask) -> dict[str, Any]:
    with task.sources.configuration.reading() as view:
        found = task.sources.nodes(view)
        return {"clustered": bool(found), "nodes": found, "revision": view.revision()}
