"""The database and the cluster, as this node sees them."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, inspect, select, table, text

from hanse.ops.support_data.content.entry import Entry, Task, document
from hanse.ops.support_data.content.process import shown


def database(task: Task) -> Iterator[Entry]:
    """Yield what the database is and holds; on request each table's size and whether the file is in order."""
    yield document("database.json", lambda: _database(task))
    yield document("cluster.json", lambda: _cluster(task))


def _database(task: Task) -> dict[str, Any]:
    configuration = task.sources.configuration
    with configuration.reading() as view:
        connection = view.connection
        described: dict[str, Any] = {
            "address": shown("", configuration.database.engine.url.render_as_string(hide_password=True)),
            "server": _server(connection),
            "schemaVersion": connection.execute(text("SELECT version_num FROM alembic_version")).scalar(),
            "newestRevision": view.revision(),
            "documents": {resource.kind: view.count(resource) for resource in configuration.registry},
        }
        if task.options.collect_expensive_data:
            described |= {"rows": _rows(connection), "check": _check(connection)}
        return described


def _server(connection: Connection) -> str:
    is_sqlite = connection.dialect.name == "sqlite"
    query = "SELECT 'SQLite ' || sqlite_version()" if is_sqlite else "SELECT version()"
    return str(connection.execute(text(query)).scalar())


def _rows(connection: Connection) -> dict[str, int]:
    names = sorted(inspect(connection).get_table_names())
    return {name: connection.execute(select(func.count()).select_from(table(name))).scalar_one() for name in names}


def _check(connection: Connection) -> list[str] | None:
    """Return what SQLite finds wrong with its file ("ok" when nothing is); other databases check themselves."""
    if connection.dialect.name != "sqlite":
        return None
    return [str(line) for line in connection.execute(text("PRAGMA quick_check(20)")).scalars()]


def _cluster(task: Task) -> dict[str, Any]:
    with task.sources.configuration.reading() as view:
        found = task.sources.nodes(view)
        return {"clustered": bool(found), "nodes": found, "revision": view.revision()}
