"""Rules derived from a plug-in's form: findings by path, secret fields, and references."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from hanse.config.declare.fields import PASSWORD_DIGEST, ConfigModel, HoldsExpression, SecretDigest
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import Referral
from hanse.config.declare.plugin_fields import ExpressionKind, Field, FieldType, Form, Table
from hanse.config.declare.rules import Proposal
from hanse.config.plugins.inheritance import ancestors, check_parents, merged
from hanse.config.plugins.model import ConfigField, ConfigTable, PluginConfiguration, PluginInstance, plugin_id_of
from hanse.config.plugins.plugin import Plugin, PluginSet, SettingRefused, Settings
from hanse.config.plugins.secret_targets import check_secret_targets
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message

I = TypeVar("I", bound=PluginInstance)  # noqa: E741 - an instance.
UNKNOWN_PLUGIN = "This plug-in is not installed."
NO_PARENT = "Select a parent instance to inherit this from."


@cache
def nothing_set() -> PluginConfiguration:
    """Return an empty configuration.

    It is not a constant, because building the first one builds the model's validators, which would delay the start.
    """
    return PluginConfiguration(fields=[], tables=[])


def check_instance(proposal: Proposal[I], plugins: PluginSet[Any], resource: Handle[Any]) -> Iterator[FieldError]:
    """Find all errors of an instance: those of the plug-in's form, and then those that the plug-in itself reports."""
    new = proposal.new
    if proposal.old is not None and proposal.old.plugin_descriptor_ref != new.plugin_descriptor_ref:
        yield FieldError("The type of an instance cannot be changed.", "pluginDescriptorRef", "immutable_field")
        return
    plugin = plugins.get(new.plugin_descriptor_ref.id)
    if plugin is None:
        yield FieldError(UNKNOWN_PLUGIN, "pluginDescriptorRef", "reference_not_found")
        return
    parents = tuple(ancestors(proposal.view, resource, new))
    wrong = list(check_parents(new, parents))
    yield from wrong
    # The values of an invalid parent are ignored.
    above = merged([parent.configuration for parent in parents], plugin.form) if parents and not wrong else None
    old = proposal.old.configuration if proposal.old is not None else nothing_set()
    found = list(_check_form(new.configuration, old, plugin.form, above))
    yield from found
    if not found and not wrong:
        yield from check_secret_targets(proposal, plugin.form, resource)
        yield from _check_whole(new, old, above or nothing_set(), plugin)


def _check_form(
    new: PluginConfiguration, old: PluginConfiguration, form: Form, above: PluginConfiguration | None
) -> Iterator[FieldError]:
    parents_fields = above.fields if above is not None else None
    yield from _check_fields(new.fields, old.fields, form.fields, "configuration.fields", parents_fields)
    for index, table in enumerate(new.tables):
        declared = next((each for each in form.tables if each.name == table.name), None)
        path = f"configuration.tables[{index}]"
        if declared is None:
            yield FieldError("The plug-in has no table with this name.", f"{path}.name", "unknown_field")
        elif [each.name for each in new.tables].index(table.name) != index:
            yield FieldError("Enter this table only once.", f"{path}.name", "value_in_use")
        elif not table.inherited:
            yield from _check_rows(table, old, declared, path)
        elif above is None:
            yield FieldError(NO_PARENT, f"{path}.inherited", "no_parent")
    there = {table.name for table in new.tables if not table.inherited}
    there |= {table.name for table in above.tables} if above is not None else set()
    for declared in form.tables:
        if declared.require_default_row and declared.name not in there:
            text = message("{field} needs a row.", field=message(declared.label or declared.name))
            yield FieldError(text, "configuration.tables", "required_field")


def _check_rows(table: ConfigTable, old: PluginConfiguration, declared: Table, path: str) -> Iterator[FieldError]:
    before = next((each.rows for each in old.tables if each.name == table.name), [])
    for index, row in enumerate(table.rows):
        kept = before[index].fields if len(before) == len(table.rows) else []
        place = f"{path}.rows[{index}].fields"
        yield from _check_fields(row.fields, kept, declared.columns, place, None)
        given = {field.name: field.value for field in row.fields if field.value}
        at = {field.name: number for number, field in enumerate(row.fields)}
        for name, refusal in declared.check(given):
            yield FieldError(refusal, f"{place}[{at[name]}].value" if name in at else place)
    yield from _check_repeated(table, declared, path)
    defaults = sum(bool(row.default_row) for row in table.rows)
    if declared.require_default_row and defaults != 1:
        yield FieldError("Mark one row as the default.", f"{path}.rows", "required_field")


