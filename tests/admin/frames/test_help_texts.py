"""Every field has a help text, except those whose names are explanation enough."""

from collections.abc import Iterable, Iterator

import pytest

from hanse.admin.frames.form.plugin_fields import CONFIGURATION, widgets_of
from hanse.admin.frames.frame import Frame
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from tests.support.frames import FRAMES

# Fields that need no explanation in any form: names, descriptions and the times of changes.
OBVIOUS = frozenset({"id", "name", "description", "enabled", "username", "parameter", "lastModified", "creationDate"})
# Personal details and addresses, which are the same in every form.
OF_PEOPLE = frozenset(
    {
        "firstName",
        "lastName",
        "email",
        "emailAddress",
        "phone",
        "phoneNumber",
        "company",
        "organization",
        "organizationUnit",
        "department",
        "city",
        "state",
    }
)
# Fields of a list or a group whose own text explains them.
EXPLAINED_ABOVE = frozenset(
    {
        "sourceRef",
        "defaultAuthenticationSources",
        "activeAdminConsoleCerts",
        "contextRef",
        "rootNode",
    }
)
EXEMPT = OBVIOUS | OF_PEOPLE | EXPLAINED_ABOVE
SHOWN_ONLY = frozenset({WidgetKind.FACT, WidgetKind.CARRIED, WidgetKind.GROUP})


def fields(widgets: Iterable[Widget]) -> Iterator[Widget]:
    for widget in widgets:
        if widget.kind not in SHOWN_ONLY:
            yield widget
        yield from fields(widget.members)
        if widget.rows.item is not None and widget.rows.item.kind is WidgetKind.GROUP:
            yield from fields(widget.rows.item.members)


def forms(frame: Frame) -> Iterator[Iterable[Widget]]:
    presentation = frame.form.layout
    if frame.form.source is not None:
        yield frame.form.source.widgets
    if frame.kind is not None:
        model: type[ConfigModel] = frame.resource.model
        made = form_of(model, frozenset({CONFIGURATION, "parentRef"}) | frame.form.layout.left_out_members)
        of_kind = frame.variant(frame.kind.variant)
        yield presentation.applied(each for each in made if of_kind is None or each.name in of_kind.members)
        for plugin in frame.kind.plugins:
            yield tuple(widgets_of(plugin.form, has_parent=False))
    if frame.form.variants:
        for variant in frame.own_variants:
            yield presentation.applied(variant.widgets(frame.resource.model))
    elif frame.kind is not None:
        return
    elif frame.form.adding:
        for adding in frame.form.adding:
            yield adding.widgets({})
    else:
        yield frame.widgets


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.node)
def test_every_field_has_help(frame: Frame) -> None:
    missing = {each.name: each.label for form in forms(frame) for each in fields(form) if not each.help}
    assert {name: label for name, label in missing.items() if name not in EXEMPT} == {}


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.node)
def test_help_texts_end_with_one_period(frame: Frame) -> None:
    texts = {each.help for form in forms(frame) for each in fields(form) if each.help}
    assert {text for text in texts if not text.endswith(".") or text.endswith("..")} == set()


def common_fields(widgets: Iterable[Widget]) -> Iterator[Widget]:
    for widget in widgets:
        if widget.name in ("id", "name", "type") and widget.help:
            yield widget
        yield from common_fields(widget.members)
        if widget.rows.item is not None:
            yield from common_fields(widget.rows.item.members)


@pytest.mark.parametrize("frame", [each for each in FRAMES if each.kind is not None], ids=lambda frame: frame.node)
def test_the_id_of_an_instance_never_has_the_help_of_another_field(frame: Frame) -> None:
    help_texts = {each.help for form in forms(frame) for each in common_fields(form) if each.name == "id"}
    assert help_texts == {"Identifies the instance in the API and in policies. It cannot be changed later."}


def test_the_id_of_an_adapter_mapping_is_explained_as_its_adapter() -> None:
    frame = next(each for each in FRAMES if each.node == "idpAdapterGrantMapping")
    (id_,) = (each for each in frame.widgets if each.name == "id")
    assert id_.help == "Adapter whose users the mapping applies to."
