"""A logging configuration that was copied from another server and has not been merged yet.

Administrators who migrate from a server that logs with Log4j 2 put the customized `log4j2.xml` into the data folder's
`conf`. A program cannot convert it, because its loggers are classes of the other server. As long as the file exists,
the categories of the log settings are not applied, so that they do not seem to apply while the file is meant to decide.
An administrator transfers the settings that are still needed and confirms it in the console, or moves the file away.
"""

from pathlib import Path

import structlog

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import NotFound, Unavailable

LOG = structlog.stdlib.get_logger("hanse.core")
FOLDER, NAME, MERGED_NAME = "conf", "log4j2.xml", "log4j2.xml.merged"
PATH = f"{API}/internal/logSettings/migratedConfiguration"
TAG = "Log Settings"


class MigratedConfiguration(ConfigModel):
    """A migrated logging configuration: whether it still has to be merged on the answering node, and its file."""

    waiting: bool
    file: str | None = None


class MigratedFile:
    """The file in one node's data folder."""

    def __init__(self, data: Path) -> None:
        self.path = data / FOLDER / NAME

    def is_waiting(self) -> bool:
        """Return whether the file exists."""
        return self.path.is_file()

    def warn_if_waiting(self) -> None:
        """Log at startup why the settings are not applied."""
        if self.is_waiting():
            LOG.warning(
                "a customized log4j2 configuration is not merged yet; log settings are not applied", file=str(self.path)
            )

    def read(self, _call: Call) -> OperationResult:
        """Return whether the file exists."""
        waiting = self.is_waiting()
        return OperationResult(MigratedConfiguration(waiting=waiting, file=f"{FOLDER}/{NAME}" if waiting else None))

    def merged(self, call: Call) -> OperationResult:
        """Rename the file after an administrator confirmed the merge; raises NotFound or Unavailable."""
        try:
            self.path.replace(self.path.with_name(MERGED_NAME))
        except FileNotFoundError:
            raise NotFound("There is no migrated configuration to merge.") from None
        except OSError as error:
            raise Unavailable(f"The file {FOLDER}/{NAME} could not be renamed: {error.strerror}.") from error
        LOG.info("the migrated log4j2 configuration was merged", by=call.principal.username, kept_as=MERGED_NAME)
        return OperationResult(MigratedConfiguration(waiting=False))

    def operations(self) -> list[Operation]:
        """Return the two operations; they concern this node's disk, so no transaction is needed."""
        read = Operation(
            path=PATH,
            area=Area.CONFIGURATION,
            summary="Migrated log4j2 configuration",
            run=self.read,
            tag=TAG,
            answer=MigratedConfiguration,
            in_transaction=False,
        )
        merged = Operation(
            method="POST",
            path=f"{PATH}/merged",
            area=Area.CONFIGURATION,
            summary="Confirm that the migrated log4j2 configuration was merged",
            run=self.merged,
            tag=TAG,
            answer=MigratedConfiguration,
            in_transaction=False,
            extra_statuses=(404, 503),
        )
        return [read, merged]
