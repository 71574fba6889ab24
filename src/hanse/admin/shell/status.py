"""The console's status: notifications, warnings, other administrators, the expiry of the license."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hanse.admin.session.sessions import AdminSessions
from hanse.config.database import Database
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.notice_sources import NoticeSource, notices_for
from hanse.config.declare.notices import Notice
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from hanse.config.http.operation import Call, Operation, OperationResult
from hanse.config.migrate import HEAD, newer_schema
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable
from hanse.kit.ports import LicenseExpirySummary, LicenseStatus
from hanse.kit.product import VERSION
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized

UI = "/pf-admin-ui"
TAG = "Console"
LEAST_FREE_BYTES = 512 * 1024 * 1024
# Statuses of a license that need no notice.
_QUIET = frozenset({"UNKNOWN", "OK"})


class NoticeList(ConfigModel):
    """Notifications or warnings; usually there are none."""

    items: list[Notice]


class ActiveAdministratorView(ConfigModel):
    """Another signed-in administrator, and the time of the session's last activity."""

    username: str
    last_active: str


class ActiveAdministratorList(ConfigModel):
    """The other administrators who are signed in."""

    items: list[ActiveAdministratorView]


class LicenseExpiryItem(ConfigModel):
    """Status of the license."""

    status: str
    prefix: str
    message: str


class LicenseExpiry(ConfigModel):
    """Status of the license, in the envelope of the API contract."""

    item: LicenseExpiryItem


def _localized(notice: Notice) -> Notice:
    """Return a notice in the language of the request."""
    texts = {"label": localized(notice.label), "description": localized(notice.description)}
    return notice.model_copy(update=texts)


Warn = Callable[[], Iterable[Notice]]


def _license_notices(_view: View, ports: Ports) -> Iterator[Notice]:
    expiry = ports.get(LicenseStatus).expiry(ports.get(Clock).now())
    if expiry.status not in _QUIET:
        yield Notice(id="licenseExpiry", label=expiry.prefix, description=expiry.message, path="/system/server/license")


LICENSE_NOTICES = NoticeSource(Area.LICENSE, _license_notices)


def _schema_notices(view: View, _ports: Ports) -> Iterator[Notice]:
    # In a cluster, the first node of a newer version migrates the database while the others are still running.
    found = newer_schema(view.connection)
    if found is not None:
        text = message(
            "A newer version of the server has changed the database schema to {found}. This server has "
            "version {version} and supports {head}. Update it before you restart it.",
            found=found,
            version=VERSION,
            head=HEAD,
        )
        yield Notice(
            id="newSchema",
            label=message("New version of the schema"),
            description=text,
            path="/system/server/cluster-management",
        )


SCHEMA_NOTICES = NoticeSource(Area.CONFIGURATION, _schema_notices)


@dataclass(frozen=True)
class DatabaseReachable:
    """A warning if the configuration database does not answer."""

    database: Database

    def __call__(self) -> Iterator[Notice]:
        """Yield the warning, if there is a cause."""
        try:
            self.database.ping()
        except Unavailable as error:
            yield Notice(id="databaseUnreachable", label=message("Configuration database"), description=error.message)


@dataclass(frozen=True)
class DiskSpace:
    """A warning if the data folder's disk is nearly full: a full one makes every save on the embedded database fail."""

    folder: Path
    least_free: int = LEAST_FREE_BYTES
    free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free

    def __call__(self) -> Iterator[Notice]:
        """Yield the warning, if there is a cause."""
        free = self.free_bytes(self.folder)
        if free < self.least_free:
            text = message(
                "Only {free} MiB are free on the disk with the data folder. Changes cannot be saved when it is full.",
                free=free // (1024 * 1024),
            )
            yield Notice(id="lowDiskSpace", label=message("Disk space is low"), description=text)


@dataclass(frozen=True)
class StatusCalls:
    """The functions of the operations."""

    sessions: AdminSessions
    clock: Clock
    notifications: Sequence[NoticeSource]
    database_warnings: Sequence[Warn]

    def list_notifications(self, call: Call) -> OperationResult:
        """Return the notifications for the caller."""
        notices = notices_for(call.principal, self.notifications, call.view, call.ports)
        return OperationResult(NoticeList(items=list(map(_localized, notices))))

    def list_database_warnings(self, _call: Call) -> OperationResult:
        """Return the warnings about the database."""
        return OperationResult(
            NoticeList(items=[_localized(notice) for warn in self.database_warnings for notice in warn()])
        )

    def list_active_administrators(self, call: Call) -> OperationResult:
        """Return the other signed-in administrators who may change something."""
        items = [
            ActiveAdministratorView(username=each.username, last_active=each.last_seen)
            for each in self.sessions.active(call.view)
            if each.username != call.principal.username
        ]
        return OperationResult(ActiveAdministratorList(items=items))

    def license_expiry(self, call: Call) -> OperationResult:
        """Return the expiration status of the license."""
        expiry: LicenseExpirySummary = call.ports.get(LicenseStatus).expiry(self.clock.now())
        item = LicenseExpiryItem(
            status=expiry.status, prefix=localized(expiry.prefix), message=localized(expiry.message)
        )
        return OperationResult(LicenseExpiry(item=item))

    def operations(self) -> list[Operation]:
        """Return the operations."""
        status = partial(Operation, area=Area.CONSOLE, tag=TAG, in_transaction=False)
        return [
            status(
                path=f"{UI}/notifications",
                summary="The notifications",
                run=self.list_notifications,
                answer=NoticeList,
                in_transaction=True,
            ),
            status(
                path=f"{UI}/internalDbWarnings",
                summary="Database warnings",
                run=self.list_database_warnings,
                answer=NoticeList,
            ),
            status(
                path=f"{UI}/activeAdministrators",
                summary="List the other administrators who are signed in",
                run=self.list_active_administrators,
                answer=ActiveAdministratorList,
                in_transaction=True,
            ),
            status(
                path=f"{UI}/licenseExpiryStatus",
                summary="Read the expiry of the license",
                run=self.license_expiry,
                answer=LicenseExpiry,
            ),
        ]
