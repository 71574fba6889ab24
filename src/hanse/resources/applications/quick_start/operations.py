"""The operations of the quick start: preview, create, and the settings to paste for a client."""

from typing import Never

from hanse.config.change.change import Change
from hanse.config.declare.access import Area
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.quick_start.creation import create_application
from hanse.resources.applications.quick_start.form import PATH
from hanse.resources.applications.quick_start.library_settings import issuer_of, settings_for
from hanse.resources.applications.quick_start.model import ApplicationResult, ApplicationSettings, NewApplication


class _PreviewEnd(Exception):
    """Ends a preview, so that its transaction is rolled back."""

    def __init__(self, result: ApplicationResult) -> None:
        super().__init__()
        self.result = result


def _create_and_end(call: Call, change: Change) -> Never:
    raise _PreviewEnd(create_application(change, call.body, call.configuration.randomness))


def _preview(call: Call) -> OperationResult:
    try:
        with call.changing() as change:
            _create_and_end(call, change)
    except _PreviewEnd as preview:
        return OperationResult(preview.result.model_copy(update={"client_secret": None}))


def _create(call: Call) -> OperationResult:
    return OperationResult(create_application(call.change, call.body, call.configuration.randomness), status=201)


def _settings(call: Call) -> OperationResult:
    client = call.view.model(OAUTH_CLIENTS, call.path["clientId"])
    return OperationResult(settings_for(issuer_of(call.view), client))


QUICK_START_OPERATIONS = (
    Operation(
        method="POST",
        path=f"{API}{PATH}/preview",
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="Preview the creation of an application",
        run=_preview,
        body=NewApplication,
        answer=ApplicationResult,
        in_transaction=False,
        extra_statuses=(422,),
    ),
    Operation(
        method="POST",
        path=f"{API}{PATH}",
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="Create an application with what it needs",
        run=_create,
        body=NewApplication,
        answer=ApplicationResult,
        status=201,
        extra_statuses=(422,),
    ),
    Operation(
        path=f"{API}{PATH}/{{clientId}}/settings",
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="Read: Settings of an application for common libraries",
        run=_settings,
        answer=ApplicationSettings,
        extra_statuses=(422,),
    ),
)
