"""The configuration, without its secrets: one file of JSON lines for each kind, a line for each document."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from hanse.config.bundle.export import exported_resources
from hanse.config.declare.fields import Secret, sealed_name
from hanse.config.declare.marked_fields import fields_with, holders
from hanse.config.declare.resource import Resource
from hanse.config.store import documents
from hanse.config.store.schema import revision
from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionTask, lines

MASK = "[masked]"
NEWEST_CHANGES = 1000


def configuration(task: CollectionTask) -> Iterator[ArchiveEntry]:
    """Yield the documents of every kind that an export has, and on request who changed what when."""
    registry = task.sources.configuration.registry
    for resource in exported_resources(registry):
        yield ArchiveEntry(f"configuration/{resource.kind.replace('/', '_')}.jsonl", lines(_documents(task, resource)))
    if task.options.collect_expensive_data:
        yield ArchiveEntry("configuration/changes.jsonl", lines(_changes(task)))


def masked(resource: Resource[Any], body: dict[str, Any]) -> dict[str, Any]:
    """Return a stored body with a word in place of each secret, sealed or not; the body itself is changed."""
    for marked in fields_with(resource.model, Secret):
        for holder in list(holders(body, None, marked.pattern)):
            sealed, clear = (holder.body.pop(name, None) for name in (sealed_name(marked.name), marked.name))
            if sealed is not None or clear is not None:
                holder.body[marked.name] = MASK
    return body


def _documents(task: CollectionTask, resource: Resource[Any]) -> Iterator[dict[str, Any]]:
    with task.sources.configuration.reading() as view:
        for stored in documents.everything(view.connection, resource.kind):
            yield {"id": stored.id, "revision": stored.revision, "document": masked(resource, stored.body)}


def _changes(task: CollectionTask) -> Iterator[dict[str, Any]]:
    columns = (revision.c.number, revision.c.time, revision.c.actor, revision.c.kind, revision.c.id, revision.c.event)
    query = select(*columns).order_by(revision.c.number.desc(), revision.c.position).limit(NEWEST_CHANGES)
    with task.sources.configuration.reading() as view:
        for row in view.connection.execute(query):
            yield dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name for a row as a mapping.
