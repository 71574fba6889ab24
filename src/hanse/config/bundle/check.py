"""Finds errors in a bundle before anything is written."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hanse.config.bundle.document import Bundle, Progress
from hanse.config.canonical_json import to_text
from hanse.config.change import bodies
from hanse.config.change.reference_checks import problem_of, references_of
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse_sent, to_body
from hanse.config.secrets.secret_fields import SecretFields
from hanse.config.store import documents
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message

Body = dict[str, Any]


@dataclass
class BundleItem:
    """A document of a bundle: its path, its model and its body with secrets sealed."""

    path: str
    id: str
    model: ConfigModel
    body: Body


@dataclass
class BundleContents:
    """The documents of a bundle, by resource and id, and its errors."""

    items: dict[str, dict[str, BundleItem]] = field(default_factory=dict)
    # Documents with errors; references to them are not reported in addition.
    unread: set[tuple[str, str]] = field(default_factory=set)
    errors: list[FieldError] = field(default_factory=list)

    def of(self, kind: str) -> dict[str, BundleItem]:
        """Return a kind's documents by their ids."""
        return self.items.get(kind, {})


def read_contents(bundle: Bundle, registry: Registry, secrets: SecretFields, progress: Progress) -> BundleContents:
    """Read every body through its resource's model and seal or check its secrets."""
    contents = BundleContents()
    total = sum(len(found) for found in bundle.documents.values())
    done = 0
    for kind, found in bundle.documents.items():
        if not registry.knows(kind) or not registry.by_kind(kind).deployment.exported:
            message = "This kind of configuration is unknown, or cannot be imported."
            contents.errors.append(FieldError(message, f"documents.{kind}", "unknown_kind"))
            continue
        contents.items[kind] = {}
        for index, body in enumerate(found):
            try:
                _read_one(contents, registry.by_kind(kind), f"documents.{kind}[{index}]", body, secrets)
            except ValidationFailed as failure:
                contents.errors += [error.below(f"documents.{kind}[{index}]") for error in failure.errors]
                contents.unread.add((kind, str(body.get(registry.by_kind(kind).ids.member))))
            done += 1
            progress("Checking", done, total)
    return contents


def _read_one(contents: BundleContents, resource: Resource[Any], path: str, body: Body, secrets: SecretFields) -> None:
    current = body if resource.storage.upgrade is None else resource.storage.upgrade(body)
    model = parse_sent(resource.model, to_text(current).encode())
    read = to_body(model)
    if not resource.is_singleton and not read.get(resource.ids.member):
        raise ValidationFailed([FieldError("This field is required.", resource.ids.member, "required_field")])
    id_ = resource.id_of(read)
    if resource.is_singleton and contents.items[resource.kind]:
        raise ValidationFailed([FieldError(message("Only one {title} can exist.", title=message(resource.text.title)))])
    if id_ in contents.items[resource.kind]:
        raise ValidationFailed([FieldError(resource.ids.in_use, resource.ids.member, "id_in_use")])
    secrets.seal(resource.kind, resource.model, read, None, resource.storage.is_secret, resource.storage.digest_of)
    contents.items[resource.kind][id_] = BundleItem(path, id_, model, read)


def uniqueness_errors(contents: BundleContents, registry: Registry) -> Iterator[FieldError]:
    """Find values that must be unique and that two documents of a kind have."""
    for kind, items in contents.items.items():
        holders: dict[tuple[str, str], str] = {}
        for item in items.values():
            for name, value, path, refusal in bodies.unique_values(registry.by_kind(kind), item.body):
                if holders.setdefault((name, value), item.id) != item.id:
                    yield FieldError(refusal, path, "value_in_use").below(item.path)


def reference_errors(contents: BundleContents, view: TransactionView) -> Iterator[FieldError]:
    """Find references to missing documents, in the bundle and in the kinds that the import leaves unchanged."""
    registry = view.registry
    will_exist = partial(_will_exist, contents, view)
    for kind, items in contents.items.items():
        for item in items.values():
            for reference in references_of(registry.by_kind(kind), item.body, registry):
                problem = problem_of(reference, registry, will_exist)
                if problem is not None:
                    yield problem.below(item.path)
    for resource in registry:
        if not resource.deployment.exported:
            yield from _stranded(contents, view, resource)


def _stranded(contents: BundleContents, view: TransactionView, resource: Resource[Any]) -> Iterator[FieldError]:
    for stored in view.everything(resource):
        for reference in references_of(resource, stored.body, view.registry):
            if problem_of(reference, view.registry, partial(_will_exist, contents, view)) is not None:
                target = view.registry.by_kind(reference.target_kind)
                text = message(
                    "{called} '{target_id}' is missing, and {called2} uses it.",
                    called=target.called,
                    target_id=reference.target_id,
                    called2=resource.called,
                )
                yield FieldError(text, f"documents.{target.kind}", "resource_in_use")


def _will_exist(contents: BundleContents, view: TransactionView, target: Resource[Any], id_: str) -> bool:
    if target.implies(id_):
        return True
    if not target.deployment.exported:
        return documents.exists(view.connection, target.kind, id_)
    return id_ in contents.of(target.kind) or (target.kind, id_) in contents.unread
