"""Changing configuration: one transaction, one revision, checked as a whole before anything is written."""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection

from hanse.config.change import bodies, integrity
from hanse.config.change.derived_rows import index, row_of
from hanse.config.change.draft import Draft
from hanse.config.change.references import Usage, is_released
from hanse.config.change.save_steps import save
from hanse.config.change.validation import to_body
from hanse.config.declare.access import Principal
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ports import Ports
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.secret_fields import SecretFields
from hanse.config.store import documents, revisions
from hanse.config.view import View
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import Conflict, FieldError, ValidationFailed
from hanse.kit.ports import Entitlements
from hanse.kit.randomness import Randomness, new_id
from hanse.kit.texts.messages import message

LOG = structlog.stdlib.get_logger("hanse.config")
# The standard library's: an import may save 100,000 documents that nobody wants to read about.
_LEVEL = logging.getLogger("hanse.config")
M = TypeVar("M", bound=ConfigModel)
Body = dict[str, Any]


@dataclass(frozen=True)
class Author:
    """Who makes a revision, and in which request; `principal` is None for the server itself and its commands."""

    name: str
    request_id: str | None = None
    principal: Principal | None = None


@dataclass(frozen=True)
class BulkReplacement:
    """All documents of a resource, by their ids, as they are and as they are to be; what is the same stays."""

    resource: Resource[Any]
    old: Mapping[str, StoredDocument]
    new: Mapping[str, Body]


