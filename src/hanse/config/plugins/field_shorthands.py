"""Functions for the most common fields of plug-in forms."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hanse.config.declare.handles import Handle
from hanse.config.declare.plugin_fields import FALSE, TRUE, Check, Field, FieldType, Option
from hanse.kit.texts.messages import message


def flag(name: str, description: str, default: str = FALSE, *, advanced: bool = False, lacks: str = "") -> Field:
    """Return a check box."""
    return Field(
        name=name,
        description=description,
        type=FieldType.CHECK_BOX,
        default=default,
        advanced=advanced,
        lacks=lacks,
    )


def number(name: str, description: str, default: int, check: Check, *, advanced: bool = False) -> Field:
    """Return a field for a whole number."""
    return Field(name=name, description=description, default=str(default), check=check, advanced=advanced)


def signing_algorithms(name: str, description: str, allowed: Sequence[str], *, advanced: bool = False) -> Field:
    """Return a field for one or more of the allowed signing algorithms, separated by spaces. All are the default."""

    def check(text: str) -> str | None:
        found = text.split()
        if found and all(each in allowed for each in found):
            return None
        return message("Enter one or more of these algorithms: {algorithms}.", algorithms=", ".join(allowed))

    return Field(
        name=name,
        description=description,
        required=True,
        default=" ".join(allowed),
        maximum_length=256,
        check=check,
        advanced=advanced,
    )


def template(name: str, default: str, description: str) -> Field:
    """Return a field for the file of a page or message."""
    return Field(name=name, description=description, default=default, advanced=True, maximum_length=256)


def choice(name: str, description: str, default: str, *options: tuple[str, str]) -> Field:
    """Return a group of radio buttons; each option is a value and its label."""
    offered = tuple(Option(label, value) for value, label in options)
    return Field(name=name, description=description, type=FieldType.RADIO_GROUP, options=offered, default=default)


def reference_to(name: str, description: str, resource: Handle[Any], *, advanced: bool = False) -> Field:
    """Return a choice of one of a resource's items, or of none."""
    return Field(name=name, description=description, type=FieldType.SELECT, reference=resource, advanced=advanced)


def conditions_on(name: str, values: tuple[str, ...], *dependents: str) -> dict[str, Mapping[str, tuple[str, ...]]]:
    """Return conditions: `dependents` apply only while the field `name` has one of `values`; by default, is checked."""
    return {each: {name: values or (TRUE,)} for each in dependents}


def with_conditions(
    fields: Iterable[Field], conditions: Mapping[str, Mapping[str, tuple[str, ...]]]
) -> tuple[Field, ...]:
    """Return the fields with their conditions. Raises ValueError for conditions of unknown fields."""
    made = tuple(replace(each, only_with=conditions.get(each.name, {})) for each in fields)
    if unknown := conditions.keys() - {each.name for each in made}:
        raise ValueError(f"no such fields: {sorted(unknown)}")
    return made
