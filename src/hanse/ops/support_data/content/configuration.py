"""The configuration without its secrets: one file of JSON lines for each kind, one line for each document."""

from collections.abc import Iterator
from typing import Any

from hanse.config import revision_log
from hanse.config.bundle.export import exported_resources
from hanse.config.declare.fields import Secret, sealed_name
from hanse.config.declare.marked_fields import fields_with, holders
from hanse.config.declare.resource import Resource
from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionTask, lines

MASK = "[masked]"
NEWEST_CHANGES = 1000


def configuration(task: CollectionTask) -> Iterator[ArchiveEntry]:
    """Yield the documents of every exported kind, and on request the history of changes."""
    registry = task.sources.configuration.registry
    for resource in exported_resources(registry):
        yield ArchiveEntry(f"configuration/{resource.kind.replace('/', '_')}.jsonl", lines(_documents(task, resource)))
    if task.options.collect_expensive_data:
        yield ArchiveEntry("configuration/changes.jsonl", lines(_changes(task)))


def masked(resource: Resource[Any], body: dict[str, Any]) -> dict[str, Any]:
    """Return a stored body with a placeholder for each secret, sealed or not; the body itself is changed."""
    for marked in fields_with(resource.model, Secret):
        for holder in list(holders(body, None, marked.pattern)):
            sealed, clear = (holder.body.pop(name, None) for name in (sealed_name(marked.name), marked.name))
            if sealed is not None or clear is not None:
                holder.body[marked.name] = MASK
    return body


def _documents(task: CollectionTask, resource: Resource[Any]) -> Iterator[dict[str, Any]]:
    with task.sources.configuration.reading() as view:
        for stored in view.everything(resource):
            yield {"id": stored.id, "revision": stored.revision, "document": masked(resource, stored.body)}


def _changes(task: CollectionTask) -> Iterator[dict[str, Any]]:
    with task.sources.configuration.reading() as view:
        yield from revision_log.newest(view.connection, limit=NEWEST_CHANGES)
