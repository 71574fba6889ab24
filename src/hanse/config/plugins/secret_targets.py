"""Keeps stored secrets of plug-in instances from being sent to other servers than those that they were entered for.

A form names the fields that determine where the secrets of its instances are sent (`Form.secret_target`), and a table
the columns that determine where the secrets of a row are sent (`Table.secret_target`).
Administrators who may change an instance need not know its secrets, and must not learn them by naming a server of their
own. They also see encrypted secrets in answers of the API, so an encrypted secret that is sent is treated like a stored
one.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hanse.config.declare.handles import Handle
from hanse.config.declare.plugin_fields import Field, Form
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.inheritance import ancestors, merged
from hanse.config.plugins.model import (
    ConfigField,
    ConfigRow,
    ConfigTable,
    PluginConfiguration,
    PluginInstance,
    plugin_id_of,
)
from hanse.config.secrets.keyring import BrokenSeal
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message

I = TypeVar("I", bound=PluginInstance)  # noqa: E741 - an instance.
_REFUSAL = "Enter this secret again. The change would send it to another server."


@dataclass(frozen=True)
class _SentSecret:
    """A sealed secret of an instance, and the values that determine to which server it is sent."""

    # The table and the row; an empty name for a field of the instance itself.
    table: str
    row: int
    name: str
    sealed: str
    target: tuple[str, ...]


def check_secret_targets(proposal: Proposal[I], form: Form, resource: Handle[Any]) -> Iterator[FieldError]:
    """Find stored or encrypted secrets that would be sent to another server than before."""
    if not form.secret_target and not any(table.secret_target for table in form.tables):
        return
    new, view = proposal.new, proposal.view
    # Read from the view, because an import does not keep secrets that it leaves out.
    own = with_kept_secrets(new.configuration, _stored(view, resource, new.id), form)
    above = [each.configuration for each in ancestors(view, resource, new)]
    secrets = list(_sent_secrets(merged([own, *above], form), form))
    known = _stored_secrets(view, resource, form) if secrets else []
    for secret in secrets:
        same = (each for each in known if each.target == secret.target and _is_same(view, resource, each, secret))
        if not any(True for _each in same):
            yield FieldError(_REFUSAL, _path(new.configuration, secret), "required_field")
    yield from _check_heirs(proposal, form, resource)


def _stored(view: View, resource: Handle[Any], id_: str | None) -> PluginInstance | None:
    return view.model(resource, id_) if id_ is not None and view.has(resource, id_) else None


def with_kept_secrets(new: PluginConfiguration, old: PluginInstance | None, form: Form) -> PluginConfiguration:
    """Return a configuration with the stored secrets in place of those that the client left blank."""
    if old is None:
        return new
    before = {table.name: table.rows for table in old.configuration.tables}

    def rows(table: ConfigTable) -> list[ConfigRow]:
        columns, stored = _columns(form, table.name), before.get(table.name, [])
        # Rows have no names. They correspond to the stored ones only if none was added or removed.
        if len(stored) != len(table.rows):
            return table.rows
        return [
            row.model_copy(update={"fields": _kept(row.fields, there.fields, columns)})
            for row, there in zip(table.rows, stored, strict=True)
        ]

    return new.model_copy(
        update={
            "fields": _kept(new.fields, old.configuration.fields, form.fields),
            "tables": [table.model_copy(update={"rows": rows(table)}) for table in new.tables],
        }
    )


def _kept(new: Sequence[ConfigField], old: Sequence[ConfigField], declared: Sequence[Field]) -> list[ConfigField]:
    stored = {field.name: field for field in old}
    secrets = {field.name for field in declared if field.is_secret}

    def whole(field: ConfigField) -> ConfigField:
        is_blank = field.name in secrets and not field.inherited and not field.value and field.encrypted_value is None
        return stored.get(field.name, field) if is_blank else field

    return [whole(field) for field in new]


def _columns(form: Form, table: str) -> Sequence[Field]:
    return next((each.columns for each in form.tables if each.name == table), ())


def _sent_secrets(whole: PluginConfiguration, form: Form) -> Iterator[_SentSecret]:
    """Yield the sealed secrets of an instance's fields and of the rows of its tables."""
    holders = [("", 0, whole.fields, form.fields, form.secret_target or ())]
    tables = {table.name: table.rows for table in whole.tables}
    for table in form.tables:
        rows = enumerate(tables.get(table.name, []))
        holders += [(table.name, index, row.fields, table.columns, table.secret_target or ()) for index, row in rows]
    for name, row, fields, declared, target in holders:
        sealed = list(_sealed_secrets(fields, declared)) if target else []
        # The rows of a table may determine where the secrets of the fields are sent, but not the other way round.
        to = _target(fields, declared, target, () if name else whole.tables) if sealed else ()
        for field in sealed:
            yield _SentSecret(name, row, field.name, field.encrypted_value or "", to)


