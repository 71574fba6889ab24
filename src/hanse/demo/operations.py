"""The operations behind the dashboard's demo button: show, set up, remove."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from hanse import handles
from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.list_query import ListQuery
from hanse.config.transaction_view import TransactionView
from hanse.demo import record as records
from hanse.demo.in_process_api import InProcessApi, InProcessUsers
from hanse.demo.process import CannotStart, is_running, start, stop
from hanse.demo.record import DemoRecord, new_record, with_process
from hanse.demo.setup import AdminApi, DemoFailed, create, create_users, remove
from hanse.kit.errors import FieldError, NotFound, Unavailable, ValidationFailed
from hanse.kit.randomness import Randomness

LOG = structlog.stdlib.get_logger("hanse.demo")
PATH = f"{API}/internal/demo"
TAG = "Demo"
_CLIENTS, _SERVER_SETTINGS = handles.CLIENTS.path, handles.SERVER_SETTINGS.path


class DemoView(ConfigModel):
    """The demo as the dashboard shows it."""

    # True if the button is shown: there is a base URL, and no client is configured.
    offered: bool
    created: bool
    running: bool
    url: str
    # Description of the objects that are created.
    objects: list[str]


@dataclass(frozen=True)
class DemoCalls:
    """The functions on one data folder. With port 0 there is no demo."""

    data: Path
    port: int
    randomness: Randomness

    def show(self, call: Call) -> OperationResult:
        """Return the state of the demo."""
        return OperationResult(self._view(call.view, records.load(self.data)))

    def set_up(self, call: Call) -> OperationResult:
        """Create the configuration in one revision, then the users, and start the sample application."""
        if not self.port:
            raise NotFound("The demo is switched off on this server.")
        with call.configuration.reading() as view:
            issuer = _issuer(view)
        if not issuer:
            message = "Set the base URL of the server first."
            raise ValidationFailed([FieldError(message, None, "base_url_required")], message)
        before = records.load(self.data) or new_record(issuer, self.port, self.randomness)
        record = call.configuration.change(_author(call), partial(_create, record=before))
        records.save(self.data, record)
        with _refusals():
            create_users(InProcessUsers(call), record, LOG.debug)
        if not is_running(record):
            try:
                record = with_process(record, start(self.data, record))
            except CannotStart as error:
                raise Unavailable(str(error)) from error
            records.save(self.data, record)
        LOG.info("demo set up", by=call.principal.username, application=record.url)
        with call.configuration.reading() as view:
            return OperationResult(self._view(view, record))

    def remove(self, call: Call) -> OperationResult:
        """Delete what the demo created in one revision, with its users, and stop the application."""
        record = records.load(self.data)
        if record is None:
            raise NotFound("There is no demo to remove.")
        call.configuration.change(_author(call), partial(_remove, users=InProcessUsers(call), record=record))
        stop(record)
        records.forget(self.data)
        LOG.info("demo removed", by=call.principal.username)
        return OperationResult(status=204)

    def operations(self) -> list[Operation]:
        """Return the three operations."""
        common = partial(Operation, path=PATH, area=Area.CONFIGURATION, tag=TAG)
        changing = partial(common, in_transaction=False, computes=True)
        return [
            common(summary="Demo", run=self.show, answer=DemoView),
            changing(
                method="POST",
                summary="Set up the demo",
                run=self.set_up,
                answer=DemoView,
                extra_statuses=(404, 422, 503),
            ),
            changing(
                method="DELETE", summary="Remove the demo", run=self.remove, status=204, extra_statuses=(404, 422)
            ),
        ]

    def _view(self, view: TransactionView, record: DemoRecord | None) -> DemoView:
        issuer = _issuer(view)
        clients = view.list(view.registry.by_path(_CLIENTS), ListQuery(number_per_page=1)).items
        shown = record or new_record(issuer, self.port, self.randomness)
        return DemoView(
            offered=bool(self.port) and bool(issuer) and not clients,
            created=record is not None,
            running=record is not None and is_running(record),
            url=shown.url,
            objects=[each.title for each in shown.plan.creations],
        )


def _issuer(view: TransactionView) -> str:
    settings = view.registry.by_path(_SERVER_SETTINGS)
    federation = view.get(settings, settings.singleton_id).body.get("federationInfo") or {}
    return str(federation.get("baseUrl") or "").rstrip("/")


def _author(call: Call) -> Author:
    return Author(call.principal.username, call.caller.request_id, call.principal)


def _create(change: Change, record: DemoRecord) -> DemoRecord:
    with _refusals():
        return create(InProcessApi(change), record, LOG.debug)


def _remove(change: Change, users: AdminApi, record: DemoRecord) -> None:
    with _refusals():
        remove(InProcessApi(change), users, record, LOG.debug)


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise ValidationFailed instead of DemoFailed."""
    try:
        yield
    except DemoFailed as error:
        raise ValidationFailed([FieldError(str(error), None, "demo_refused")], str(error)) from error
