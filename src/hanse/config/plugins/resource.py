"""The resource of a kind's instances, and the calls that describe its plug-ins."""

from functools import cache, partial
from typing import Any, TypeVar

from pydantic import ConfigDict, create_model

from hanse.config.access import Area
from hanse.config.fields import ConfigModel
from hanse.config.operation import API, Answer, Call, Operation
from hanse.config.plugins.fields import PluginConfigDescriptor, describe_form
from hanse.config.plugins.model import PluginInstance
from hanse.config.plugins.plugin import Plugin, PluginSet
from hanse.config.plugins.rules import check_instance, is_secret, references, settings_of, unchanged
from hanse.config.resource import Proposal, Resource
from hanse.config.view import View
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import NotFound

T = TypeVar("T")
BODY_LIMIT = 4 * 1024 * 1024


class PluginDescriptor(ConfigModel):
    """A plug-in as the API describes it; a kind's own model derives from it where its descriptors say more."""

    id: str
    name: str
    class_name: str
    attribute_contract: list[str]
    supports_extended_contract: bool
    config_descriptor: PluginConfigDescriptor


def plugin_resource(
    *, path: str, model: type[PluginInstance], plugins: PluginSet[Any], area: Area, title: str, description: str
) -> Resource[Any]:
    """Return the resource of the instances of a kind's plug-ins."""
    return Resource(
        kind=path.lstrip("/"),
        path=path,
        model=model,
        area=area,
        title=title,
        description=description,
        sort_by="name",
        body_limit=BODY_LIMIT,
        prepare=_stamp,
        rules=(partial(check_instance, plugins=plugins),),
        is_secret=partial(is_secret, plugins=plugins),
        references=partial(references, plugins=plugins),
    )


def _stamp(proposal: Proposal[Any]) -> Any:
    new, old = proposal.new, proposal.old
    if old is not None and unchanged(new, old):
        return old
    return new.model_copy(update={"last_modified": to_text(proposal.ports.get(Clock).now())})


def made(view: View, resource: Resource[Any], plugins: PluginSet[T], id_: str) -> T:
    """Return the object that an instance is configured for; raises NotFound, also where its plug-in is gone."""
    instance: PluginInstance = view.model(resource, id_)
    plugin = plugins.get(instance.plugin_descriptor_ref.id)
    if plugin is None:
        raise NotFound(f"The plug-in of {resource.title} '{id_}' is not installed.")
    return plugin.make(settings_of(_opened(view, resource, instance), plugin.form))


def _opened(view: View, resource: Resource[Any], instance: PluginInstance) -> PluginInstance:
    """Return an instance with its secrets in clear."""
    stored = view.get(resource, instance.id or "")

    def clear(fields: Any, *way: str | int) -> list[Any]:
        return [
            field.model_copy(update={"value": view.secret(resource, stored, *way, index, "value")})
            if field.encrypted_value
            else field
            for index, field in enumerate(fields)
        ]

    found = instance.configuration
    fields = clear(found.fields, "configuration", "fields")
    tables = [
        table.model_copy(
            update={
                "rows": [
                    row.model_copy(
                        update={"fields": clear(row.fields, "configuration", "tables", at, "rows", number, "fields")}
                    )
                    for number, row in enumerate(table.rows)
                ]
            }
        )
        for at, table in enumerate(found.tables)
    ]
    return instance.model_copy(update={"configuration": found.model_copy(update={"fields": fields, "tables": tables})})


def descriptor_operations(
    resource: Resource[Any], plugins: PluginSet[Any], model: type[PluginDescriptor] = PluginDescriptor
) -> list[Operation]:
    """Return the two calls that describe a kind's plug-ins."""

    def read_all(_call: Call) -> Answer:
        return Answer({"items": [_described(plugin, model) for plugin in plugins]})

    def read_one(call: Call) -> Answer:
        plugin = plugins.get(call.path["id"])
        if plugin is None:
            raise NotFound(f"There is no plug-in '{call.path['id']}'.")
        return Answer(_described(plugin, model))

    common = partial(Operation, area=resource.area, tag=resource.title, in_transaction=False)
    path = f"{API}{resource.path}/descriptors"
    return [
        common(path=path, summary=f"Plug-ins: {resource.title}", run=read_all, answer=_list_of(model)),
        common(
            path=f"{path}/{{id}}",
            summary=f"A plug-in: {resource.title}",
            run=read_one,
            answer=model,
            extra_statuses=(404,),
        ),
    ]


@cache
def _list_of(model: type[PluginDescriptor]) -> Any:
    # The contract's name of it: `…Descriptors`.
    return create_model(f"{model.__name__}s", __config__=ConfigDict(defer_build=True), items=(list[model], ...))  # type: ignore[valid-type]  # The model is a value here.


def _described(plugin: Plugin[Any], model: type[PluginDescriptor]) -> dict[str, Any]:
    described = model(
        id=plugin.id,
        name=plugin.name,
        class_name=plugin.class_name,
        attribute_contract=list(plugin.attribute_contract),
        supports_extended_contract=plugin.supports_extended_contract,
        config_descriptor=describe_form(plugin.form),
        **(plugin.facts or {}),
    )
    return described.model_dump(mode="json", by_alias=True, exclude_none=True)
