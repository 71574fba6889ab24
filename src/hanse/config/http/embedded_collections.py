"""Collections that are also embedded as lists in a singleton's body, for clients that manage a whole area in one body.

The documents stay in their collections. Reads include them in the body unless there are too many; a save with a list
replaces the whole collection in the same transaction, and a save without it leaves the collection unchanged. If people
put the collection in order (`ListOptions.position`), the order is that of the list. This is for resources without
secrets, whose `prepare` only sets the position.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import Field, create_model

from hanse.config import revision_log
from hanse.config.change import bodies
from hanse.config.change.change import BulkReplacement, Change
from hanse.config.change.expressions import expression_errors
from hanse.config.change.reference_checks import problem_of, references_of
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal
from hanse.config.declare.validation import parse_stored, to_body
from hanse.config.http.operation import Call, OperationResult
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed

Lists = Mapping[str, list[ConfigModel]]
MAXIMUM = 5000
# Space for five thousand large entries.
BODY_LIMIT = 8 * 1024 * 1024


def model_with_lists(resource: Resource[Any]) -> type[ConfigModel]:
    """Return the model for clients: the resource's own, and a list for each collection."""
    lists = tuple((member, target.model, _help(target)) for member, target in resource.embedded)
    model: type[ConfigModel] = resource.model
    return _model_with(model, lists) if lists else resource.shown_model


@cache
def _model_with(model: type[ConfigModel], lists: tuple[tuple[str, type[ConfigModel], str], ...]) -> type[ConfigModel]:
    fields: dict[str, Any] = {
        _attribute(member): (
            list[item] | None,  # type: ignore[valid-type]  # The model is a value here.
            Field(default=None, max_length=MAXIMUM, alias=member, description=help_),
        )
        for member, item, help_ in lists
    }
    return create_model(model.__name__, __base__=model, __doc__=model.__doc__, **fields)


def answer(resource: Resource[Any], call: Call, stored: StoredDocument) -> OperationResult:
    """Return the body for clients, with the number of the newest revision of its parts."""
    lists = _lists_of(resource, call.view, call.ports.get(Clock).now())
    return OperationResult({**stored.body, **lists}, revision=_revision_of(resource, call.view, stored))


def replace(
    change: Change, resource: Resource[Any], model: ConfigModel, expected: Collection[int] | None
) -> StoredDocument:
    """Store a body and the lists in it; raises Conflict and ValidationFailed, after which the caller rolls back."""
    old = change.get(resource, resource.singleton_id)
    own, lists = _split(resource, model)
    newest = _revision_of(resource, change, old) if lists else old.revision
    # The revision of the body is that of its newest part. Collections that the client omitted are not replaced.
    is_seen = expected is not None and any(number >= newest for number in expected)
    # The body may refer to new items of its lists, but not to removed ones, so it is saved between additions and
    # removals.
    check = _put_lists(change, resource, lists)
    stored = change.replace(resource, old.id, own, {old.revision} if is_seen else expected and {-1})
    check()
    return stored


def _split(resource: Resource[Any], model: ConfigModel) -> tuple[ConfigModel, Lists]:
    sent = {member: getattr(model, _attribute(member)) for member, _ in resource.embedded}
    body = {name: value for name, value in to_body(model).items() if name not in sent}
    own = parse_stored(resource.model, body)
    return own, {member: found for member, found in sent.items() if found is not None}


def _lists_of(resource: Resource[Any], view: TransactionView, now: datetime) -> dict[str, list[dict[str, Any]]]:
    if _total(resource, view) > MAXIMUM:
        return {}
    return {member: _shown(target, view, now) for member, target in resource.embedded}


def _shown(target: Resource[Any], view: TransactionView, now: datetime) -> list[dict[str, Any]]:
    everything = view.everything(target)
    if (place := target.lists.position) is not None:
        everything = iter(sorted(everything, key=lambda stored: int(stored.body.get(place) or 0)))
    return [target.shown(stored.body, now) for stored in everything]


