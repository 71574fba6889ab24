"""References between documents: found by their markers, checked at each save, and listed as usage."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from hanse.config.declare.fields import Ref
from hanse.config.declare.handles import Handle
from hanse.config.declare.marked_fields import fields_with, places
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.references import Reference, Usage
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message


def references_of(resource: Resource[Any], body: dict[str, Any], registry: Registry) -> Iterator[Reference]:
    """Yield the references in a document's body, in the order of its fields."""
    for marked in fields_with(resource.model, Ref):
        marker = marked.marker(Ref)
        if marker is None:
            continue
        kinds = tuple(registry.kind_at(each.path) for each in marker.resources)
        for place in places(body, marked.pattern):
            if place.value == "":
                # Clients of this API send an empty string for a missing reference.
                continue
            yield from _references_at(place.value, place.path, kinds)
    for path, targets, id_ in resource.storage.references(body) if resource.storage.references is not None else ():
        several = (targets,) if isinstance(targets, Handle) else targets
        kind, *others = (registry.kind_at(each.path) for each in several)
        yield Reference(path, kind, id_, tuple(others))


def is_released(usage: Usage, registry: Registry) -> bool:
    """Return whether a reference is removed if its target is deleted, instead of preventing the deletion."""
    marked = fields_with(registry.by_kind(usage.kind).model, Ref)
    found = next((each.marker(Ref) for each in marked if each.pattern == (usage.path,)), None)
    return found is not None and found.released


def resolved(references: Iterable[Reference], there: Collection[tuple[str, str]]) -> Iterator[Reference]:
    """Yield the references, each with the one kind to which its target belongs.

    If the target does not exist, that is the first of the possible kinds.
    """
    for each in references:
        if not each.other_kinds:
            yield each
            continue
        kind = next((kind for kind, id_ in each.names if (kind, id_) in there), each.target_kind)
        yield replace(each, target_kind=kind, other_kinds=())


def problem_of(
    reference: Reference, registry: Registry, is_there: Callable[[Resource[Any], str], bool]
) -> FieldError | None:
    """Return the finding for a reference without a target."""
    known = [registry.by_kind(kind) for kind in reference.kinds if registry.knows(kind)]
    if any(each.is_singleton for each in known):
        # The target is a part of a singleton, which always exists; rules check the part.
        return None
    if any(each.implies(reference.target_id) or is_there(each, reference.target_id) for each in known):
        return None
    text = (
        message("{called} '{target_id}' was not found.", called=known[0].called, target_id=reference.target_id)
        if known
        else message(
            "'{target_id}' was not found: this server has nothing at /{target_kind} yet.",
            target_id=reference.target_id,
            target_kind=reference.target_kind,
        )
    )
    return FieldError(text, reference.path, "reference_not_found")


def _references_at(value: Any, path: str, kinds: tuple[str, ...]) -> Iterator[Reference]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _references_at(item, f"{path}[{index}]", kinds)
    elif isinstance(value, dict):
        # Findings have the path of the field in which people choose, not that of its `id`.
        yield from _references_at(value.get("id"), path, kinds)
    elif isinstance(value, str):
        yield Reference(path, kinds[0], value, kinds[1:])
