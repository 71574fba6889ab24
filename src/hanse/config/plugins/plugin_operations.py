"""The operations of a kind in addition to those of its resource: descriptors, inherited values, and actions."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from pydantic import ConfigDict, create_model

from hanse.config.change import bodies
from hanse.config.declare.access import Intent, is_allowed
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.handles import Handle
from hanse.config.declare.plugin_fields import Option
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.list_query import ListQuery
from hanse.config.plugins.action_operations import action_operations
from hanse.config.plugins.descriptors import PluginDescriptor, describe_plugin
from hanse.config.plugins.kind import PluginKind
from hanse.config.plugins.model import PluginConfiguration
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import message

# Nobody could look through more options, and a descriptor is one answer.
MOST_OFFERED = 5_000


def plugin_operations(kind: PluginKind[Any]) -> list[Operation]:
    """Return the operations of a kind in addition to those of its resource."""
    calls = [*_descriptor_operations(kind), _effective_operation(kind)]
    return [*calls, *action_operations(kind)] if kind.has_actions else calls


def offered(call: Call, target: Handle[Any]) -> Sequence[Option]:
    """Return the items of a resource that can be chosen, if the caller may see it."""
    resource = call.view.registry.by_path(target.path)
    if not is_allowed(call.caller.principal, resource.area, Intent.READ):
        return ()
    items = call.view.list(resource, ListQuery(number_per_page=MOST_OFFERED)).items
    return [Option(bodies.name_of(resource, item.id, item.body), item.id) for item in items]


def _descriptor_operations(kind: PluginKind[Any]) -> list[Operation]:
    model, title = kind.descriptor, kind.resource.text.title

    def read_all(call: Call) -> OperationResult:
        return OperationResult({"items": [_described(call, plugin, model) for plugin in kind.plugins]})

    def read_one(call: Call) -> OperationResult:
        plugin = kind.plugins.get(call.path["id"])
        if plugin is None:
            raise NotFound(message("There is no plug-in '{path}'.", path=call.path["id"]))
        return OperationResult(_described(call, plugin, model))

    common = partial(Operation, area=kind.resource.area, tag=title)
    path = f"{API}{kind.resource.path}/descriptors"
    return [
        common(path=path, summary=f"Plug-ins: {title}", run=read_all, answer=_list_of(model)),
        common(path=f"{path}/{{id}}", summary=f"A plug-in: {title}", run=read_one, answer=model, extra_statuses=(404,)),
    ]


def _effective_operation(kind: PluginKind[Any]) -> Operation:
    def run(call: Call) -> OperationResult:
        found = kind.resolved(call.view, call.path["id"]).configuration
        return OperationResult(found.model_dump(mode="json", by_alias=True, exclude_none=True))

    return Operation(
        path=f"{API}/internal/effective{kind.resource.item_path}",
        area=kind.resource.area,
        tag=kind.resource.text.title,
        summary=f"Read the effective configuration, with inherited values: {kind.resource.text.title}",
        run=run,
        answer=PluginConfiguration,
        extra_statuses=(404,),
    )


@cache
def _list_of(model: type[ConfigModel]) -> Any:
    # The name in the API contract: `…Descriptors`.
    return create_model(f"{model.__name__}s", __config__=ConfigDict(defer_build=True), items=(list[model], ...))  # type: ignore[valid-type]  # The model is a value here.


def _described(call: Call, plugin: Any, model: type[PluginDescriptor]) -> dict[str, Any]:
    described = describe_plugin(plugin, model, partial(offered, call))
    return described.model_dump(mode="json", by_alias=True, exclude_none=True)
