"""Overrides of adapters in the mappings of connections: what IdP and SP connections have in common."""

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel

from hanse.config.declare.fields import ResourceLink
from hanse.config.declare.handles import Handle
from hanse.config.declare.view import View
from hanse.config.plugins.inheritance import without_values
from hanse.config.plugins.model import plugin_id_of
from hanse.config.plugins.overrides import PARENT, InstanceOverride, OverrideKind
from hanse.kit.errors import FieldError

Override = TypeVar("Override", bound=InstanceOverride)
Instance = TypeVar("Instance", bound=BaseModel)


def with_parent(override: Override, adapter: ResourceLink, view: View, instances: Handle[Any]) -> Override:
    """Return an override with its parent and its type, and without values in inherited fields.

    If the adapter does not exist, nothing is added, and the reference to it is refused.
    """
    link = override.parent_ref or adapter
    stored = view.find(instances, link.id)
    type_ = override.plugin_descriptor_ref or (None if stored is None else ResourceLink(id=plugin_id_of(stored.body)))
    if type_ is None:
        return override
    configuration = without_values(override.configuration)
    return override.model_copy(
        update={"parent_ref": link, "plugin_descriptor_ref": type_, "configuration": configuration}
    )


def as_instance(override: InstanceOverride, model: type[Instance]) -> Instance:
    """Return an override as an instance that is not stored."""
    members = {name: getattr(override, name) for name in type(override).model_fields if name != "id"}
    return model.model_construct(**{**members, "name": override.name or ""})


def parent_errors(kind: OverrideKind, index: int, override: InstanceOverride, adapter: str) -> Iterator[FieldError]:
    """Find another parent than the adapter of the mapping."""
    if override.parent_ref is None or override.parent_ref.id != adapter:
        text = "The parent of the settings must be the adapter of the mapping."
        yield FieldError(text, f"{kind.path(index)}.{PARENT}", "invalid_parent")
