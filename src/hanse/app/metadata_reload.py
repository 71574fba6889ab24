"""The background job that reads partners' metadata again at regular intervals."""

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from hanse.config.configuration import Configuration
from hanse.config.statement_log import routine_statements
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import Periodic, on_thread
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS
from hanse.resources.federation.metadata.publication_settings import METADATA_LIFETIME
from hanse.resources.federation.metadata.reloading import forget_deleted, reload_metadata
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS

LOG = structlog.stdlib.get_logger("hanse.saml.metadata")
FIRST_CHECK_SECONDS = 90
CHECK_SECONDS = 300
# An address that could not be read is read again after this time, unless the settings say sooner.
RETRY = timedelta(hours=1)


class MetadataReload:
    """Reads the addresses that are due; the times of the last readings are kept in memory."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._due: dict[str, datetime] = {}

    def run_due(self) -> None:
        """Read the metadata at all addresses that are due; a failure does not delay the others."""
        clock = self._configuration.ports.get(Clock)
        with routine_statements():
            with self._configuration.reading() as view:
                addresses = view.targets((IDP_CONNECTIONS, SP_CONNECTIONS), METADATA_URLS)
                interval = timedelta(minutes=view.singleton(METADATA_LIFETIME).reload_delay)
            forget_deleted(self._configuration)
            for address in sorted(addresses):
                if clock.now() >= self._due.get(address, clock.now()):
                    is_read = self._reload(address)
                    self._due[address] = clock.now() + (interval if is_read else min(RETRY, interval))

    def _reload(self, address: str) -> bool:
        try:
            return reload_metadata(self._configuration, address, (IDP_CONNECTIONS, SP_CONNECTIONS))
        except Unavailable as error:
            LOG.warning("metadata not read", address=address, reason=error.message)
        except Exception:
            LOG.exception("metadata not read", address=address)
        return False


async def keep_metadata_current(configuration: Configuration, is_active: Callable[[], bool]) -> None:
    """Read metadata for as long as the server runs, on a thread beside the requests; active consoles only."""
    job = MetadataReload(configuration)

    def check() -> None:
        if is_active():
            job.run_due()

    await Periodic("metadata reload", on_thread(check), CHECK_SECONDS, first_seconds=FIRST_CHECK_SECONDS).run()
