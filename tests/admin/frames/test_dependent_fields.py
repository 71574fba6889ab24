"""Fields that apply only with certain values of other fields: the other fields exist, and no stored value is lost."""

from collections.abc import Iterable, Iterator

import pytest

from hanse.admin.frames.form.plugin_fields import CONFIGURATION, widgets_of
from hanse.admin.frames.form.posted_body import read
from hanse.admin.frames.frame import Frame
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.layout import CHOSEN, NOT_TICKED, TICKED
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import ChoiceInput, Dependence, Widget, WidgetKind, WidgetOption
from tests.support.frames import FRAMES


def with_paths(widgets: Iterable[Widget], path: str = "") -> Iterator[tuple[str, Widget]]:
    for widget in widgets:
        place = join(path, widget.name)
        yield place, widget
        if widget.kind is WidgetKind.GROUP:
            yield from with_paths(widget.members, place)


def forms(frame: Frame) -> Iterator[dict[str, Widget]]:
    if frame.kind is not None:
        model: type[ConfigModel] = frame.resource.model
        own = frame.form.layout.applied(form_of(model, frozenset({CONFIGURATION}) | frame.form.layout.left_out_members))
        for plugin in frame.kind.plugins:
            configuration = with_paths(widgets_of(plugin.form, has_parent=True), CONFIGURATION)
            yield {**dict(with_paths(own)), **dict(configuration)}
    elif frame.form.variants:
        for variant in frame.form.variants:
            yield dict(with_paths(variant.widgets(frame.resource.model)))
    elif not frame.form.adding:
        yield dict(with_paths(frame.widgets))


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.node)
def test_a_condition_names_an_existing_field_and_possible_values(frame: Frame) -> None:
    for form in forms(frame):
        assert frame.form.layout.when.keys() <= form.keys()
        for place, widget in form.items():
            for path, values in widget.dependence.when:
                deciding = form[path]
                assert path != place
                if deciding.kind is WidgetKind.FLAG:
                    assert values in (TICKED, NOT_TICKED)
                elif values != CHOSEN:
                    assert set(values) <= {option.value for option in deciding.choice.options}


METHOD = Widget(
    name="method",
    kind=WidgetKind.CHOICE,
    label="Method",
    choice=ChoiceInput(options=(WidgetOption("NONE", "None"), WidgetOption("TLS", "TLS"))),
    default="NONE",
)
VERIFY = Widget(
    name="verify",
    kind=WidgetKind.FLAG,
    label="Verify",
    default=True,
    dependence=Dependence(when=(("method", ("TLS",)),)),
)
NOTE = Widget(name="note", kind=WidgetKind.TEXT, label="Note", dependence=Dependence(when=(("method", ("TLS",)),)))
PORT = Widget(
    name="port",
    kind=WidgetKind.TEXT,
    label="Port",
    default="25",
    required=True,
    dependence=Dependence(when=(("method", CHOSEN),)),
)
ROLES = Widget(
    name="roles",
    kind=WidgetKind.CHOICES,
    label="Roles",
    required=True,
    dependence=Dependence(when=(("method", CHOSEN),)),
)
FORM = (METHOD, VERIFY, NOTE, PORT)


def test_a_safeguard_stays_on_while_its_field_is_hidden() -> None:
    assert read(FORM, {"method": ["NONE"]}, {})["verify"] is True
    assert read(FORM, {"method": ["NONE"]}, {"verify": False})["verify"] is False
    assert read(FORM, {"method": ["TLS"]}, {"verify": True})["verify"] is False
    # Without the deciding field it is unknown if the safeguard applies, and the posted value is used.
    assert read(FORM, {}, {"verify": True})["verify"] is False


def test_inapplicable_values_are_dropped_unless_they_are_required() -> None:
    stored = {"note": "old", "port": "587"}
    assert read(FORM, {"method": [""]}, stored) == {"verify": True, "port": "587"}
    assert read(FORM, {"method": [""]}, {}) == {"verify": True, "port": "25"}
    assert read((METHOD, ROLES), {"method": [""]}, {"roles": ["reader"]})["roles"] == []
    # Without scripts all fields are shown, and the server uses what was entered.
    assert read(FORM, {"method": ["NONE"], "note": ["new"], "port": ["26"]}, stored)["note"] == "new"
