"""Applies log settings: those saved by this process immediately, those saved elsewhere when they arrive."""

import itertools
from contextlib import ExitStack

import structlog
from starlette.concurrency import run_in_threadpool

from hanse.app.core import ProcessEnvironment
from hanse.config.configuration import Configuration
from hanse.config.statement_log import routine_statements
from hanse.kit.errors import Unavailable
from hanse.kit.options import Options
from hanse.kit.periodic import Periodic
from hanse.ops.logging.migrated_configuration import MigratedFile
from hanse.ops.logging.verbosity import Verbosity
from hanse.resources.system.log_settings.verbose_categories import verbose_of

LOG = structlog.stdlib.get_logger("hanse.core")
# Delay with which a console applies settings saved by another one, or by an import on the command line.
READ_SECONDS = 5


def new_verbosity(
    options: Options, environment: ProcessEnvironment, cleanup: ExitStack, *, reports_migration: bool
) -> Verbosity:
    """Return the object that makes categories verbose in this process until `cleanup`.

    With `reports_migration`, the log names a configuration of another server that delays the settings.
    """
    migrated = MigratedFile(options.data)
    if reports_migration:
        migrated.warn_if_waiting()
    verbosity = Verbosity(environment.clock, is_held=migrated.is_waiting)
    cleanup.callback(verbosity.close)
    return verbosity


def follow_saves(configuration: Configuration, verbosity: Verbosity) -> None:
    """Apply the saved settings, and those that this process saves later: for consoles."""
    configuration.after_commit(lambda _revision: refresh(configuration, verbosity))
    refresh(configuration, verbosity)


async def keep_applied(configuration: Configuration, verbosity: Verbosity, *, reads: bool) -> None:
    """Switch categories off in time; with `reads`, also check for settings that other processes have saved."""
    seconds = itertools.count(1)

    async def update() -> None:
        if next(seconds) % READ_SECONDS == 0 and reads:
            await run_in_threadpool(refresh, configuration, verbosity)
        else:
            verbosity.tick()

    await Periodic("log settings", update, 1).run()


def refresh(configuration: Configuration, verbosity: Verbosity) -> None:
    """Read the settings and apply them; while the database is unreachable, only time limits apply."""
    try:
        with routine_statements(), configuration.reading() as view:
            wanted = verbose_of(view)
    except Unavailable:
        verbosity.tick()
    except Exception:
        LOG.exception("log settings not applied")
    else:
        verbosity.take(wanted)