def _revision_of(resource: Resource[Any], view: TransactionView, stored: StoredDocument) -> int:
    return max(
        stored.revision, revision_log.latest_of(view.connection, [target.kind for _, target in resource.embedded])
    )


def _put_lists(change: Change, resource: Resource[Any], lists: Lists) -> Callable[[], None]:
    """Replace the collections by the lists; return a function that checks them, and raises ValidationFailed."""
    before = {
        member: {stored.id: stored for stored in change.everything(target)}
        for member, target in resource.embedded
        if member in lists
    }
    new = {
        member: _bodies(change, target, member, lists[member])
        for member, target in resource.embedded
        if member in lists
    }
    targets = dict(resource.embedded)
    change.overwrite(*(BulkReplacement(targets[member], before[member], found) for member, found in new.items()))

    def check() -> None:
        # Their consistency can be checked only after all of them are written.
        errors = [error for member in new for error in _errors(change, targets[member], member, lists, before[member])]
        for member, found in new.items():
            errors += _in_use(change, targets[member], member, before[member].keys() - found.keys())
        if _total(resource, change) > MAXIMUM and lists:
            message = f"This body can contain at most {MAXIMUM:,} entries. Use the separate collections for more."
            errors.append(FieldError(message, next(iter(lists)), "too_many_values"))
        if errors:
            raise ValidationFailed(errors)

    return check


def _bodies(change: Change, target: Resource[Any], member: str, models: list[ConfigModel]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    unique: set[tuple[str, str]] = set()
    errors = []
    for index, model in enumerate(models):
        body = to_body(model)
        bodies.sort_sets(target, body)
        if target.lists.position is not None:
            body[target.lists.position] = index + 1
        if not body.get(target.ids.member):
            body[target.ids.member] = change.new_id()
        for field, value, path, message in bodies.unique_values(target, body):
            if (field, value) in unique:
                errors.append(FieldError(message, f"{member}[{index}].{path}", "value_in_use"))
            unique.add((field, value))
        if target.id_of(body) in found:
            errors.append(FieldError(target.ids.in_use, f"{member}[{index}].{target.ids.member}", "id_in_use"))
        found[target.id_of(body)] = body
    if errors:
        raise ValidationFailed(errors)
    return found


def _errors(
    change: Change, target: Resource[Any], member: str, lists: Lists, before: Mapping[str, StoredDocument]
) -> Iterator[FieldError]:
    for index, model in enumerate(lists[member]):
        body = to_body(model)
        path, old = f"{member}[{index}]", before.get(str(body.get(target.ids.member)))
        old_model = None if old is None else parse_stored(target.model, old.body)
        proposal = Proposal(model, old_model, change, change.ports)
        yield from (error.below(path) for rule in target.saving.rules for error in rule(proposal))
        refused = expression_errors(target, body, None if old is None else old.body, change.author.principal)
        yield from (error.below(path) for error in refused)
        for reference in references_of(target, body, change.registry):
            problem = problem_of(reference, change.registry, change.has)
            if problem is not None:
                yield problem.below(path)


def _in_use(change: Change, target: Resource[Any], member: str, gone: set[str]) -> Iterator[FieldError]:
    for id_ in sorted(gone):
        # The entries of the lists no longer refer to it, or have a finding at their own path.
        if change.used_by(target, id_) and not target.implies(id_):
            yield FieldError(f"'{id_}': {target.deletion.in_use or 'It is in use.'}", member, "resource_in_use")


def _total(resource: Resource[Any], view: TransactionView) -> int:
    return sum(view.count(target) for _, target in resource.embedded)


def _help(target: Resource[Any]) -> str:
    return (
        f"{target.text.description} Left out, they stay as they are. Answers have them as long as they and the other "
        f"lists have at most {MAXIMUM:,} entries together."
    )


def _attribute(member: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in member)