def _check_repeated(table: ConfigTable, declared: Table, path: str) -> Iterator[FieldError]:
    for column in declared.columns:
        seen: set[str] = set()
        for index, row in enumerate(table.rows) if column.unique else ():
            for number, field in enumerate(row.fields):
                if field.name == column.name and field.value:
                    if field.value in seen:
                        place = f"{path}.rows[{index}].fields[{number}].value"
                        yield FieldError(column.unique, place, "value_in_use")
                    seen.add(field.value)


def _check_fields(
    new: Sequence[ConfigField],
    old: Sequence[ConfigField],
    declared: Sequence[Field],
    path: str,
    above: Sequence[ConfigField] | None,
) -> Iterator[FieldError]:
    """Find errors in fields; `above` are the parent's values, and None without a parent."""
    by_name = {field.name: field for field in declared}
    names = Counter(field.name for field in new)
    taken = {field.name for field in above or () if field.value or field.encrypted_value}
    # A blank secret keeps the stored one, or the parent's.
    kept = taken | {field.name for field in old if field.encrypted_value}
    for index, field in enumerate(new):
        place, known = f"{path}[{index}]", by_name.get(field.name)
        if known is None:
            yield FieldError("The plug-in has no field with this name.", f"{place}.name", "unknown_field")
        elif names[field.name] > 1:
            yield FieldError("Enter this field only once.", f"{place}.name", "value_in_use")
        elif field.inherited:
            yield from () if above is not None else (FieldError(NO_PARENT, f"{place}.inherited", "no_parent"),)
        else:
            yield from _check_value(field, known, place, is_kept=known.is_secret and field.name in kept)
    left_out = by_name.keys() - {field.name for field in new if not field.inherited} - taken
    for known in declared:
        if known.required and known.default is None and known.name in left_out:
            yield FieldError(
                message("{field} is required.", field=message(known.label or known.name)), path, "required_field"
            )


def _check_value(field: ConfigField, known: Field, place: str, *, is_kept: bool) -> Iterator[FieldError]:
    if field.encrypted_value and not known.is_secret:
        yield FieldError("This field is not a secret.", f"{place}.encryptedValue", "unknown_field")
    elif field.value:
        if (wrong := known.errors(field.value)) is not None:
            yield FieldError(wrong, f"{place}.value")
    elif known.required and not field.encrypted_value and (field.encrypted_value == "" or not is_kept):
        yield FieldError("This field is required.", f"{place}.value", "required_field")


def _check_whole(
    instance: PluginInstance, old: PluginConfiguration, above: PluginConfiguration, plugin: Plugin[Any]
) -> Iterator[FieldError]:
    """Create the object for the settings, unless it would need a secret that is already sealed."""
    whole = merged([instance.configuration, above], plugin.form)
    if any(field.encrypted_value for each in (whole, old) for field in _all_fields(each)):
        return
    try:
        plugin.make(settings_of(instance.id or "", whole, plugin.form))
    except ValueError as error:
        text = error.args[0] if error.args else str(error)
        yield FieldError(text, _place_of(error, instance.configuration), "invalid_configuration")


def _place_of(error: ValueError, configuration: PluginConfiguration) -> str:
    """Return the field or the table that a plug-in refuses, or the whole configuration if it names none."""
    name = error.setting if isinstance(error, SettingRefused) else ""
    for index, field in enumerate(configuration.fields):
        if field.name == name:
            return f"configuration.fields[{index}].value"
    for index, table in enumerate(configuration.tables):
        if table.name == name:
            return f"configuration.tables[{index}]"
    return "configuration"


def settings_of(id_: str, configuration: PluginConfiguration, form: Form) -> Settings:
    """Return the settings for an instance's object; secrets must be in clear text and inherited values filled in."""
    tables = {
        table.name: [_values(row.fields, form, table.name) for row in table.rows] for table in configuration.tables
    }
    defaults = {
        table.name: index for table in configuration.tables for index, row in enumerate(table.rows) if row.default_row
    }
    return Settings(id_, _values(configuration.fields, form, None), tables, defaults)


