"""The operations for actions of instances, according to the API contract."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, ResourceLink
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.plugins.actions import Action, Download
from hanse.config.plugins.descriptors import FieldDescriptor, describe_field
from hanse.config.plugins.kind import PluginKind
from hanse.config.plugins.plugin import Plugin
from hanse.data_stores.client_pool import DataStoreClients
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized

MOST_PARAMETERS = 100


class ActionView(ConfigModel):
    """An action of an instance."""

    id: str
    name: str
    description: str
    download: bool
    invocation_ref: ResourceLink
    parameters: list[FieldDescriptor]


class Actions(ConfigModel):
    """Actions of an instance."""

    items: list[ActionView]


class ActionParameter(ConfigModel):
    """The value of a parameter."""

    name: Annotated[str, Field(max_length=256)]
    value: Annotated[str | None, Field(max_length=1_000_000)] = None


class ActionOptions(ConfigModel):
    """Parameters of an action."""

    parameters: Annotated[list[ActionParameter], Field(max_length=MOST_PARAMETERS)]


class ActionResult(ConfigModel):
    """The result of an action; a download returns its file instead."""

    message: str


def action_operations(kind: PluginKind[Any]) -> list[Operation]:
    """Return the operations for the actions of a kind's instances."""
    path = f"{API}{kind.resource.path}/{{id}}/actions"
    common = partial(Operation, area=kind.resource.area, tag=kind.resource.text.title, extra_statuses=(404,))
    title = kind.resource.text.title

    def read_all(call: Call) -> OperationResult:
        return OperationResult(Actions(items=[_shown(kind, call, action) for action in _plugin(kind, call).actions]))

    def read_one(call: Call) -> OperationResult:
        return OperationResult(_shown(kind, call, _action(_plugin(kind, call), call)))

    def invoke(call: Call) -> OperationResult:
        # An action may take long, so it runs outside every transaction.
        with call.configuration.reading() as view:
            instance = view.model(kind.resource, call.path["id"])
            action = _action(kind.plugin_of(instance), call)
            parameters = _parameters(action, call.body)
            made = kind.made(view, call.path["id"])
        try:
            return _answer(_performed(action, made, parameters, call))
        except ValueError as error:
            raise ValidationFailed([FieldError(str(error), None, "action_failed")]) from error

    return [
        common(path=path, summary=f"Actions: {title}", run=read_all, answer=Actions),
        common(path=f"{path}/{{actionId}}", summary=f"An action: {title}", run=read_one, answer=ActionView),
        common(
            method="POST",
            path=f"{path}/{{actionId}}/invokeAction",
            summary=f"Run an action: {title}",
            run=invoke,
            body=ActionOptions,
            answer=ActionResult,
            in_transaction=False,
            calls_out=True,
        ),
    ]


def _performed(action: Action, made: Any, parameters: Mapping[str, str], call: Call) -> str | Download:
    if action.sends_requests:
        return action.run(made, parameters, call.ports.get(DataStoreClients))
    return action.run(made, parameters)


def _plugin(kind: PluginKind[Any], call: Call) -> Plugin[Any]:
    return kind.plugin_of(call.view.model(kind.resource, call.path["id"]))


def _action(plugin: Plugin[Any], call: Call) -> Action:
    found = next((action for action in plugin.actions if action.id == call.path["actionId"]), None)
    if found is None:
        raise NotFound(message("There is no action '{path}'.", path=call.path["actionId"]))
    return found


def _shown(kind: PluginKind[Any], call: Call, action: Action) -> ActionView:
    path = f"{kind.resource.path}/{quote(call.path['id'])}/actions/{quote(action.id)}/invokeAction"
    return ActionView(
        id=action.id,
        name=action.name,
        description=action.description,
        download=action.download,
        invocation_ref=ResourceLink(id=path),
        parameters=[describe_field(parameter, lambda _path: ()) for parameter in action.parameters],
    )


def _parameters(action: Action, options: ActionOptions) -> Mapping[str, str]:
    """Return the parameters by name, with defaults; raises ValidationFailed."""
    errors = list(_wrong(action, options))
    if errors:
        raise ValidationFailed(errors)
    defaults = {known.name: known.default for known in action.parameters if known.default is not None}
    return defaults | {given.name: given.value for given in options.parameters if given.value}


def _wrong(action: Action, options: ActionOptions) -> Iterator[FieldError]:
    known = {each.name: each for each in action.parameters}
    given = {each.name for each in options.parameters if each.value}
    for index, parameter in enumerate(options.parameters):
        declared = known.get(parameter.name)
        if declared is None:
            yield FieldError("This action has no such parameter.", f"parameters[{index}].name", "unknown_field")
        elif parameter.value and (wrong := declared.errors(parameter.value)) is not None:
            yield FieldError(wrong, f"parameters[{index}].value")
    for each in action.parameters:
        if each.required and each.default is None and each.name not in given:
            yield FieldError(
                message("{field} is required.", field=message(each.label or each.name)), "parameters", "required_field"
            )


def _answer(result: str | Download) -> OperationResult:
    if isinstance(result, str):
        return OperationResult(ActionResult(message=localized(result)))
    name = quote(result.name)
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{name}", "content-type": result.type}
    return OperationResult(result.content, headers=headers)