def _sealed_secrets(fields: Sequence[ConfigField], declared: Sequence[Field]) -> Iterator[ConfigField]:
    secrets = {field.name for field in declared if field.is_secret}
    return (each for each in fields if each.name in secrets and not each.value and each.encrypted_value)


def _target(
    fields: Sequence[ConfigField], declared: Sequence[Field], target: Sequence[str], tables: Sequence[ConfigTable] = ()
) -> tuple[str, ...]:
    values = {field.name: field.default or "" for field in declared}
    values |= {field.name: field.value for field in fields if field.value}
    values |= {table.name: _rows(table) for table in tables}
    conditions = {field.name: field.only_with for field in declared}

    def applies(name: str) -> bool:
        return all(values[other] in wanted or "*" in wanted for other, wanted in conditions.get(name, {}).items())

    # A field that does not apply has no effect on where the secret is sent. Forms send it differently from scripts.
    return tuple(values.get(name, "") if applies(name) else "" for name in target)


def _rows(table: ConfigTable) -> str:
    """Return the values of a table in a form that differs for different values."""
    return json.dumps([[[field.name, field.value or ""] for field in row.fields] for row in table.rows])


def _stored_secrets(view: View, resource: Handle[Any], form: Form) -> list[_SentSecret]:
    """Return the secrets of all stored instances, with the servers to which they are sent."""
    found: list[_SentSecret] = []
    for stored in view.everything(resource):
        if not plugin_id_of(stored.body):
            continue
        instance = view.model(resource, stored.id)
        generations = [instance, *ancestors(view, resource, instance)]
        found += _sent_secrets(merged([each.configuration for each in generations], form), form)
    return found


def _is_same(view: View, resource: Handle[Any], kept: _SentSecret, secret: _SentSecret) -> bool:
    if (kept.table, kept.name) != (secret.table, secret.name):
        return False
    if kept.sealed == secret.sealed:
        return True
    try:
        # After a rotation of encryption keys, clients may send a secret as they read it before.
        return _opened(view, resource, kept) == _opened(view, resource, secret)
    except BrokenSeal:
        # The save itself refuses what cannot be decrypted.
        return False


def _opened(view: View, resource: Handle[Any], secret: _SentSecret) -> str | None:
    fields = {"fields": [{"encryptedValue": secret.sealed}]}
    if not secret.table:
        return view.secret(
            resource, StoredDocument("", {"configuration": fields}, 0), "configuration", "fields", 0, "value"
        )
    body = {"configuration": {"tables": [{"rows": [fields]}]}}
    way = ("configuration", "tables", 0, "rows", 0, "fields", 0, "value")
    return view.secret(resource, StoredDocument("", body, 0), *way)


def _path(configuration: PluginConfiguration, secret: _SentSecret) -> str:
    """Return the path of the secret; that of the fields or tables if the instance has it from its parent."""
    fields, path = configuration.fields, "configuration.fields"
    if secret.table:
        own = enumerate(configuration.tables)
        index = next((index for index, each in own if each.name == secret.table and not each.inherited), None)
        if index is None:
            return "configuration.tables"
        fields = configuration.tables[index].rows[secret.row].fields
        path = f"configuration.tables[{index}].rows[{secret.row}].fields"
    at = next((index for index, field in enumerate(fields) if field.name == secret.name), None)
    return path if at is None else f"{path}[{at}].value"


def _check_heirs(proposal: Proposal[I], form: Form, resource: Handle[Any]) -> Iterator[FieldError]:
    """Find instances with secrets of their own that inherit the server from the changed instance.

    Tables are inherited as a whole, so that a row never has a secret without its server.
    """
    new, view = proposal.new, proposal.view
    if proposal.old is None or not form.secret_target:
        return
    target = form.secret_target
    for stored in view.everything(resource):
        if not plugin_id_of(stored.body):
            continue
        heir = view.model(resource, stored.id)
        parents = list(ancestors(view, resource, heir))
        if heir.id == new.id or all(parent.id != new.id for parent in parents):
            continue
        changed = [new if parent.id == new.id else parent for parent in parents]
        wholes = (merged([each.configuration for each in (heir, *line)], form) for line in (parents, changed))
        before, after = (_target(each.fields, form.fields, target, each.tables) for each in wholes)
        if before != after and any(_sealed_secrets(heir.configuration.fields, form.fields)):
            text = message(
                "The instance {name} inherits this and has a secret of its own, which the change would send to another"
                " server.",
                name=heir.name or heir.id or "",
            )
            yield FieldError(text, "configuration.fields", "secret_target")
