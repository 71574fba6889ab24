"""What a form says beyond what its fields are: in which sections they stand, and which of them depend on others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hanse.admin.frames.form.filling import Shown
from hanse.admin.frames.form.paths import join
from hanse.admin.frames.form.widgets import Kind, Option, Widget

# Nearly every part of a form has fields of these names.
_COMMON_NAMES = frozenset({"id", "name", "type"})
# As many parts people find without help.
_FEW = 2


# The values of a box that is ticked and of one that is not, and any value but none.
TICKED, NOT_TICKED, CHOSEN = ("true",), ("",), ("*",)


@dataclass(frozen=True)
class When:
    """A field counts only while another one, at a path, has one of these values. A ticked box has the value `true`."""

    path: str
    values: tuple[str, ...] = TICKED


@dataclass(frozen=True)
class Section:
    """A part of a form: its fields by their paths. A group that is named stands in it without a heading of its own."""

    title: str
    paths: tuple[str, ...]
    help: str = ""


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """How the form of a model is shown."""

    # Without sections, the fields stand in the order of the model.
    sections: tuple[Section, ...] = ()
    # By the path of what depends on something.
    when: Mapping[str, tuple[When, ...]] = field(default_factory=dict)
    # Lists of scopes, and what the console's dialog calls their kind: `commonScope` or `other`.
    scopes: Mapping[str, str] = field(default_factory=dict)
    # Secrets that the server can make, and the member that says since when one counts.
    made: Mapping[str, str] = field(default_factory=dict)
    # What is not asked for inside of groups; it stays as it is.
    left_out: frozenset[str] = frozenset()
    # What people read for the values of a choice, where that is not plain from the values.
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # What is said below fields of which the model says nothing: by their paths, or by their names where these are not
    # names that other parts of the form have as well.
    help: Mapping[str, str] = field(default_factory=dict)
    # The member that has a value for each extended property.
    properties: str = ""

    def applied(self, widgets: Iterable[Widget], path: str = "") -> tuple[Widget, ...]:
        """Return widgets as they are shown."""
        places = ((widget, join(path, widget.name)) for widget in widgets)
        return tuple(self._applied(widget, place) for widget, place in places if place not in self.left_out)

    def _columns(self, columns: Iterable[Widget]) -> tuple[Widget, ...]:
        return tuple(replace(each, help=each.help or self._help_by_name(each.name, "")) for each in columns)

    def _help_by_name(self, name: str, place: str) -> str:
        """Return the help of a field by its name, unless the name is a common one that belongs to another field."""
        return "" if name in _COMMON_NAMES and name != place else self.help.get(name, "")

    def _applied(self, widget: Widget, place: str) -> Widget:
        labels = self.labels.get(place, {})
        changed = replace(
            widget,
            options=tuple(Option(each.value, labels.get(each.value, each.label)) for each in widget.options),
            when=tuple((each.path, each.values) for each in self.when.get(place, ())) or widget.when,
            is_made=place in self.made,
            help=widget.help or self.help.get(place) or self._help_by_name(widget.name, place),
            members=self.applied(widget.members, place) if widget.kind is Kind.GROUP else widget.members,
            item=None if widget.item is None else replace(widget.item, members=self._columns(widget.item.members)),
        )
        if place in self.scopes:
            return replace(changed, kind=Kind.LINES, scope_type=self.scopes[place], item=None)
        return changed


@dataclass(frozen=True)
class ShownSection:
    """A section with what is in it."""

    label: str
    help: str
    id: str
    inner: list[Shown]

    @property
    def has_errors(self) -> bool:
        """Whether something in it is wrong."""
        return any(each.has_errors for each in self.inner)


def sections_of(sections: Iterable[Section], form: Sequence[Shown]) -> list[ShownSection]:
    """Return a form in its sections; nothing where it has none."""
    by_path = {shown.path: shown for shown in _through(form)}
    return [
        ShownSection(
            section.title,
            section.help,
            f"section-{number}",
            [each for path in section.paths if path in by_path for each in _opened(by_path[path], section)],
        )
        for number, section in enumerate(sections, start=1)
    ]


def parts_of(form: Sequence[Shown], sections: Sequence[ShownSection]) -> list[Shown | ShownSection]:
    """Return what the ways at the top of a long form lead to: its sections or, without any, the groups that it has."""
    found: list[Shown | ShownSection] = [each for each in sections if each.inner]
    found = found or [each for each in form if each.widget.kind is Kind.GROUP and each.label]
    return found if len(found) > _FEW else []


def _opened(shown: Shown, section: Section) -> Iterator[Shown]:
    """Yield what is shown in place of a group: what is in it, but for what stands elsewhere by itself."""
    if shown.widget.kind is not Kind.GROUP:
        yield shown
        return
    yield from (each for each in shown.inner if each.path not in section.paths)


def _through(form: Iterable[Shown]) -> Iterator[Shown]:
    for shown in form:
        yield shown
        if shown.widget.kind is Kind.GROUP:
            yield from _through(shown.inner)
