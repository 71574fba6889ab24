"""A kind of plug-ins with everything derived from it: the resource of its instances, and access to their objects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ResourceLink
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import (
    AnswerOptions,
    ApiOptions,
    ListOptions,
    Presentation,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.rules import Preparation, Proposal, Rule, SaveRules
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.validation import parse_stored, to_body
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.completed_configuration import completed
from hanse.config.plugins.contracts import contract_attributes
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.inheritance import ancestors, resolved, without_values
from hanse.config.plugins.model import ConfigField, PluginConfiguration, PluginInstance
from hanse.config.plugins.plugin import Plugin, PluginSet
from hanse.config.plugins.rules import (
    check_instance,
    digests_in,
    expressions_in,
    references,
    secrets_in,
    settings_of,
    unchanged,
)
from hanse.kit.clock import Clock
from hanse.kit.clock import to_text as moment_text
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import message

T = TypeVar("T")
BODY_LIMIT = 4 * 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class PluginKind(Generic[T]):
    """A kind of plug-ins, created by `plugin_kind`."""

    plugins: PluginSet[T]
    resource: Resource[Any]
    descriptor: type[PluginDescriptor] = PluginDescriptor
    # True if the API contract has actions for its instances.
    has_actions: bool = False
    # The members of the model, besides the configuration, that an instance inherits if it leaves them out.
    inherits: tuple[str, ...] = ()
    # Certificate authorities that its instances trust for outgoing connections, in addition to the operating system's.
    authorities: Callable[[View], str] | None = None
    # If the resource has other items as well: the type of those that are instances.
    variant: str = ""

    def resolved(self, view: View, id_: str) -> PluginInstance:
        """Return an instance with all inherited values; raises NotFound, also if its plug-in is missing."""
        instance: PluginInstance = view.model(self.resource, id_)
        self.plugin_of(instance)
        return self._resolved(instance, tuple(ancestors(view, self.resource, instance)))

    def made(self, view: View, id_: str) -> T:
        """Return the object that an instance configures; raises NotFound, also if its plug-in is missing."""
        whole = self.opened(view, id_)
        plugin = self.plugin_of(whole)
        settings = settings_of(id_, whole.configuration, plugin.form)
        return plugin.make(
            settings if self.authorities is None else replace(settings, authorities=self.authorities(view))
        )

    def opened(self, view: View, id_: str) -> PluginInstance:
        """Return an instance like `resolved`, with its secrets in clear text."""
        instance: PluginInstance = view.model(self.resource, id_)
        self.plugin_of(instance)
        generations = [opened(view, self.resource, each) for each in self._generations(view, instance)]
        return self._resolved(generations[0], generations[1:])

    def plugin_of(self, instance: PluginInstance) -> Plugin[T]:
        """Return the plug-in of an instance; raises NotFound."""
        link: ResourceLink | None = instance.plugin_descriptor_ref
        plugin = None if link is None else self.plugins.get(link.id)
        if plugin is None:
            raise NotFound(
                message("The plug-in of {called} '{id}' is not installed.", called=self.resource.called, id=instance.id)
            )
        return plugin

    def _generations(self, view: View, instance: PluginInstance) -> Sequence[PluginInstance]:
        return (instance, *ancestors(view, self.resource, instance))

    def _resolved(self, instance: PluginInstance, parents: Sequence[PluginInstance]) -> PluginInstance:
        return resolved(instance, parents, self.plugin_of(instance), self.inherits)


def plugin_kind(
    *,
    handle: Handle[Any],
    model: type[PluginInstance],
    plugins: PluginSet[T],
    area: Area,
    text: ResourceText,
    descriptor: type[PluginDescriptor] = PluginDescriptor,
    has_actions: bool = False,
    inherits: tuple[str, ...] = (),
    rules: tuple[Rule[Any], ...] = (),
    fill: Preparation[Any] | None = None,
    reads: frozenset[Handle[Any]] = frozenset(),
    authorities: Callable[[View], str] | None = None,
    usage: UsageCategory | None = None,
    ui: Ui | None = None,
) -> PluginKind[T]:
    """Return a kind whose instances are the documents of a resource.

    `fill` and `rules` add to a plug-in's form, for example contracts; `reads` are other resources that its rules read.
    """
    resource = Resource(
        path=handle.path,
        model=model,
        area=area,
        text=text,
        lists=ListOptions(sort_by="name"),
        api=ApiOptions(body_limit=BODY_LIMIT),
        saving=SaveRules(
            prepare=partial(prepare_instance, fill=fill, plugins=plugins),
            rules=(partial(check_instance, plugins=plugins, resource=handle), *rules),
            # A change of a parent affects its children as well.
            reads=frozenset({handle}) | reads,
        ),
        storage=StorageOptions(
            is_secret=partial(secrets_in, plugins=plugins),
            digest_of=partial(digests_in, plugins=plugins),
            references=partial(references, plugins=plugins, resource=handle),
            expressions=partial(expressions_in, plugins=plugins),
            attributes=partial(contract_attributes, plugins=plugins, resource=handle),
        ),
        answers=AnswerOptions(presentation=Presentation(model, lambda body, _moment: completed(body, plugins))),
        usage=usage,
        ui=ui,
    )
    return PluginKind(
        plugins=plugins,
        resource=resource,
        descriptor=descriptor,
        has_actions=has_actions,
        inherits=inherits,
        authorities=authorities,
    )


def prepare_instance(proposal: Proposal[Any], fill: Preparation[Any] | None, plugins: PluginSet[Any]) -> Any:
    """Return an instance without values in inherited fields, and with the time of its last change."""
    new, old = proposal.new if fill is None else fill(proposal), proposal.old
    new = new.model_copy(update={"configuration": without_values(new.configuration)})
    # A body that was read and is sent back equals the stored one.
    if old is not None and unchanged(*(_answered(each, plugins) for each in (new, old))):
        return old
    return new.model_copy(update={"last_modified": moment_text(proposal.ports.get(Clock).now())})


def _answered(instance: PluginInstance, plugins: PluginSet[Any]) -> PluginInstance:
    """Return an instance in its API form."""
    configuration = completed(to_body(instance), plugins)["configuration"]
    return instance.model_copy(update={"configuration": parse_stored(PluginConfiguration, configuration)})


def opened(view: View, resource: Handle[Any], instance: PluginInstance) -> PluginInstance:
    """Return an instance with its secrets in clear text."""
    # The secrets of the instance itself, which need not be stored yet.
    stored = StoredDocument(instance.id or "", to_body(instance), 0)
    configuration = opened_configuration(view, resource, stored, instance.configuration)
    return instance.model_copy(update={"configuration": configuration})


def opened_configuration(
    view: View, resource: Handle[Any], stored: StoredDocument, found: PluginConfiguration, *holder: str | int
) -> PluginConfiguration:
    """Return a configuration with its secrets in clear text. `holder` is the path of its instance in the document."""

    def clear(fields: Sequence[ConfigField], *way: str | int) -> list[ConfigField]:
        return [
            field.model_copy(
                update={"value": view.secret(resource, stored, *holder, "configuration", *way, index, "value")}
            )
            if field.encrypted_value
            else field
            for index, field in enumerate(fields)
        ]

    tables = [
        table.model_copy(
            update={
                "rows": [
                    row.model_copy(update={"fields": clear(row.fields, "tables", at, "rows", number, "fields")})
                    for number, row in enumerate(table.rows)
                ]
            }
        )
        for at, table in enumerate(found.tables)
    ]
    return found.model_copy(update={"fields": clear(found.fields, "fields"), "tables": tables})
