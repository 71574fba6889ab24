"""The sections of a form and the fields in each of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hanse.admin.frames.form.widget_values import ShownWidget
from hanse.config.declare.ui.layout import Section
from hanse.config.declare.ui.widgets import WidgetKind
from hanse.kit.texts.translation import localized

# A form with this number of sections needs no index.
_FEW = 2


@dataclass(frozen=True)
class ShownSection:
    """A section with what is in it."""

    label: str
    help: str
    id: str
    inner: list[ShownWidget]

    @property
    def heading_ids(self) -> str:
        """The id of its heading, which also names the tables in it."""
        return self.id

    @property
    def has_errors(self) -> bool:
        """Return whether something in it has an error."""
        return any(each.has_errors for each in self.inner)


def sections_of(sections: Iterable[Section], form: Sequence[ShownWidget]) -> list[ShownSection]:
    """Return the sections of a form; empty if it has none."""
    by_path = {shown.path: shown for shown in every_field(form)}
    return [_filled(section, number, by_path) for number, section in enumerate(sections, start=1)]


def parts_of(form: Sequence[ShownWidget], sections: Sequence[ShownSection]) -> list[ShownWidget | ShownSection]:
    """Return the entries of the index at the top of a long form: its sections, or else its groups."""
    found: list[ShownWidget | ShownSection] = [each for each in sections if each.inner]
    found = found or [each for each in form if each.widget.kind is WidgetKind.GROUP and each.label]
    return found if len(found) > _FEW else []


def _filled(section: Section, number: int, by_path: Mapping[str, ShownWidget]) -> ShownSection:
    found = [by_path[path] for path in section.paths if path in by_path]
    # The heading of the section names its only group. Several groups keep theirs: their members can have equal labels.
    has_groups = sum(each.widget.kind is WidgetKind.GROUP and bool(each.label) for each in found) > 1
    inner = found if has_groups else [inside for each in found for inside in _opened(each, section)]
    shown = ShownSection(localized(section.title), localized(section.help), f"section-{number}", inner)
    for each in inner:
        # The group whose members these were has no heading on the page.
        each.section = shown
    return shown


def _opened(shown: ShownWidget, section: Section) -> Iterator[ShownWidget]:
    """Yield the members of a group, except those that have a section of their own.

    They apply only if the group does.
    """
    if shown.widget.kind is not WidgetKind.GROUP:
        yield shown
        return
    for each in shown.inner:
        if each.path not in section.paths:
            own = each.widget.dependence
            when = tuple(dict.fromkeys((*shown.widget.dependence.when, *own.when)))
            each.widget = replace(each.widget, dependence=replace(own, when=when))
            yield each


def every_field(form: Iterable[ShownWidget]) -> Iterator[ShownWidget]:
    """Yield the fields of a form and of its groups."""
    for shown in form:
        yield shown
        if shown.widget.kind is WidgetKind.GROUP:
            yield from every_field(shown.inner)