class Change(View):
    """A view that can also save. Everything it saves belongs to one revision, numbered at the first save."""

    def __init__(
        self,
        connection: Connection,
        registry: Registry,
        secrets: SecretFields,
        ports: Ports,
        author: Author,
        clock: Clock,
        randomness: Randomness,
    ) -> None:
        super().__init__(connection, registry, secrets)
        self.ports = ports
        self._author = author
        self._now = clock.now()
        self._randomness = randomness
        # The revision that this transaction makes, as soon as it has saved something.
        self.number: int | None = None
        self._position = 0
        # The resources of which something was saved.
        self.changed: dict[str, Resource[Any]] = {}
        # Writers queue here, so that what this transaction reads from now on is the newest there is.
        revisions.lock(connection)
        secrets.keyring.refresh(connection)

    @property
    def author(self) -> Author:
        """Who makes this change; rules about one's own account ask."""
        return self._author

    def new_id(self) -> str:
        """Return the id of a document whose client chose none."""
        return new_id(self._randomness)

    def _id_for(self, resource: Resource[M], body: dict[str, Any]) -> str:
        made = resource.ids.derive(body) if resource.ids.derive is not None else None
        return made if made and not documents.exists(self.connection, resource.kind, made) else self.new_id()

    def seal(self, resource: Resource[Any], secret: str, *pattern: str) -> str:
        """Return a secret as the sibling field of `pattern` keeps it, for actions that set one by itself."""
        return self.secrets.seal_one(resource.kind, resource.model, pattern, secret)

    def create(self, resource: Resource[M], model: M, findings: Sequence[FieldError] = ()) -> StoredDocument:
        """Store a new document and return it; an id that the client left out is made. Raises ValidationFailed.

        `findings` are what was found before the transaction; they count like those that are found here.
        """
        body = to_body(model)
        bodies.keep_server_set(resource, body, None)
        if not body.get(resource.ids.member):
            body[resource.ids.member] = self._id_for(resource, body)
        id_ = resource.id_of(body)
        if documents.exists(self.connection, resource.kind, id_):
            raise ValidationFailed([FieldError(resource.ids.in_use, resource.ids.member, "id_in_use")])
        return self._save(resource, id_, body, None, findings)

    def replace(
        self,
        resource: Resource[M],
        id_: str,
        model: M,
        expected: Collection[int] | None = None,
        findings: Sequence[FieldError] = (),
    ) -> StoredDocument:
        """Store a new version of a document and return it; saving what is stored already makes no revision.

        `expected` are the revisions that the client may have edited, `findings` as for `create`; raises Conflict when
        the document has changed since, NotFound when there is none, and ValidationFailed.
        """
        old = self.get(resource, id_)
        self._check_expected(resource, old, expected)
        body = to_body(model)
        bodies.keep_server_set(resource, body, old.body)
        if not resource.is_singleton:
            errors = list(bodies.id_errors(resource, body, id_))
            if errors:
                raise ValidationFailed(errors)
        return self._save(resource, id_, body, old, findings)

    def delete(self, resource: Resource[M], id_: str, expected: Collection[int] | None = None) -> None:
        """Remove a document; raises Conflict, NotFound, or ValidationFailed when it is in use or must stay."""
        old = self.get(resource, id_)
        self._check_expected(resource, old, expected)
        usages = [u for u in self.used_by(resource, id_) if (u.kind, u.id) != (resource.kind, id_)]
        released = [u for u in usages if is_released(u, self.registry)]
        users = {integrity.name_of(self.registry, u.kind, u.id): None for u in usages if u not in released}
        if users:
            used = [FieldError(message("In use by {user}.", user=user), None, "resource_in_use") for user in users]
            text = resource.deletion.in_use or message(
                "{called} '{id}' is in use and cannot be deleted.", called=resource.called, id=id_
            )
            raise ValidationFailed(used, text)
        if resource.deletion.rules:
            model = self.model(resource, id_)
            errors = [error for rule in resource.deletion.rules for error in rule(model, self)]
            if errors:
                raise ValidationFailed(errors)
        for usage in released:
            self._release(usage)
        self.record(resource, [(id_, old.body, None)])
        documents.remove_many(self.connection, resource.kind, [id_])
        index(self.connection, self.registry, resource, {id_: {}})

    def _release(self, usage: Usage) -> None:
        """Remove a reference whose target is about to be deleted."""
        referrer = self.registry.by_kind(usage.kind)
        stored = self.get(referrer, usage.id)
        self._save(referrer, usage.id, {k: v for k, v in stored.body.items() if k != usage.path}, stored)

    def note(self, resource: Resource[Any], id_: str, event: str) -> None:
        """Put into a document's history what happened to it without changing it; raises NotFound."""
        body = self.get(resource, id_).body
        self.record(resource, [(id_, body, body)], event)

    def overwrite(self, *kinds: BulkReplacement) -> int:
        """Put bodies that are checked and sealed already in place of all documents of resources; return the changes."""
        # What a document refers to may be of a kind that is written after its own.
        changes = {each.resource.kind: self._overwrite(each) for each in kinds}
        for each in kinds:
            index(self.connection, self.registry, each.resource, changes[each.resource.kind])
        return sum(map(len, changes.values()))

    def _overwrite(self, overwriting: BulkReplacement) -> Mapping[str, Body]:
        """Write the documents of one resource; return those that changed, as empty bodies where they went."""
        resource, old, new = overwriting.resource, overwriting.old, overwriting.new
        gone = [id_ for id_ in old if id_ not in new]
        changed = {id_: body for id_, body in new.items() if id_ not in old or old[id_].body != body}
        self._whole[resource.kind] = old
        if not gone and not changed:
            return {}
        number = self.record(
            resource,
            [(id_, old[id_].body, None) for id_ in gone]
            + [(id_, old[id_].body if id_ in old else None, body) for id_, body in changed.items()],
        )
        rows = [row_of(resource, StoredDocument(id_, body, number)) for id_, body in changed.items()]
        documents.remove_many(self.connection, resource.kind, gone)
        documents.update_many(self.connection, resource.kind, [row for row in rows if row.stored.id in old])
        documents.insert_many(self.connection, resource.kind, [row for row in rows if row.stored.id not in old])
        self._whole[resource.kind] = {
            id_: StoredDocument(id_, body, number) if id_ in changed else old[id_] for id_, body in new.items()
        }
        return {**{id_: {} for id_ in gone}, **changed}

    def connections(self) -> int:
        """Return how many connections to partners there are."""
        return sum(self.count(resource) for resource in self.registry if resource.is_connection)

    def licence_errors(self, used: int) -> Iterator[FieldError]:
        """Find why the licence does not allow one more connection than the `used` ones."""
        refusal = self.ports.get(Entitlements).connection_refusal(used=used, now=self._now)
        if refusal is not None:
            yield refusal

    def _check_expected(self, resource: Resource[Any], old: StoredDocument, expected: Collection[int] | None) -> None:
        if expected is not None and old.revision not in expected:
            current = resource.shown(old.body, self._now)
            raise Conflict(
                "Another administrator has saved a change in the meantime.", current=current, revision=old.revision
            )

    def _save(
        self,
        resource: Resource[M],
        id_: str,
        body: Body,
        old: StoredDocument | None,
        findings: Sequence[FieldError] = (),
    ) -> StoredDocument:
        """Check a body as a whole and write it; `old` is None at creation."""
        return save(self, Draft(resource, id_, body, old, self.registry, list(findings)))

    def record(
        self, resource: Resource[Any], changes: Iterable[tuple[str, Body | None, Body | None]], event: str | None = None
    ) -> int:
        """Append changes, as (id, before, after), to this transaction's revision and return its number."""
        if self.number is None:
            self.number = revisions.take_number(self.connection)
        if event is None:
            self.changed[resource.kind] = resource
            self._whole.pop(resource.kind, None)
        name, request_id, kind = self._author.name, self._author.request_id, resource.kind
        rows = [
            revisions.DocumentChange(
                self.number, position, to_text(self._now), name, request_id, kind, id_, before, after, event
            )
            for position, (id_, before, after) in enumerate(changes, start=self._position)
        ]
        self._position += len(rows)
        revisions.record(self.connection, rows)
        if _LEVEL.isEnabledFor(logging.DEBUG):
            for row in rows:
                LOG.debug("document saved", **_told(row))
        return self.number


def _told(row: revisions.DocumentChange) -> dict[str, Any]:
    """Return what the log says of a change: never a value."""
    before, after = row.before or {}, row.after or {}
    differing = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    what = row.event or ("created" if row.before is None else "deleted" if row.after is None else "changed")
    return {"revision": row.number, "by": row.actor, "kind": row.kind, "id": row.id, "what": what, "members": differing}
