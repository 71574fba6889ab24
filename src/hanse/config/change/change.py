"""Changing configuration: one transaction, one revision, checked as a whole before anything is written."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hanse.config.change import bodies
from hanse.config.change.derived_rows import index, row_of
from hanse.config.change.draft import Draft
from hanse.config.change.reference_checks import is_released
from hanse.config.change.save_steps import save
from hanse.config.change.write_transaction import WriteTransaction
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import to_body
from hanse.config.list_query import StoredDocument
from hanse.config.references import Usage
from hanse.config.store import documents
from hanse.kit.errors import Conflict, FieldError, ValidationFailed
from hanse.kit.texts.messages import message

M = TypeVar("M", bound=ConfigModel)
Body = dict[str, Any]


@dataclass(frozen=True)
class BulkReplacement:
    """All documents of a resource, by their ids, before and after; equal ones are not written."""

    resource: Resource[Any]
    old: Mapping[str, StoredDocument]
    new: Mapping[str, Body]


class Change(WriteTransaction):
    """A view that can also save documents."""

    def _id_for(self, resource: Resource[M], body: dict[str, Any]) -> str:
        made = resource.ids.derive(body) if resource.ids.derive is not None else None
        return made if made and not documents.exists(self.connection, resource.kind, made) else self.new_id()

    def seal(self, resource: Resource[Any], secret: str, *pattern: str) -> str:
        """Return a sealed secret for the sibling field of `pattern`, for actions that set a single secret."""
        return self.secrets.seal_one(resource.kind, resource.model, pattern, secret)

    def create(
        self, resource: Resource[M], model: M, findings: Sequence[FieldError] = (), *, by_server: bool = False
    ) -> StoredDocument:
        """Store a new document and return it; creates an id if the client sent none. Raises ValidationFailed.

        `findings` were found before the transaction, and are reported together with those of the save. `by_server`
        means that the server itself made the model, together with its server-set fields.
        """
        body = to_body(model)
        if not by_server:
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
        *,
        by_server: bool = False,
    ) -> StoredDocument:
        """Store a new version of a document and return it; an unchanged document makes no revision.

        `expected` are the revisions that the client may have edited, `findings` and `by_server` as for `create`; raises
        Conflict if the document has changed since, NotFound if it does not exist, and ValidationFailed.
        """
        old = self.get(resource, id_)
        self._check_expected(resource, old, expected)
        body = to_body(model)
        if not by_server:
            bodies.keep_server_set(resource, body, old.body)
        if not resource.is_singleton:
            errors = list(bodies.id_errors(resource, body, id_))
            if errors:
                raise ValidationFailed(errors)
        return self._save(resource, id_, body, old, findings)

    def delete(self, resource: Resource[M], id_: str, expected: Collection[int] | None = None) -> None:
        """Delete a document; raises Conflict, NotFound, or ValidationFailed if it is in use or must stay."""
        old = self.get(resource, id_)
        self._check_expected(resource, old, expected)
        usages = [u for u in self.used_by(resource, id_) if (u.kind, u.id) != (resource.kind, id_)]
        released = [u for u in usages if is_released(u, self.registry)]
        users = {self.registry.name_of(u.kind, u.id): None for u in usages if u not in released}
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
        """Add an event to a document's history that did not change the document; raises NotFound."""
        body = self.get(resource, id_).body
        self.record(resource, [(id_, body, body)], event)

    def overwrite(self, *kinds: BulkReplacement) -> int:
        """Replace all documents of some resources by checked and sealed bodies; return the changes."""
        # References are written last, because their targets may belong to a kind that is written later.
        changes = {each.resource.kind: self._overwrite(each) for each in kinds}
        for each in kinds:
            index(self.connection, self.registry, each.resource, changes[each.resource.kind])
        return sum(map(len, changes.values()))

    def _overwrite(self, overwriting: BulkReplacement) -> Mapping[str, Body]:
        """Write the documents of one resource; return those that changed, with empty bodies for deleted ones."""
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
        """Check a body as a whole and write it; `old` is None for a new document."""
        return save(self, Draft(resource, id_, body, old, self.registry, list(findings)))
