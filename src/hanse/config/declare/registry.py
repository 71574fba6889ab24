"""The set of resources of a server. It is built from an explicit list, so that tests can build their own."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from hanse.config.declare.fields import ConfigModel, Filterable, Ref, Secret, sealed_name
from hanse.config.declare.marked_fields import fields_with, marked_fields, to_text
from hanse.config.declare.resource import Resource
from hanse.kit.texts.messages import Message, message


class Registry:
    """Resources by kind and by path. A declaration that contradicts itself or another one is refused at the start."""

    def __init__(self, resources: Iterable[Resource[Any]]) -> None:
        self._by_kind: dict[str, Resource[Any]] = {}
        self._by_path: dict[str, Resource[Any]] = {}
        for resource in resources:
            self._add(resource)
        for resource in self:
            self._check_references(resource)
            if unknown := {each.path for each in resource.saving.reads} - self._by_path.keys():
                raise ValueError(f"{resource.kind} has rules about {', '.join(unknown)}, which is not registered")

    def __iter__(self) -> Iterator[Resource[Any]]:
        return iter(self._by_kind.values())

    def by_kind(self, kind: str) -> Resource[Any]:
        """Return the resource of this kind; raises KeyError if there is none."""
        return self._by_kind[kind]

    def by_path(self, path: str) -> Resource[Any]:
        """Return the resource at this path; raises KeyError if there is none."""
        return self._by_path[path]

    def knows(self, kind: str) -> bool:
        """Return whether a resource of this kind is registered."""
        return kind in self._by_kind

    def has_path(self, path: str) -> bool:
        """Return whether a resource is registered at this path."""
        return path in self._by_path

    def kind_at(self, path: str) -> str:
        """Return the kind of the resource at this path; of a planned resource, the kind that it will have."""
        return self._by_path[path].kind if path in self._by_path else path.removeprefix("/")

    def name_of(self, kind: str, id_: str, name: str = "") -> Message:
        """Return the name of a document for messages: its display name, if it has one, and its id if that differs."""
        resource = self._by_kind[kind]
        if resource.is_singleton:
            return message(resource.text.title)
        if name not in ("", id_):
            return message("{called} '{name}' ({id})", called=resource.called, name=name, id=id_)
        return message("{called} '{id}'", called=resource.called, id=id_)

    def _add(self, resource: Resource[Any]) -> None:
        if resource.kind in self._by_kind or resource.path in self._by_path:
            raise ValueError(f"{resource.kind} at {resource.path} is registered twice")
        wire_names = {info.alias or name for name, info in resource.model.model_fields.items()}
        if not resource.is_singleton and resource.ids.member not in wire_names:
            raise ValueError(f"{resource.kind} has no field {resource.ids.member} to be its id")
        if resource.lists.sort_by is not None and resource.lists.sort_by not in wire_names:
            raise ValueError(f"{resource.kind} has no field {resource.lists.sort_by} to sort by")
        for member in (name for together in resource.saving.unique_together for name in together.members):
            if member not in wire_names:
                raise ValueError(f"{resource.kind} has no field {member} to be unique with others")
        takes = bool(resource.effective_methods & {"POST", "PUT"})
        if takes and resource.shown_model is not resource.model:
            raise ValueError(f"{resource.kind} can be saved, and has another model in answers than in requests")
        _check_markers(resource)
        self._by_kind[resource.kind] = resource
        self._by_path[resource.path] = resource

    def _check_references(self, resource: Resource[Any]) -> None:
        for found in fields_with(resource.model, Ref):
            reference = found.marker(Ref)
            for path in (each.path for each in reference.resources) if reference is not None else ():
                target = self._by_path.get(path)
                if target is None and reference is not None and not reference.planned:
                    raise ValueError(f"{resource.kind} refers to {path}, which is not registered")
                if target is not None and target.is_singleton:
                    raise ValueError(f"{resource.kind} refers to {path}, of which there is only one")


def _check_markers(resource: Resource[Any]) -> None:
    model: type[ConfigModel] = resource.model
    for pattern, count in Counter(found.pattern for found in marked_fields(model)).items():
        # For example two members of a union: the body would not show to which one a value belongs.
        if count > 1:
            raise ValueError(f"{resource.kind} marks {to_text(pattern)} in two ways")
    for filterable in fields_with(resource.model, Filterable):
        if len(filterable.pattern) > 1:
            raise ValueError(f"{resource.kind} marks {to_text(filterable.pattern)}, which lists cannot filter by")
    for secret in fields_with(resource.model, Secret):
        names = {info.alias or name for name, info in secret.owner.model_fields.items()}
        if sealed_name(secret.name) not in names:
            raise ValueError(f"{resource.kind} has {to_text(secret.pattern)} but no {sealed_name(secret.name)}")
