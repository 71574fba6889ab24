"""Each type of field has its widget, and every declared form can be shown."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from hanse.admin.frames.frame import Frame
from hanse.admin.shell.navigation_nodes import TreeNode
from hanse.config.declare.access import Area
from hanse.config.declare.fields import (
    ConfigModel,
    Immutable,
    LongText,
    Ref,
    ResourceLink,
    Secret,
    ServerSet,
    ShortText,
)
from hanse.config.declare.handles import Handle
from hanse.config.declare.ui.annotations import WithoutHeading
from hanse.config.declare.ui.model_form import blank, form_of, picker_at, widget_at
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.kit.texts.labels import Labeled
from hanse.ops.certificate_calendar.operations import PAGE as CERTIFICATE_CALENDAR
from hanse.resources.applications.user_grants import PAGE as GRANTS
from hanse.resources.authentication.local_identities.users import PAGE as LOCAL_USERS
from hanse.resources.authentication.second_factors import PAGE as SECOND_FACTORS
from hanse.resources.authentication.sign_in_traces.operations import PAGE as SIGN_IN_TRACE
from tests.support.frames import FRAMES, TREE


class Color(Labeled):
    RED = "RED", "Red"
    DARK_BLUE = "DARK_BLUE", "Dark blue"


class Shape(Labeled):
    FLAT = "FLAT", "Flat"
    STEEP = "STEEP", "Steep"


class Room(ConfigModel):
    lit: Annotated[bool, Field(title="Lit")] = True
    door: Annotated[ShortText, Field(title="Door")]
    beds: Annotated[int, Field(ge=1, le=4, title="Beds")] = 2


class House(ConfigModel):
    name: Annotated[str, Field(title="Name of the house", description="As on the door.", max_length=64)]
    notes: Annotated[LongText | None, Field(title="Notes")] = None
    color: Annotated[Color | None, Field(title="Color")] = None
    roof: Annotated[Shape, Field(title="Roof")] = Shape.FLAT
    colors: Annotated[list[Color], Field(title="Colors")] = Field(default_factory=list)
    owner: Annotated[ResourceLink | None, Ref(Handle("/people")), Field(title="Owner")] = None
    guests: Annotated[list[ResourceLink], Ref(Handle("/people")), Field(title="Guests")] = Field(default_factory=list)
    neighbor: Annotated[str | None, Ref(Handle("/houses")), Field(title="Neighbor")] = None
    key: Annotated[str | None, Secret(), Field(title="Key")] = None
    encrypted_key: str | None = None
    street: Annotated[str | None, Immutable(), Field(title="Street")] = None
    built: Annotated[str | None, ServerSet(), Field(title="Built")] = None
    hall: Annotated[Room | None, Field(title="Hall")] = None
    rooms: Annotated[list[Room], Field(title="Rooms")] = Field(default_factory=list)
    names: Annotated[list[ShortText], Field(title="Names")] = Field(default_factory=list)
    height: Annotated[float | None, Field(title="Height")] = None


FORM = {widget.name: widget for widget in form_of(House)}


def test_each_type_has_its_widget() -> None:
    assert {name: widget.kind for name, widget in FORM.items()} == {
        "name": WidgetKind.TEXT,
        "notes": WidgetKind.AREA,
        "color": WidgetKind.CHOICE,
        "roof": WidgetKind.CHOICE,
        "colors": WidgetKind.CHOICES,
        "owner": WidgetKind.REFERENCE,
        "guests": WidgetKind.ROWS,
        "neighbor": WidgetKind.REFERENCE,
        "key": WidgetKind.SECRET,
        "street": WidgetKind.TEXT,
        "built": WidgetKind.FACT,
        "hall": WidgetKind.GROUP,
        "rooms": WidgetKind.ROWS,
        "names": WidgetKind.ROWS,
        "height": WidgetKind.NUMBER,
    }


def test_a_widget_follows_the_declaration() -> None:
    name = FORM["name"]
    assert (name.label, name.help, name.required) == (
        "Name of the house",
        "As on the door.",
        True,
    )
    assert FORM["street"].fixed
    assert [option.label for option in FORM["color"].choice.options] == ["Red", "Dark blue"]
    assert FORM["roof"].default == "FLAT"
    assert FORM["owner"].reference.is_link
    assert not FORM["neighbor"].reference.is_link
    room = FORM["rooms"].rows.item
    assert room is not None
    beds = room.member("beds")
    assert beds is not None
    assert beds.text.is_whole
    # In a table the checkboxes are the last columns.
    assert [member.name for member in room.members] == ["door", "beds", "lit"]
    assert room.is_tabular


def test_a_group_without_a_heading_shows_its_fields_only() -> None:
    class Inner(ConfigModel):
        name: Annotated[str, Field(title="Name")]

    class Outer(ConfigModel):
        headed: Annotated[Inner, Field(title="Headed")]
        plain: Annotated[Inner, Field(title="Plain"), WithoutHeading()]

    headed, plain = form_of(Outer)
    assert (headed.label, plain.label) == ("Headed", "")
    assert [each.label for each in plain.members] == ["Name"]


def test_the_references_of_rows_are_found_by_position() -> None:
    widgets = tuple(FORM.values())
    guest = picker_at(widgets, "guests[3]")
    assert guest is not None
    assert guest.reference.target == Handle("/people")
    assert picker_at(widgets, "name") is None
    assert picker_at(widgets, "rooms[0].door") is None
    door = widget_at(widgets, "rooms[12].door")
    assert door is not None
    assert door.kind is WidgetKind.TEXT
    assert widget_at(widgets, "rooms[0].window") is None


def test_a_new_form_begins_with_the_defaults() -> None:
    assert blank(FORM.values()) == {
        "roof": "FLAT",
        "colors": [],
        "guests": [],
        "hall": {"lit": True, "beds": 2},
        "rooms": [],
        "names": [],
    }


def test_a_field_without_a_label_is_refused() -> None:
    class Silent(ConfigModel):
        anything: str

    with pytest.raises(TypeError, match="anything has no label"):
        form_of(Silent)


def test_a_type_without_a_widget_is_refused() -> None:
    class Odd(ConfigModel):
        anything: Annotated[dict[str, Any], Field(title="Anything")]

    with pytest.raises(TypeError, match="no widget shows anything"):
        form_of(Odd)


class Unlabeled(StrEnum):
    RED = "RED"


class WithEnum(ConfigModel):
    color: Annotated[Unlabeled, Field(title="Color")]


class WithLiteral(ConfigModel):
    color: Annotated[Literal["RED", "BLUE"], Field(title="Color")]


@pytest.mark.parametrize("model", [WithEnum, WithLiteral])
def test_values_without_labels_are_refused(model: type[ConfigModel]) -> None:
    with pytest.raises(TypeError, match="the values of color have no labels"):
        form_of(model)


def leaves(nodes: tuple[TreeNode, ...]) -> list[TreeNode]:
    return [leaf for node in nodes for leaf in ([node] if node.area is not None else leaves(node.children))]


def every(widgets: tuple[Widget, ...]) -> list[Widget]:
    inner = [
        below
        for widget in widgets
        for below in every((*widget.members, *([widget.rows.item] if widget.rows.item else [])))
    ]
    return [*widgets, *inner]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.node)
def test_every_frame_has_a_form_whose_fields_have_help(frame: Frame) -> None:
    widgets = every(frame.widgets)
    # The page of the system keys has facts and an action only.
    assert widgets or frame.ui.item.actions
    # A group without a heading is a part of the group around it.
    assert all(widget.label or widget.kind is WidgetKind.GROUP for widget in widgets)
    if not frame.resource.is_singleton:
        assert {widget.name for widget in frame.list_widgets} >= set(frame.items.columns)
        assert frame.items.singular
        assert frame.items.plural
        assert frame.items.empty


def test_the_nodes_rendered_by_the_server_are_the_frames() -> None:
    # These pages show run-time state, and no resource.
    others = {page.id: Area.CONFIGURATION for page in (GRANTS, SECOND_FACTORS, SIGN_IN_TRACE)}
    others[LOCAL_USERS.id] = Area.ACCOUNTS
    others[CERTIFICATE_CALENDAR.id] = Area.KEYS
    assert {leaf.id: leaf.area for leaf in leaves(TREE) if not leaf.react} == {
        **{frame.node: frame.resource.area for frame in FRAMES},
        **others,
    }


@pytest.mark.parametrize("frame", [each for each in FRAMES if each.form.layout.sections], ids=lambda each: each.node)
def test_sections_have_every_field_once(frame: Frame) -> None:
    shown = [path for section in frame.form.layout.sections for path in section.paths]
    assert len(shown) == len(set(shown))
    places = {path for path, _ in _places(frame.widgets)}
    entered = {path for path, kind in _places(frame.widgets) if kind is not WidgetKind.GROUP}
    if frame.form.variants:
        # Each type of item has its own form with the fields that its variant lists.
        members = {member for variant in frame.form.variants for member in variant.members}
        entered = {path for path in entered if path.partition(".")[0] in members}
    if frame.kind is not None:
        # The forms of instances add the ID and the type.
        places |= {"id", "_type"}
    # Forms of mappings stand in the section that lists the member they fill.
    mappings = (frame.form.mapping, *frame.form.further_mappings)
    places |= {each.holder for each in mappings if each is not None and each.holder}
    properties = frame.form.layout.properties
    assert set(shown) - {properties} <= places
    # A section with a group has all fields of the group that no other section lists.
    assert {path for path in entered if not {path, *_above(path)} & set(shown)} == set()
    for path, conditions in frame.form.layout.when.items():
        assert {path, *(condition.path for condition in conditions)} <= places, path


def _places(widgets: tuple[Widget, ...], above: str = "") -> list[tuple[str, WidgetKind]]:
    found = []
    for widget in widgets:
        path = f"{above}.{widget.name}" if above else widget.name
        found.append((path, widget.kind))
        if widget.kind is WidgetKind.GROUP:
            found += _places(widget.members, path)
    return found


def _above(path: str) -> list[str]:
    steps = path.split(".")
    return [".".join(steps[:end]) for end in range(1, len(steps))]
