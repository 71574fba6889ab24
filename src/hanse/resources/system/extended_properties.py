"""Extended properties: what administrators want to note of connections and clients besides what these have."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse.config.access import Area
from hanse.config.fields import ConfigModel
from hanse.config.resource import Proposal, Resource
from hanse.config.types import Name
from hanse.kit.errors import FieldError

MOST_PROPERTIES = 500


class ExtendedProperty(ConfigModel):
    """One property: what it is called, and whether it has more than one value."""

    name: Annotated[Name, Field(title="Name")]
    description: Annotated[str | None, Field(title="Description", max_length=1024)] = None
    multi_valued: Annotated[bool, Field(title="Several values")] = False


class ExtendedProperties(ConfigModel):
    """The properties, in the order in which forms show them."""

    items: Annotated[
        list[ExtendedProperty],
        Field(
            title="Properties",
            max_length=MOST_PROPERTIES,
            description="Connections and clients have a value of their own for each of these.",
        ),
    ]


def _check_not_repeated(proposal: Proposal[ExtendedProperties]) -> Iterator[FieldError]:
    seen: set[str] = set()
    for index, each in enumerate(proposal.new.items):
        if each.name.lower() in seen:
            yield FieldError("There is a property of this name already.", f"items[{index}].name", "value_in_use")
        seen.add(each.name.lower())


EXTENDED_PROPERTIES = Resource(
    kind="extendedProperties",
    path="/extendedProperties",
    model=ExtendedProperties,
    area=Area.CONFIGURATION,
    title="Extended Properties",
    description="What administrators note of connections and clients besides what these have.",
    default=lambda: ExtendedProperties(items=[]),
    rules=(_check_not_repeated,),
)
