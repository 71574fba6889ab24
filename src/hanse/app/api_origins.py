"""Keeps the allowed origins of the admin API current.

Saves of this process apply immediately, those of other processes within seconds. Requests read no database for this.
"""

from functools import partial

import structlog

from hanse.config.configuration import Configuration
from hanse.config.statement_log import routine_statements
from hanse.kit.errors import Unavailable
from hanse.kit.http.cross_origin import ApiOrigins
from hanse.kit.periodic import Periodic, on_thread
from hanse.resources.system.admin_api_cors import ADMIN_API_CORS, effective_origins

LOG = structlog.stdlib.get_logger("hanse.core")
# Delay with which a console applies settings saved by another one, or by an import on the command line.
READ_SECONDS = 5


def follow_origins(configuration: Configuration) -> ApiOrigins:
    """Return the allowed origins, which change with each save in this process."""
    origins = ApiOrigins()
    configuration.after_commit(lambda _revision: refresh(configuration, origins))
    refresh(configuration, origins)
    return origins


async def keep_origins_current(configuration: Configuration, origins: ApiOrigins) -> None:
    """Check for settings that other processes have saved."""
    step = on_thread(partial(refresh, configuration, origins))
    await Periodic("allowed origins of the admin API", step, READ_SECONDS).run()


def refresh(configuration: Configuration, origins: ApiOrigins) -> None:
    """Read the settings and apply them. While the database is unreachable, the last ones stay; no call succeeds then.

    If the settings cannot be read for another reason, no origin is allowed.
    """
    try:
        with routine_statements(), configuration.reading() as view:
            allowed = effective_origins(view.singleton(ADMIN_API_CORS))
    except Unavailable:
        return
    except Exception:
        LOG.exception("allowed origins of the admin API not applied")
        allowed = frozenset()
    origins.replace(allowed)
