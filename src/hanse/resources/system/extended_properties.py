"""Extended properties: additional fields of connections and clients that administrators define."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.navigation import SERVER, ConsolePage, Tile, TileIcon
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import enumerated, message

MOST_PROPERTIES = 500
# Maximum number of items with a property that the error names when the property cannot be deleted.
_NAMED = 3


class ExtendedProperty(ConfigModel):
    """An extended property: its name, and whether it can have several values."""

    name: Annotated[Name, Field(title="Name")]
    description: Annotated[str | None, Field(title="Description", max_length=1024)] = None
    multi_valued: Annotated[
        bool,
        Field(title="Multi-valued", description="Always return the attribute as a list, even if it has one value."),
    ] = False


class ExtendedProperties(ConfigModel):
    """The properties, in the order in which forms show them."""

    items: Annotated[
        list[ExtendedProperty],
        Field(
            title="Properties",
            max_length=MOST_PROPERTIES,
            description="Fields that each connection and client can have a value for.",
        ),
    ]


def _check_not_repeated(proposal: Proposal[ExtendedProperties]) -> Iterator[FieldError]:
    seen: set[str] = set()
    for index, each in enumerate(proposal.new.items):
        if each.name.lower() in seen:
            yield FieldError("This property name is already in use.", f"items[{index}].name", "value_in_use")
        seen.add(each.name.lower())


def _check_not_used(proposal: Proposal[ExtendedProperties]) -> Iterator[FieldError]:
    """Find objects that have a value for a property that is deleted. They refer to the property by its name."""
    before = () if proposal.old is None else proposal.old.items
    kept = {each.name for each in proposal.new.items}
    for name in (each.name for each in before if each.name not in kept):
        used = proposal.view.used_by(EXTENDED_PROPERTIES, name)
        users = list(dict.fromkeys(proposal.view.name_of_user(usage) for usage in used))
        if users:
            values = {"name": name, "users": enumerated(users[:_NAMED]), "more": len(users) - _NAMED}
            error = message("'{name}' is in use by {users} and cannot be deleted or renamed.", **values)
            if len(users) > _NAMED:
                error = message(
                    "'{name}' is in use by {users} and {more} more and cannot be deleted or renamed.", **values
                )
            yield FieldError(error, "items", "resource_in_use")


UI = Ui(
    page=ConsolePage(
        id="extendedProperties",
        label="Extended Properties",
        heading=SERVER,
        slug="extended-properties",
        position=80,
        keywords=("custom fields", "metadata"),
        tile=Tile(TileIcon.TAGS, "Custom fields for connections and clients.", position=40),
    ),
    guide="extended-properties",
    form=ItemForm(),
)

EXTENDED_PROPERTIES = Resource(
    path=handles.EXTENDED_PROPERTIES.path,
    model=ExtendedProperties,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Extended Properties", description="Custom fields of connections and clients."),
    default=lambda: ExtendedProperties(items=[]),
    saving=SaveRules(rules=(_check_not_repeated, _check_not_used)),
    ui=UI,
)
