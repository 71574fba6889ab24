"""Overrides of plug-in instances, which another document has: settings that replace those of an instance for it alone.

An override has the form of an instance whose parent is the overridden instance, so that it inherits what it leaves out.
It is no instance of its own: nothing else can refer to it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, HoldsExpression, ResourceId, ResourceLink, SecretDigest
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import Referral
from hanse.config.declare.rules import Proposal
from hanse.config.declare.types import Moment, Name
from hanse.config.plugins.model import PluginConfiguration, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.config.plugins.rules import check_instance, digests_in, expressions_in, references, secrets_in
from hanse.kit.errors import FieldError

Body = dict[str, Any]
_M = TypeVar("_M", bound=ConfigModel)
# The member of a mapping with the override, and that of the override with the overridden instance.
OVERRIDE = "adapterOverrideSettings"
PARENT = "parentRef"


class InstanceOverride(ConfigModel):
    """The base of overrides: an instance's members without their markers, which are for instances in lists."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name | None, Field(title="Name")] = None
    plugin_descriptor_ref: Annotated[ResourceLink | None, Field(title="Type")] = None
    parent_ref: Annotated[ResourceLink | None, Field(title="Parent")] = None
    configuration: Annotated[PluginConfiguration, Field(title="Configuration")]
    last_modified: Annotated[Moment | None, Field(title="Last modified")] = None


@dataclass(frozen=True)
class OverrideKind:
    """The overrides of instances of one kind in the documents of a resource: their place in a body, and their rules."""

    plugins: PluginSet[Any]
    instances: Handle[Any]
    # The path to the list of mappings, and the member of a mapping with the overridden instance.
    holder: tuple[str, ...]
    link: str

    def in_body(self, body: Mapping[str, Any]) -> Iterator[tuple[int, Body]]:
        """Yield the overrides of a body, with the positions of their mappings. The body may be incomplete."""
        found: Any = body
        for name in self.holder:
            found = (found or {}).get(name)
        for index, mapping in enumerate(found or ()):
            if isinstance(mapping, dict) and isinstance(override := mapping.get(OVERRIDE), dict):
                yield index, override

    def path(self, index: int) -> str:
        """Return the path of an override."""
        return f"{'.'.join(self.holder)}[{index}].{OVERRIDE}"

    def secrets_in(self, body: Body) -> Callable[[Body], bool]:
        """Return whether a member is stored encrypted (`StorageOptions.is_secret`); all outside of overrides are."""
        # A function returns true for the fields of all other overrides.
        made = [secrets_in(override, self.plugins) for _, override in self.in_body(body)]
        return lambda holder: all(is_secret(holder) for is_secret in made)

    def digests_in(self, body: Body) -> Callable[[Body], SecretDigest | None]:
        """Return the digest that is stored instead of a secret (`StorageOptions.digest_of`)."""
        made = [digests_in(override, self.plugins) for _, override in self.in_body(body)]
        return lambda holder: next(filter(None, (digest_of(holder) for digest_of in made)), None)

    def references_in(self, body: Body) -> Iterator[Referral]:
        """Yield the references of overrides (`StorageOptions.references`)."""
        for index, override in self.in_body(body):
            for path, resource, id_ in references(override, self.plugins, self.instances):
                yield f"{self.path(index)}.{path}", resource, id_

    def expressions_in(self, body: Body) -> Iterator[tuple[str, str, HoldsExpression]]:
        """Yield the expressions of overrides (`StorageOptions.expressions`)."""
        for index, override in self.in_body(body):
            for text, path, marker in expressions_in(override, self.plugins):
                yield text, f"{self.path(index)}.{path}", marker

    def errors(
        self,
        proposal: Proposal[_M],
        overrides: Iterable[tuple[int, PluginInstance]],
        stored: Mapping[str, PluginInstance],
        rules: Sequence[Callable[[Proposal[Any]], Iterable[FieldError]]] = (),
    ) -> Iterator[FieldError]:
        """Find errors of overrides, as of instances with this parent.

        `stored` has the overrides before the save by the ID of their parent, whose secrets are kept.
        """
        for index, override in overrides:
            parent = "" if override.parent_ref is None else override.parent_ref.id
            if not proposal.view.has(self.instances, parent):
                # The reference of the mapping is refused.
                continue
            own: Proposal[Any] = Proposal(override, stored.get(parent), proposal.view, proposal.ports)
            found = list(check_instance(own, self.plugins, self.instances))
            if not found:
                found = [error for rule in rules for error in rule(own)]
            yield from (replace(error, field_path=f"{self.path(index)}.{error.field_path}") for error in found)
