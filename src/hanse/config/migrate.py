"""Upgrades a database's tables to the schema of this version, once, by whichever node comes first."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from hanse.config.database import Database

HEAD = "0018"
_MIGRATIONS = Path(__file__).parent / "store" / "migrations"
_LOCK = 0x68616E7365  # "hanse": the advisory lock with which nodes migrate one after the other.


class SchemaTooNew(Exception):
    """The database belongs to a newer version of the server; the message has the remedy."""


def migrate(database: Database) -> None:
    """Create or upgrade the tables; fast if they are current. Raises SchemaTooNew."""
    with database.reading() as connection:
        if _version(connection) == HEAD:
            return
    _upgrade(database)


def newer_schema(connection: Connection) -> str | None:
    """Return the schema version of the tables if a newer server has upgraded them since this one started, or None."""
    found = _version(connection)
    return None if found == HEAD else found


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(database: Database) -> None:
    # Alembic takes a third of a second to import, which only the first start of a version needs.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415 - the comment above says why.
    from alembic.util import CommandError  # noqa: PLC0415 - the comment above says why.

    config = Config()
    # The configuration parser would take a % in the path for the beginning of a placeholder.
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, HEAD)
        except CommandError as error:
            raise SchemaTooNew(
                f"The database has the schema version {_version(connection)}, and this server supports {HEAD}. Start "
                "the newer server that upgraded the database, or restore a backup from before the upgrade."
            ) from error
