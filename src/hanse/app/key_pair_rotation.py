"""The background job that renews key pairs."""

from collections.abc import Callable

import structlog

from hanse.config.configuration import Configuration
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import Periodic, on_thread
from hanse.resources.security.key_pairs.operations import FAMILIES
from hanse.resources.security.key_pairs.rotation import rotate_due

LOG = structlog.stdlib.get_logger("hanse.keys")
# Steps are days apart; a check is two short reads.
FIRST_CHECK_SECONDS = 60
CHECK_SECONDS = 600


async def keep_rotated(configuration: Configuration, is_active: Callable[[], bool]) -> None:
    """Renew key pairs for as long as the server runs, on a thread beside the requests; active consoles only."""

    def check() -> None:
        if is_active():
            rotate_all(configuration)

    await Periodic("key rotation", on_thread(check), CHECK_SECONDS, first_seconds=FIRST_CHECK_SECONDS).run()


def rotate_all(configuration: Configuration) -> None:
    """Perform the steps that are due for the pairs of all families; after a failure, the next check follows."""
    for family in FAMILIES:
        try:
            rotate_due(configuration, family)
        except Unavailable as error:
            LOG.warning("check for key pairs to renew failed", kind=family.kind, reason=error.message)
        except Exception:
            LOG.exception("check for key pairs to renew failed", kind=family.kind)
