"""The values that clients and connections have for extended properties."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import Referral
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message


class ParameterValues(ConfigModel):
    """The values that a client or a connection has for an extended property."""

    values: Annotated[
        list[Annotated[str, Field(max_length=4096)]], Field(title="Values", max_length=500, default_factory=list)
    ]


def property_value_errors(values: Mapping[str, ParameterValues], member: str, view: View) -> Iterator[FieldError]:
    """Find values of properties that are not declared, and several values of a property that has one."""
    if not values:
        return
    declared = view.get(handles.EXTENDED_PROPERTIES, "-").body["items"]
    properties = {each["name"]: each for each in declared}
    for name, parameter in values.items():
        path = f"{member}.{name}"
        if name not in properties:
            yield FieldError(message("There is no extended property '{name}'.", name=name), path, "reference_not_found")
        elif len(parameter.values) > 1 and not properties[name].get("multiValued"):
            yield FieldError(
                message("The extended property '{name}' has one value.", name=name), path, "too_many_values"
            )


def property_value_references(body: Mapping[str, Any], member: str) -> Iterator[Referral]:
    """Yield the extended properties for which a body has values."""
    for name in body.get(member) or ():
        yield f"{member}.{name}", handles.EXTENDED_PROPERTIES, name
