"""Integrity across documents, checked at each save: unique values, references, and rules that read other documents."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hanse.config.change import bodies
from hanse.config.change.reference_checks import problem_of
from hanse.config.declare.ports import Ports
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal
from hanse.config.references import Reference
from hanse.config.store import documents, indexes
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message, message_of


def taken_values(
    view: TransactionView, kind: str, id_: str, values: Iterable[tuple[str, str, str, str]]
) -> Iterator[FieldError]:
    """Find unique values of a document, from `bodies.unique_values`, that another document has."""
    for field, value, path, refusal in values:
        if indexes.holder_of(view.connection, kind, field, value) not in (None, id_):
            yield FieldError(refusal, path, "value_in_use")


def missing_targets(
    view: TransactionView, kind: str, id_: str, references: Sequence[Reference]
) -> Iterator[FieldError]:
    """Find references of a document without a target."""
    there = documents.present(view.connection, (name for each in references for name in each.names))
    for reference in references:
        # A document may refer to itself before it exists.
        if (reference.target_kind, reference.target_id) == (kind, id_):
            continue
        problem = problem_of(reference, view.registry, lambda target, named: (target.kind, named) in there)
        if problem is not None:
            yield problem


def referrer_errors(view: TransactionView, ports: Ports, resource: Resource[Any], id_: str) -> Iterator[FieldError]:
    """Check a changed document with the rules of documents that refer to it and depend on its content."""
    for kind, user in _readers(view, resource, id_):
        referrer = view.registry.by_kind(kind)
        model, stored = view.model(referrer, user), view.get(referrer, user)
        proposal = Proposal(model, model, view, ports)
        for error in (found for rule in referrer.saving.rules for found in rule(proposal)):
            who = view.registry.name_of(kind, user, bodies.name_of(referrer, user, stored.body))
            text = message("{document}: {problem}", document=who, problem=message_of(error.message))
            yield FieldError(text, None, error.error_id)


def _readers(view: TransactionView, resource: Resource[Any], id_: str) -> Iterator[tuple[str, str]]:
    """Yield kind and id of the documents whose rules read a document to which they refer, each once.

    A document that reads documents of its own kind inherits from them, and others may inherit from it.
    """
    seen, waiting = {(resource.kind, id_)}, [(resource.kind, id_)]
    while waiting:
        kind, changed = waiting.pop(0)
        read = view.registry.by_kind(kind)
        for usage in view.used_by(read, changed):
            referrer = view.registry.by_kind(usage.kind)
            if read in referrer.saving.reads and (usage.kind, usage.id) not in seen:
                seen.add((usage.kind, usage.id))
                yield usage.kind, usage.id
                if usage.kind == kind:
                    waiting.append((usage.kind, usage.id))
