"""The layout of a model's form: its sections, and the dependencies between its fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.widgets import LinesInput, RowsInput, Widget, WidgetKind

# The value of a checked box, that of an unchecked box, and any value except an empty one.
TICKED, NOT_TICKED, CHOSEN = ("true",), ("",), ("*",)


@dataclass(frozen=True)
class AppliesWhen:
    """A field applies only while another one, at a path, has one of these values.

    A checked box has the value `true`.
    """

    path: str
    values: tuple[str, ...] = TICKED


def switch_of(members: Sequence[Widget], path: str) -> Widget | None:
    """Return the member of the group at a path on whose value all other members depend; None if there is none."""
    for member in members:
        others = [each for each in members if each is not member]
        condition = (join(path, member.name), CHOSEN)
        if others and all(condition in each.dependence.when for each in others):
            return member
    return None


@dataclass(frozen=True)
class Section:
    """A part of a form: its fields by their paths. A group among them is shown without its own heading."""

    title: str
    paths: tuple[str, ...]
    help: str = ""


@dataclass(frozen=True, kw_only=True)
class FormLayout:
    """The presentation of a model's form."""

    # Without sections, the fields have the order of the model.
    sections: tuple[Section, ...] = ()
    # Conditions under which a field applies, by its path.
    when: Mapping[str, tuple[AppliesWhen, ...]] = field(default_factory=dict)
    # Fields that the form does not show, by their paths; they keep their values.
    left_out: frozenset[str] = frozenset()
    # Lists of scopes, and the kind that the console's dialog offers: `commonScope` or `other`.
    scopes: Mapping[str, str] = field(default_factory=dict)
    # Secrets that the server can generate, and the member with the time of their last change.
    made: Mapping[str, str] = field(default_factory=dict)
    # The member that has the values of extended properties.
    properties: str = ""

    @property
    def left_out_members(self) -> frozenset[str]:
        """Return the members at the top of the model that the form does not show."""
        return frozenset(path for path in self.left_out if "." not in path)

    def applied(self, widgets: Iterable[Widget], path: str = "") -> tuple[Widget, ...]:
        """Return the widgets with this layout."""
        places = ((widget, join(path, widget.name)) for widget in widgets)
        return tuple(self._applied(widget, place) for widget, place in places if place not in self.left_out)

    def _applied(self, widget: Widget, place: str) -> Widget:
        conditions = tuple((each.path, each.values) for each in self.when.get(place, ()))
        members = self.applied(widget.members, place) if widget.kind is WidgetKind.GROUP else widget.members
        switch = switch_of(members, place) if widget.nullable else None
        changed = replace(
            widget,
            dependence=replace(widget.dependence, when=conditions) if conditions else widget.dependence,
            secret=replace(widget.secret, is_made=place in self.made),
            # Without a value of the switch there is no group, so the switch itself is not required.
            members=tuple(replace(each, required=False) if each is switch else each for each in members),
        )
        if place in self.scopes:
            return replace(
                changed, kind=WidgetKind.LINES, lines=LinesInput(scope_type=self.scopes[place]), rows=RowsInput()
            )
        return changed
