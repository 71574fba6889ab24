"""Actions of data stores, and the test of one that is not saved."""

from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

from hanse.config.declare.fields import ResourceLink
from hanse.config.declare.rules import Proposal
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.plugins.action_operations import ActionOptions, ActionResult, Actions, ActionView
from hanse.data_stores.client_pool import DataStoreClients
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.system.data_stores.clients import with_defaults
from hanse.resources.system.data_stores.connection_check import failure_of, find_failures, stored_settings
from hanse.resources.system.data_stores.model import DataStore
from hanse.resources.system.data_stores.password_targets import check_password_stays
from hanse.resources.system.data_stores.resource import DATA_STORES
from hanse.resources.system.data_stores.rules import check_members
from hanse.resources.system.data_stores.tagged_servers import with_what_changed
from hanse.resources.system.data_stores.ui import TEST, TRIAL

WORKS = "The connection works."
_common = partial(Operation, area=DATA_STORES.area, tag=DATA_STORES.text.title, extra_statuses=(404,))


def _view(id_: str) -> ActionView:
    return ActionView(
        id=TEST,
        name="Test Connection",
        description="Connects with the settings of the data store, within its timeouts.",
        download=False,
        invocation_ref=ResourceLink(id=f"{DATA_STORES.path}/{quote(id_)}/actions/{TEST}/invokeAction"),
        parameters=[],
    )


def _read_all(call: Call) -> OperationResult:
    return OperationResult(Actions(items=[_view(call.view.get(DATA_STORES, call.path["id"]).id)]))


def _read(call: Call) -> OperationResult:
    call.view.get(DATA_STORES, call.path["id"])
    _check_action(call)
    return OperationResult(_view(call.path["id"]))


def _invoke(call: Call) -> OperationResult:
    sources = call.ports.get(DataStoreClients)
    with call.configuration.reading() as view:
        settings = stored_settings(view, call.path["id"], sources)
    _check_action(call)
    failure = failure_of(settings, sources)
    if failure is not None:
        raise ValidationFailed([FieldError(str(failure), None, "connection_failed")])
    return OperationResult(ActionResult(message=WORKS))


def _try(call: Call) -> OperationResult:
    """Connect with the settings of the request without saving them."""
    new: DataStore = call.body
    with call.configuration.reading() as view:
        stored = view.find(DATA_STORES, new.id) if new.id else None
        old = None if stored is None else view.model(DATA_STORES, stored.id)
        proposal = Proposal(with_defaults(with_what_changed(new, old)), old, view, call.ports)
        errors = [*check_members(proposal), *check_password_stays(proposal)]
    errors = errors or list(find_failures(new, new.id, call.configuration))
    if errors:
        raise ValidationFailed(errors)
    return OperationResult(ActionResult(message=WORKS))


def _check_action(call: Call) -> None:
    if call.path["actionId"] != TEST:
        raise NotFound(message("There is no action '{path}'.", path=call.path["actionId"]))


def data_store_operations() -> Iterator[Operation]:
    """Yield the operations."""
    path = f"{API}{DATA_STORES.path}/{{id}}/actions"
    yield _common(
        method="POST",
        path=f"{API}{TRIAL}",
        summary="Test the connection of a data store that is not saved",
        run=_try,
        body=DataStore,
        answer=ActionResult,
        in_transaction=False,
        calls_out=True,
        extra_statuses=(),
    )
    yield _common(path=path, summary="Actions: Data Store", run=_read_all, answer=Actions)
    yield _common(path=f"{path}/{{actionId}}", summary="An action: Data Store", run=_read, answer=ActionView)
    yield _common(
        method="POST",
        path=f"{path}/{{actionId}}/invokeAction",
        summary="Run an action: Data Store",
        run=_invoke,
        body=ActionOptions,
        answer=ActionResult,
        in_transaction=False,
        calls_out=True,
    )