def _values(fields: Sequence[ConfigField], form: Form, table: str | None) -> dict[str, str]:
    declared = form.fields if table is None else next((t.columns for t in form.tables if t.name == table), ())
    defaults = {field.name: field.default for field in declared if field.default is not None}
    return defaults | {field.name: field.value for field in fields if field.value}


def _all_fields(configuration: PluginConfiguration) -> Iterator[ConfigField]:
    yield from configuration.fields
    for table in configuration.tables:
        for row in table.rows:
            yield from row.fields


def secrets_in(body: dict[str, Any], plugins: PluginSet[Any]) -> Callable[[dict[str, Any]], bool]:
    """Return a function that tells whether a field of an instance's body is stored encrypted; an unknown field is."""
    declared = _declared_in(body, plugins)

    def is_secret(holder: dict[str, Any]) -> bool:
        known = declared.get(id(holder))
        return not holder.get("inherited") and (known is None or known.is_secret)

    return is_secret


def digests_in(body: dict[str, Any], plugins: PluginSet[Any]) -> Callable[[dict[str, Any]], SecretDigest | None]:
    """Return a function that names the digest stored instead of a field's value; None if the value is stored.

    A password and its confirmation in one row are equal, or they are refused; they have one digest.
    """
    plugin = plugins.get(plugin_id_of(body))
    if plugin is None:
        return lambda _holder: None
    hashed = {
        id(field): SecretDigest(PASSWORD_DIGEST, place.rpartition(".")[0])
        for declared, place, field in _walk(body, plugin.form)
        if declared is not None and declared.type is FieldType.HASHED_TEXT
    }
    return lambda holder: hashed.get(id(holder))


def _declared_in(body: dict[str, Any], plugins: PluginSet[Any]) -> dict[int, Field | None]:
    """Return the declaration of each field, by the field's identity: a table may have thousands of them."""
    plugin = plugins.get(plugin_id_of(body))
    if plugin is None:
        return {}
    return {id(field): declared for declared, _, field in _walk(body, plugin.form)}


def references(body: dict[str, Any], plugins: PluginSet[Any], resource: Handle[Any]) -> Iterator[Referral]:
    """Yield the references of an instance: the path in the body, the possible resources of the target, and its id.

    `resource` has the instances of this kind, to which the parent belongs.
    """
    if parent := body.get("parentRef"):
        yield "parentRef", resource, parent["id"]
    plugin = plugins.get(plugin_id_of(body))
    if plugin is None:
        return
    for declared, place, field in _walk(body, plugin.form):
        if declared is not None and declared.reference is not None and field.get("value"):
            yield f"{place}.value", (declared.reference, *declared.others), field["value"]


def expressions_in(body: dict[str, Any], plugins: PluginSet[Any]) -> Iterator[tuple[str, str, HoldsExpression]]:
    """Yield the expressions of an instance with their paths."""
    plugin = plugins.get(plugin_id_of(body))
    if plugin is None:
        return
    for declared, place, field in _walk(body, plugin.form):
        if declared is not None and declared.expression is not None and field.get("value"):
            is_condition = declared.expression is ExpressionKind.CONDITION
            yield field["value"], f"{place}.value", HoldsExpression(is_condition=is_condition)


def _walk(body: dict[str, Any], form: Form) -> Iterator[tuple[Field | None, str, dict[str, Any]]]:
    configuration = body.get("configuration", {})
    for index, field in enumerate(configuration.get("fields", [])):
        yield form.field(field["name"]), f"configuration.fields[{index}]", field
    for at, table in enumerate(configuration.get("tables", [])):
        for number, row in enumerate(table.get("rows", [])):
            for index, field in enumerate(row["fields"]):
                path = f"configuration.tables[{at}].rows[{number}].fields[{index}]"
                yield form.field(field["name"], table["name"]), path, field


def unchanged(new: ConfigModel, old: ConfigModel) -> bool:
    """Return whether two instances are equal except for the time of their last change."""
    left, right = (each.model_dump(exclude={"last_modified"}, exclude_none=True) for each in (new, old))
    return bool(_without_blanks(left) == _without_blanks(right))


def _without_blanks(value: Any) -> Any:
    """Return a dump without empty encrypted values, with which a client removes secrets."""
    if isinstance(value, dict):
        shown = ((name, each) for name, each in value.items() if (name, each) != ("encrypted_value", ""))
        return {name: _without_blanks(each) for name, each in shown}
    return [_without_blanks(each) for each in value] if isinstance(value, list) else value
