"""The steps of saving one document, in their order.

The checks read a draft and add to its findings, so that a client receives all errors at once. Only if there are none,
secrets are sealed and the document is written, within one transaction.
"""

from collections.abc import Callable, Iterable
from typing import Any

from hanse.config.change import bodies, integrity
from hanse.config.change.derived_rows import index_draft, row_of
from hanse.config.change.draft import Draft
from hanse.config.change.expressions import expression_errors
from hanse.config.change.write_transaction import WriteTransaction
from hanse.config.list_query import StoredDocument
from hanse.config.store import documents
from hanse.kit.errors import FieldError, ValidationFailed

Check = Callable[[WriteTransaction, Draft[Any]], Iterable[FieldError]]


def save(change: WriteTransaction, draft: Draft[Any]) -> StoredDocument:
    """Check and write a draft; an unchanged document makes no revision. Raises ValidationFailed."""
    _prepare(change, draft)
    for check in CHECKS:
        draft.findings += check(change, draft)
    _refuse(draft.findings)
    _seal(change, draft)
    if draft.old is not None and draft.is_unchanged:
        return draft.old
    stored = _write(change, draft)
    if draft.logged_before is not None:
        _refuse(list(integrity.referrer_errors(change, change.ports, draft.resource, draft.id)))
    return stored


def _prepare(change: WriteTransaction, draft: Draft[Any]) -> None:
    """Let the resource fill in server-set values."""
    proposal = draft.proposal(change, change.ports)
    if draft.resource.saving.prepare is not None:
        draft.replace(draft.resource.saving.prepare(proposal))


def _check_rules(change: WriteTransaction, draft: Draft[Any]) -> Iterable[FieldError]:
    proposal = draft.proposal(change, change.ports)
    return (error for rule in draft.resource.saving.rules for error in rule(proposal))


def _check_expressions(change: WriteTransaction, draft: Draft[Any]) -> Iterable[FieldError]:
    old = draft.old.body if draft.old is not None else None
    return expression_errors(draft.resource, draft.body, old, change.author.principal)


def _check_unique_values(change: WriteTransaction, draft: Draft[Any]) -> Iterable[FieldError]:
    return integrity.taken_values(change, draft.resource.kind, draft.id, draft.unique_values)


def _check_references(change: WriteTransaction, draft: Draft[Any]) -> Iterable[FieldError]:
    return integrity.missing_targets(change, draft.resource.kind, draft.id, draft.references)


def _check_immutable(_change: WriteTransaction, draft: Draft[Any]) -> Iterable[FieldError]:
    # Sets are sorted only now, because findings of the checks before name positions that the client has sent.
    draft.sort_sets()
    return bodies.immutable_errors(draft.resource, draft.body, draft.old.body) if draft.old is not None else ()


def _check_license(change: WriteTransaction, draft: Draft[Any]) -> Iterable[FieldError]:
    if not draft.is_new or not draft.resource.is_connection:
        return ()
    return change.license_errors(change.connections())


CHECKS: tuple[Check, ...] = (
    _check_rules,
    _check_expressions,
    _check_unique_values,
    _check_references,
    _check_immutable,
    _check_license,
)


def _refuse(findings: list[FieldError]) -> None:
    if findings:
        raise ValidationFailed(findings)


def _seal(change: WriteTransaction, draft: Draft[Any]) -> None:
    """Replace the secrets of the body by sealed ones, or by the stored ones."""
    resource, old = draft.resource, draft.old.body if draft.old is not None else None
    change.secrets.seal(
        resource.kind, resource.model, draft.body, old, resource.storage.is_secret, resource.storage.digest_of
    )


def _write(change: WriteTransaction, draft: Draft[Any]) -> StoredDocument:
    """Append the version to the log of revisions, store it, and update the derived tables."""
    resource, before = draft.resource, draft.logged_before
    stored = StoredDocument(draft.id, draft.body, change.record(resource, [(draft.id, before, draft.body)]))
    write = documents.insert_many if before is None else documents.update_many
    write(change.connection, resource.kind, [row_of(resource, stored)])
    index_draft(change.connection, draft)
    return stored
