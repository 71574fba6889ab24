"""Replaces the configuration by a bundle, in one revision or not at all."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from hanse.config.bundle.check import BundleContents, read_contents, reference_errors, uniqueness_errors
from hanse.config.bundle.document import Bundle, ExportedKey, Progress, no_progress
from hanse.config.bundle.export import exported_resources
from hanse.config.change import bodies
from hanse.config.change.change import BulkReplacement, Change
from hanse.config.change.expressions import expression_errors
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal
from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import EncryptionKey, Keyring, unwrap
from hanse.config.secrets.masterkey import MasterKeyError
from hanse.kit.errors import FieldError, ValidationFailed


@dataclass(frozen=True)
class ImportResult:
    """The result of an import: its revision, if it changed anything, and the numbers of documents and changes."""

    revision: int | None
    documents: int
    changed: int


def import_(
    configuration: Configuration,
    bundle: Bundle,
    author: Author,
    *,
    source_master_key: bytes | None = None,
    progress: Progress = no_progress,
) -> ImportResult:
    """Replace the configuration; raises ValidationFailed with every finding, and then nothing has changed.

    `source_master_key` is the master key of the server that made the export, if it is not this server's.
    """

    def act(change: Change, keyring: Keyring) -> ImportResult:
        _add_keys(change, keyring, bundle.encryption_keys, source_master_key)
        contents = read_contents(bundle, change.registry, change.secrets, progress)
        contents.errors += uniqueness_errors(contents, change.registry)
        contents.errors += reference_errors(contents, change)
        _refuse(contents.errors)
        # Passwords in clear text are hashed while others may write; then the import is repeated.
        change.secrets.settle()
        before = {
            resource.kind: {stored.id: stored for stored in change.everything(resource)}
            for resource in exported_resources(change.registry)
        }
        connections = change.connections()
        changed = _write(change, contents, before, progress)
        if change.connections() > connections:
            # Checked as for the creation of the last connection; an import that adds none is never refused because of
            # the license.
            _refuse(
                [replace(error, field_path="documents") for error in change.license_errors(change.connections() - 1)]
            )
        # Rules read other documents through the view, so they run only after all documents are written.
        _refuse(list(_rule_errors(change, contents, before)))
        found = sum(len(items) for items in contents.items.values())
        return ImportResult(change.number, found, changed)

    return configuration.change_keys(author, act)


def _refuse(errors: list[FieldError]) -> None:
    if errors:
        raise ValidationFailed(errors, "The configuration cannot be imported; nothing has been changed.")


def _add_keys(change: Change, keyring: Keyring, keys: list[ExportedKey], master_key: bytes | None) -> None:
    errors = []
    own = keyring.keys()
    present = {key.key_id: key for key in own}
    for index, key in enumerate(keys):
        path = f"encryptionKeys[{index}]"
        wrapped = EncryptionKey(key.key_id, key.creation_date, key.wrapped_key)
        try:
            clear = keyring.unwrap(wrapped) if master_key is None else unwrap(master_key, wrapped)
        except MasterKeyError:
            errors.append(FieldError(_foreign_key_message(given=master_key is not None), path, "other_master_key"))
            continue
        if key.key_id not in present:
            keyring.add_for_opening(change.connection, keyring.wrap(key.key_id, key.creation_date, clear))
        elif keyring.unwrap(present[key.key_id]) != clear:
            errors.append(
                FieldError("This server already has a different key with this ID.", f"{path}.keyId", "id_in_use")
            )
    _refuse(errors)


def _foreign_key_message(*, given: bool) -> str:
    if given:
        return (
            "This configuration was exported with another master key. Provide the master key file of the server "
            "that it comes from."
        )
    return (
        "This configuration was exported with another master key than this server's. Also provide the master "
        "key file of the server that it comes from."
    )


def _write(
    change: Change, contents: BundleContents, before: dict[str, dict[str, StoredDocument]], progress: Progress
) -> int:
    kinds = []
    for position, (kind, old) in enumerate(before.items(), start=1):
        resource = change.registry.by_kind(kind)
        for item in contents.of(kind).values():
            bodies.sort_sets(resource, item.body)
        new = {item.id: item.body for item in contents.of(kind).values()}
        kinds.append(BulkReplacement(resource, old, new))
        progress("Writing", position, len(before))
    return change.overwrite(*kinds)


def _rule_errors(
    change: Change, contents: BundleContents, before: dict[str, dict[str, StoredDocument]]
) -> Iterator[FieldError]:
    for kind, old in before.items():
        resource = change.registry.by_kind(kind)
        for item in contents.of(kind).values():
            stored = old.get(item.id)
            old_body = None if stored is None else stored.body
            refused = expression_errors(resource, item.body, old_body, change.author.principal)
            yield from (error.below(item.path) for error in refused)
        if resource.saving.rules:
            for item in contents.of(kind).values():
                model_before = _model(resource, old.get(item.id))
                proposal = Proposal(item.model, model_before, change, change.ports)
                yield from (error.below(item.path) for rule in resource.saving.rules for error in rule(proposal))
        for gone in old.keys() - contents.of(kind).keys() if resource.deletion.rules else ():
            model = _model(resource, old[gone])
            errors = [error for rule in resource.deletion.rules for error in rule(model, change)]
            yield from (FieldError(f"'{gone}': {e.message}", f"documents.{kind}", e.error_id) for e in errors)


def _model(resource: Resource[Any], stored: StoredDocument | None) -> Any:
    return None if stored is None else parse_stored(resource.model, stored.body)
