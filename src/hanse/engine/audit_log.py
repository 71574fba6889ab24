"""Refuses requests that could not be logged, if the audit log settings require it."""

from collections.abc import Callable
from typing import Final

from hanse.engine.snapshot.configuration_parts import singleton
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.errors import Unavailable
from hanse.kit.log_health import LogHealth
from hanse.resources.system.audit_log_settings import AUDIT_LOG_SETTINGS, AuditFailureMode

AUDIT_LOG: Final = singleton(AUDIT_LOG_SETTINGS)
# The log is tried again each second while it cannot be written.
RETRY_AFTER_SECONDS: Final = 5


def audit_check(health: LogHealth) -> Callable[[Snapshot], None]:
    """Return what is called before each request of a protocol endpoint; it raises Unavailable."""

    def check(snapshot: Snapshot) -> None:
        if health.is_failing and snapshot.part(AUDIT_LOG).failure_mode is AuditFailureMode.BLOCK:
            raise Unavailable("This service is not available at the moment.", retry_after=RETRY_AFTER_SECONDS)

    return check
