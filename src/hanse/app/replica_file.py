"""Opens the copy of the published configuration that each engine of a cluster keeps in its data folder.

With the copy a node can start and serve while the shared database is unreachable. It can be deleted at any time: an
engine without a copy retrieves everything.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy.exc import DatabaseError

from hanse.app.application_parts import Job
from hanse.app.core import Core, ProcessEnvironment, assemble, joined
from hanse.config.database import Database
from hanse.config.migrate import SchemaTooNew, migrate
from hanse.config.replica_store import drop_search_index
from hanse.config.secrets.masterkey import load_master_key
from hanse.kit.options import Options
from hanse.kit.periodic import Periodic

LOG = structlog.stdlib.get_logger("hanse.engine")
COPY: Final = "replica.db"
_CHECK_SECONDS: Final = 1.0


@contextmanager
def opened_copy(options: Options, environment: ProcessEnvironment) -> Iterator[Core]:
    """Open the copy for writing, migrate it to this version, and yield the objects that are built on it."""
    master_key = load_master_key(os.environ, options.data, environment.randomness)
    core = assemble(_on_copy(options), environment, master_key)
    database = core.configuration.database
    try:
        _migrate(database, options.data / COPY)
        with database.writing() as connection:
            # Nothing searches here, and maintaining the search index is most of the work of receiving many documents.
            drop_search_index(connection)
        with core.configuration.reading() as view:
            core.keyring.load(view.connection)
            core.license.current(view)
        yield core
    finally:
        database.close()


@contextmanager
def joined_copy(options: Options, environment: ProcessEnvironment) -> Iterator[Core]:
    """Yield the objects for a copy that another process of this node writes."""
    with joined(_on_copy(options), environment) as core:
        yield core


def end_when_replaced(options: Options) -> Job:
    """Return the job that ends this process after the copy was replaced by another file.

    A damaged copy is deleted by the process that writes it. The others restart with the next one.
    """
    path = options.data / COPY
    seen = _file_id(path)

    async def check() -> None:
        nonlocal seen
        before, seen = seen, _file_id(path)
        if seen != before:
            LOG.warning("the copy of the configuration was replaced; restarting")
            os.kill(os.getpid(), signal.SIGTERM)

    return Periodic("copy of the configuration", check, _CHECK_SECONDS).run


def _file_id(path: Path) -> int | None:
    with suppress(FileNotFoundError):
        return path.stat().st_ino
    return None


def _on_copy(options: Options) -> Options:
    return replace(options, database=f"sqlite:///{options.data / COPY}")


def _migrate(database: Database, path: Path) -> None:
    try:
        migrate(database)
    except (SchemaTooNew, DatabaseError) as error:
        # The copy is of a newer version or damaged, and can be retrieved again.
        LOG.warning("the copy of the configuration is discarded", reason=str(error).splitlines()[0])
        database.close()
        for each in path.parent.glob(f"{COPY}*"):
            each.unlink()
        migrate(database)
