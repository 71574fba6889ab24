"""The declaration of a plug-in: names, fields and defaults, whatever its kind."""

from collections.abc import Iterator, Sequence
from typing import Any

from hanse.config.declare.plugin_fields import CHOOSING, Field, FieldType
from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial, is_plain_line

_LONGEST_NAME = 256
_LONGEST_ID = 200


def check_declaration(plugin: Plugin[Any], trial: PluginTrial) -> None:
    """Find fields that no instance could have, or whose defaults are refused."""
    is_id = is_plain_line(plugin.id, _LONGEST_ID) and plugin.id.isascii() and plugin.id and " " not in plugin.id
    trial.expect(bool(is_id), f"The id {plugin.id!r} is not an ASCII text without spaces.")
    trial.expect(
        bool(plugin.name) and is_plain_line(plugin.name, _LONGEST_NAME), "The plug-in does not have a name of one line."
    )
    _check_unique(trial, "field", [each.name for each in plugin.form.fields])
    _check_unique(trial, "table", [each.name for each in plugin.form.tables])
    for table in plugin.form.tables:
        _check_unique(trial, f"column of {table.name!r}", [each.name for each in table.columns])
    _check_unique(trial, "attribute", plugin.attribute_contract)
    _check_unique(trial, "action", [each.id for each in plugin.actions])
    tables = [table.name for table in plugin.form.tables]
    _check_secrets(trial, "form", plugin.form.fields, plugin.form.secret_target, tables)
    for table in plugin.form.tables:
        _check_secrets(trial, f"table {table.name!r}", table.columns, table.secret_target)
    known = {each.name for each in plugin.form.fields}
    for where, each in _fields_of(plugin):
        _check_field(trial, where, each)
    for each in plugin.form.fields:
        unknown = sorted(each.only_with.keys() - known)
        trial.expect(not unknown, f"The field {each.name!r} depends on fields that do not exist: {unknown}.")
    if plugin.pages is not None:
        trial.expect(plugin.pages.is_dir(), f"There is no folder {plugin.pages} for the pages.")
    if plugin.pseudonym:
        message = f"The pseudonym {plugin.pseudonym!r} is not an attribute of the contract."
        trial.expect(plugin.pseudonym in plugin.attribute_contract, message)


def _fields_of(plugin: Plugin[Any]) -> Iterator[tuple[str, Field]]:
    yield from (("field", each) for each in plugin.form.fields)
    for table in plugin.form.tables:
        yield from ((f"column of {table.name!r}", each) for each in table.columns)


def _check_field(trial: PluginTrial, where: str, field: Field) -> None:
    what = f"The {where} {field.name!r}"
    trial.expect(
        bool(field.name) and is_plain_line(field.name, _LONGEST_NAME), f"{what} does not have a name of one line."
    )
    trial.expect(bool(field.description.strip()), f"{what} has no description.")
    if field.default is not None and field.default != "":
        trial.expect(field.errors(field.default) is None, f"{what} refuses its own default.")
    if field.type in CHOOSING:
        trial.expect(bool(field.options or field.reference), f"{what} has no options.")
        values = [each.value for each in field.options]
        trial.expect(len(set(values)) == len(values), f"{what} has the same option twice.")
    trial.expect(
        not (field.encrypted and field.type is not FieldType.TEXT), f"{what} is encrypted and not of the type TEXT."
    )
    for text in HOSTILE_TEXTS[1:]:
        error = trial.call(f"The check of the {where} {field.name!r}", field.errors, text)
        trial.expect(error is None or isinstance(error, str), f"{what}: its check returns neither a string nor None.")


def _check_secrets(
    trial: PluginTrial,
    where: str,
    fields: Sequence[Field],
    target: tuple[str, ...] | None,
    tables: Sequence[str] = (),
) -> None:
    """Find secrets of which the declaration does not say whether and where they are sent."""
    has_secret = any(each.encrypted for each in fields)
    trial.expect(
        target is not None or not has_secret,
        f"The {where} has secrets. Name the fields that determine where they are sent, or none (secret_target).",
    )
    unknown = sorted(set(target or ()) - {each.name for each in fields} - set(tables))
    trial.expect(not unknown, f"The {where} sends its secrets to fields that do not exist: {unknown}.")


def _check_unique(trial: PluginTrial, what: str, names: Sequence[str]) -> None:
    trial.expect(len(set(names)) == len(names), f"A name occurs twice: {what}.")
