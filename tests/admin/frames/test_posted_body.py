"""Posted fields are converted to bodies, and bodies to the values of fields."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.admin.frames.form.posted_body import COUNT, change_rows, read, row_focus, without_blank_rows
from hanse.admin.frames.form.widget_values import FormFiller, PickerChoices, ShownWidget, note_errors
from hanse.config.declare.handles import Handle
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import ReferenceInput, RowsInput, Widget, WidgetKind
from hanse.kit.errors import FieldError
from tests.admin.frames.test_widgets import Color, House

FORM = form_of(House)
HOUSE: dict[str, Any] = {
    "name": "Rathaus",
    "colors": ["RED"],
    "owner": {"id": "council"},
    "rooms": [{"lit": False, "door": "oak", "beds": 1}, {"lit": True, "door": "elm", "beds": 4}],
    "guests": [{"id": "one"}],
    "names": ["Town hall"],
    "roof": "STEEP",
    "hall": {"lit": True, "door": "iron", "beds": 2},
    "height": 12.5,
}


def filled(body: Mapping[str, Any], *, is_new: bool = False) -> list[ShownWidget]:
    return FormFiller(lambda _target, _search, current: PickerChoices((), current), is_new=is_new).fill(FORM, body)


def posted(form: Sequence[ShownWidget]) -> dict[str, list[str]]:
    """Return the fields that a browser posts if nothing is changed in the form."""
    fields: dict[str, list[str]] = {}
    for shown in form:
        match shown.widget.kind:
            case WidgetKind.GROUP:
                fields |= posted(shown.inner)
            case WidgetKind.ROWS:
                fields[shown.path + COUNT] = [str(len(shown.inner))]
                fields |= posted(shown.inner)
            case WidgetKind.FLAG:
                fields |= {shown.path: ["true"]} if shown.value else {}
            case WidgetKind.CHOICES:
                fields |= {shown.path: list(shown.value or [])}
            case WidgetKind.FACT:
                pass
            case _:
                fields[shown.path] = [shown.text.replace("\n", "\r\n")]
    return fields


def test_an_unchanged_form_posts_what_it_showed() -> None:
    assert read(FORM, posted(filled(HOUSE)), HOUSE) == HOUSE


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)
ROOM = st.fixed_dictionaries({"lit": st.booleans(), "door": TEXT, "beds": st.integers(1, 4)})


@given(
    name=TEXT,
    rooms=st.lists(ROOM, max_size=4),
    names=st.lists(TEXT, max_size=4),
    colors=st.lists(st.sampled_from([each.value for each in Color]), unique=True),
)
@settings(max_examples=50, deadline=None)
def test_a_form_reads_back_everything_that_it_shows(
    name: str, rooms: list[Any], names: list[str], colors: list[str]
) -> None:
    body = {**HOUSE, "name": name, "rooms": rooms, "names": names, "colors": colors}
    assert without_blank_rows(FORM, read(FORM, posted(filled(body)), body)) == body


def test_hidden_and_fixed_values_are_kept() -> None:
    stored = {**HOUSE, "street": "Breite Straße", "built": "1230", "unknown": 1}
    sent = posted(filled(stored)) | {"street": ["Elsewhere"], "built": ["1999"], "unknown": ["2"]}
    assert read(FORM, sent, stored) == stored
    assert read(FORM, {"street": ["New"]}, {})["street"] == "New"


def test_an_empty_field_and_an_absent_section_are_left_out() -> None:
    sent = {"name": ["  "], "notes": [""], "owner": [""], "height": [""], "hall.door": [""], "key": [""]}
    assert read(FORM, sent, {}) == {"colors": [], "guests": [], "rooms": [], "names": []}


def test_surrounding_blanks_are_trimmed_where_they_have_no_meaning() -> None:
    pasted = {"motto": ["\u00a0 Concordia domi\t\r\n"]}
    motto = Widget(name="motto", kind=WidgetKind.TEXT, label="Motto")
    assert read([motto], pasted, {}) == {"motto": "Concordia domi"}
    assert read([replace(motto, text=replace(motto.text, is_literal=True))], {"motto": [" domi "]}, {}) == {
        "motto": " domi "
    }


def test_an_invalid_number_is_left_to_the_model_to_refuse() -> None:
    sent = {"rooms#": ["1"], "rooms[0].beds": ["many"], "height": ["1.5"]}
    body = read(FORM, sent, {})
    assert body["rooms"][0]["beds"] == "many"
    assert body["height"] == pytest.approx(1.5)


def test_an_empty_secret_keeps_its_encrypted_value() -> None:
    assert read(FORM, {"key": [""], "encryptedKey": ["sealed"]}, {})["encryptedKey"] == "sealed"
    assert "encryptedKey" not in read(FORM, {"key": ["new"], "encryptedKey": ["sealed"]}, {})
    assert read(FORM, {"key": [""]}, {"encryptedKey": "stored"})["encryptedKey"] == "stored"
    assert "encryptedKey" not in read(FORM, {"key": ["new"]}, {"encryptedKey": "stored"})


@pytest.mark.parametrize("count", ["-1", "x", "", "99999999999999999999", "²"])
def test_an_invalid_row_count_is_harmless(count: str) -> None:
    assert len(read(FORM, {"names#": [count]}, {})["names"]) == 0


def test_a_row_count_cannot_add_more_rows_than_the_form_has() -> None:
    assert len(read(FORM, {"names#": ["999999999"]}, {})["names"]) == 10_000


def test_rows_are_added_removed_and_moved() -> None:
    body: dict[str, Any] = {"rooms": [{"door": "oak"}, {"door": "elm"}], "names": []}
    assert change_rows(FORM, body, "add", "rooms")
    assert body["rooms"][2] == {"lit": True, "beds": 2}
    assert change_rows(FORM, body, "add", "names")
    assert body["names"] == [""]
    assert change_rows(FORM, body, "down", "rooms[0]")
    assert change_rows(FORM, body, "remove", "rooms[0]")
    assert [room.get("door") for room in body["rooms"]] == ["oak", None]


@pytest.mark.parametrize(
    ("what", "path"),
    [("add", "name"), ("add", "nowhere"), ("remove", "rooms[9]"), ("remove", "name"), ("remove", "rooms[x]")],
)
def test_absent_rows_are_not_changed(what: str, path: str) -> None:
    body: dict[str, Any] = {"name": "x", "rooms": [{"door": "oak"}]}
    assert not change_rows(FORM, body, what, path)
    assert body == {"name": "x", "rooms": [{"door": "oak"}]}


def test_empty_rows_are_not_saved() -> None:
    body = {"rooms": [{"lit": True}, {"door": "oak", "lit": False}], "names": ["", "x", "  "[:0]], "guests": [""]}
    assert without_blank_rows(FORM, body) == {"rooms": [{"door": "oak", "lit": False}], "names": ["x"], "guests": []}
    # A row with only the defaults is empty. It is kept if a box was changed or if it is stored like that.
    new, ticked, stored = {"lit": True, "beds": 2}, {"lit": False, "beds": 2}, {"lit": True, "beds": 2, "size": 1}
    rooms = {"rooms": [new, ticked, stored]}
    assert without_blank_rows(FORM, rooms) == {"rooms": [ticked]}
    assert without_blank_rows(FORM, rooms, {"rooms": [stored]}) == {"rooms": [ticked, stored]}
    assert without_blank_rows(FORM, {"names": ["", "x"]}, {"names": [""]}) == {"names": ["", "x"]}


def test_a_row_with_only_defaults_is_an_empty_row() -> None:
    kept, secret = (
        Widget(name="type", kind=WidgetKind.CARRIED, label="", default="A"),
        Widget(name="p", kind=WidgetKind.SECRET, label=""),
    )
    door = Widget(name="door", kind=WidgetKind.REFERENCE, label="", reference=ReferenceInput(target=Handle("/doors")))
    rows = Widget(
        name="rows",
        kind=WidgetKind.ROWS,
        label="",
        rows=RowsInput(item=Widget(name="", kind=WidgetKind.GROUP, label="", members=(kept, door, secret))),
    )

    def left(*found: dict[str, Any]) -> Any:
        return without_blank_rows((rows,), {"rows": list(found)})["rows"]

    assert left({"type": "A"}, {}) == []
    for row in ({"type": "B"}, {"type": "A", "door": "oak"}, {"type": "A", secret.sealed: "sealed"}):
        assert left(row) == [row]


def test_findings_are_shown_at_their_fields_and_the_others_in_the_summary() -> None:
    form = filled(HOUSE)
    findings = note_errors(
        form,
        [
            FieldError("Too many.", "rooms[1].beds"),
            FieldError("Nobody.", "owner.id"),
            FieldError("Odd.", "nowhere.at[3].all"),
            FieldError("In all.", None),
        ],
    )
    assert [(finding.message, finding.target) for finding in findings] == [
        # They are in the order of the form, where the owner is the first.
        ("Owner: Nobody.", "f-owner"),
        ("Beds: Too many.", "f-rooms-1--beds"),
        ("Odd.", ""),
        ("In all.", ""),
    ]
    rooms = next(shown for shown in form if shown.path == "rooms")
    assert rooms.has_errors
    assert rooms.inner[1].inner[1].errors == ["Too many."]
    assert not rooms.inner[0].has_errors


def test_after_a_change_of_rows_the_next_button_has_the_focus() -> None:
    # The rows after the change: three, and none.
    body: dict[str, Any] = {"rows": [{}, {}, {}], "none": []}
    pressed = {
        ("add", "rows"): "rows[2]",
        ("remove", "rows[1]"): "remove:rows[1]",
        ("remove", "rows[3]"): "remove:rows[2]",
        ("remove", "none[0]"): "add:none",
        ("down", "rows[0]"): "down:rows[1]",
        # The button is disabled for the first or the last row, and the opposite one gets the focus.
        ("down", "rows[1]"): "up:rows[2]",
        ("up", "rows[1]"): "down:rows[0]",
        ("up", "rows[2]"): "up:rows[1]",
    }
    assert {key: row_focus(body, *key) for key in pressed} == pressed
