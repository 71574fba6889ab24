"""Forms of plug-in instances: the widgets that are shown, and the bodies that the API receives for entered values."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.admin.frames.form.plugin_fields import to_api, widget_of, widgets_of
from hanse.admin.frames.form.posted_body import read, without_blank_rows
from hanse.admin.frames.form.uploads import MOST_PARTS, parse_form_with_files
from hanse.admin.frames.form.widget_values import FormFiller, PickerChoices
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.pages.instances import InstanceForm, parents_for
from hanse.config.declare.plugin_fields import Field, Form
from hanse.config.declare.ui.declaration import ItemForm
from hanse.config.declare.ui.model_form import blank, widget_at
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Settings
from hanse.kit.errors import MalformedRequest
from hanse.resources.system.password_validators.resource import UI as VALIDATORS_UI
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.admin.frames.test_posted_body import posted
from tests.support import door_plugins
from tests.support.door_plugins import child, field

Body = dict[str, Any]
OPENER = next(each for each in door_plugins.OPENERS if each.id == "test.opener")
FRAME = Frame(resource=door_plugins.RESOURCE, ui=VALIDATORS_UI, form=ItemForm(), kind=door_plugins.KIND)
PARENTS: Body = {"fields": [field("Host", "hall"), field("Password", encryptedValue="sealed")], "tables": []}
# An instance as the API returns it, with encrypted secrets.
STORED: Body = {
    **door_plugins.body(
        field("Host", "hall"),
        field("Password", encryptedValue="sealed-1"),
        field("Ticked", "true"),
        field("Plan", "QUJD"),
        doors=[{"fields": [field("Number", "1"), field("Code", encryptedValue="sealed-2")], "defaultRow": True}],
    ),
    "lastModified": "2026-01-01T00:00:00.000Z",
}


def form(**changes: Any) -> InstanceForm:
    usual = InstanceForm(
        frame=FRAME,
        type="test.opener",
        plugin=OPENER,
        above=None,
        parent_of_form="",
        parents=parents_for("", ""),
        offers_parents=True,
        is_new=False,
    )
    return replace(usual, **changes)


def submit(shape: InstanceForm, stored: Body, entered: dict[str, str] | None = None) -> Body:
    """Show a form, fill it in and post it; return the body that the API receives."""
    opened = shape.to_form(stored)
    fill = FormFiller(lambda _target, _search, current: PickerChoices((), current), is_new=shape.is_new)
    sent = posted(fill.fill(shape.widgets, opened)) | {name: [value] for name, value in (entered or {}).items()}
    # Rows post their encrypted secrets.
    sent |= {"configuration.t0[0].encryptedC1": ["sealed-2"]}
    before = {} if shape.is_new else opened
    return shape.to_api(without_blank_rows(shape.widgets, shape.completed(read(shape.widgets, sent, before))))


def widget_of_path(shape: InstanceForm, path: str) -> Widget:
    found = widget_at(shape.widgets, path)
    assert found is not None, path
    return found


def test_every_type_of_plug_in_field_has_its_widget() -> None:
    kinds = [each.kind for each in widget_of_path(form(), "configuration").members]
    assert kinds == [
        WidgetKind.TEXT,
        WidgetKind.SECRET,
        WidgetKind.FLAG,
        WidgetKind.CHOICE,
        WidgetKind.REFERENCE,
        WidgetKind.FILE,
        WidgetKind.REFERENCE,
        WidgetKind.ROWS,
    ]
    assert widget_of_path(form(), "configuration.f3").default == "slow"
    assert [each.kind for each in widget_of_path(form(), "configuration.t0[1]").rows.item.members] == [  # type: ignore[union-attr]  # Rows have items.
        WidgetKind.TEXT,
        WidgetKind.SECRET,
        WidgetKind.FLAG,
    ]


def test_a_field_with_a_number_check_is_a_number_field() -> None:
    fields = (Field(name="Port", description="", check=NumberCheck(1, 65_535)), Field(name="Host", description=""))
    assert [widget_of("f0", each).text.is_number for each in fields] == [True, False]


def test_an_unchanged_form_posts_the_stored_values() -> None:
    fields = [
        *STORED["configuration"]["fields"][:3],
        # The form shows the default values and posts them.
        field("Mode", "slow"),
        field("Group"),
        field("Plan", "QUJD"),
        field("Heir"),
    ]
    doors = [{"fields": [field("Number", "1"), field("Code", encryptedValue="sealed-2")], "defaultRow": True}]
    assert submit(form(), STORED) == {
        **STORED,
        "configuration": {"fields": fields, "tables": [{"name": "Doors", "rows": doors}]},
    }


def test_entered_values_replace_stored_ones() -> None:
    sent = submit(form(), STORED, {"configuration.f0": "barn", "configuration.f1": "new", "name": "Back", "id": "x"})
    assert sent["configuration"]["fields"][:2] == [field("Host", "barn"), field("Password", "new")]
    # The ID of an instance cannot be changed.
    assert (sent["name"], sent["id"]) == ("Back", "front")


def test_inherited_values_are_shown_and_not_posted() -> None:
    shape = form(above=PARENTS, parent_of_form="front")
    opened = shape.to_form(child(field("Ticked", "true")))
    assert (opened["configuration"]["f0"], opened["configuration"]["f0Inherited"]) == ("hall", True)
    assert opened["configuration"]["f2Inherited"] is False
    # The page of a child never has its parent's secrets.
    assert "encryptedF1" not in opened["configuration"]
    sent = submit(shape, child(field("Ticked", "true")))["configuration"]
    assert sent["fields"][:3] == [
        field("Host", inherited=True),
        field("Password", inherited=True),
        field("Ticked", "true"),
    ]
    assert sent["tables"] == [{"name": "Doors", "inherited": True}]


def test_after_another_parent_is_chosen_all_unchanged_fields_are_inherited() -> None:
    shape = form(above=PARENTS, is_new=True)
    body = shape.completed({**blank(shape.widgets), "parentRef": {"id": "front"}})
    body["configuration"]["f4"] = "red"
    assert shape.needs_other_fields(body)
    inherited = {name for name, value in body["configuration"].items() if name.endswith("Inherited") and value}
    assert inherited == {f"f{n}Inherited" for n in (0, 1, 2, 3, 5, 6)} | {"t0Inherited"}
    assert body["configuration"]["f0"] == "hall"
    assert not replace(shape, parent_of_form="front").needs_other_fields(body)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("configuration.fields[3].value", "configuration.f3"),
        ("configuration.fields[3].encryptedValue", "configuration.f3"),
        ("configuration.tables[0].rows[2].fields[1].value", "configuration.t0[2].c1"),
        ("configuration.tables[0].rows[2].fields", "configuration.t0[2]"),
        ("configuration.tables[0].rows", "configuration.t0"),
        ("configuration", "configuration"),
        ("pluginDescriptorRef", "_type"),
        ("name", "name"),
    ],
)
def test_findings_are_shown_at_their_fields(path: str, place: str) -> None:
    assert form().form_path(path) == place


def test_core_attributes_are_shown_and_cannot_be_removed() -> None:
    validators = Frame(resource=VALIDATORS, ui=VALIDATORS_UI, form=ItemForm())
    plugin = replace(OPENER, attribute_contract=("username", "mail"), supports_extended_contract=True)
    shape = form(frame=validators, plugin=plugin)
    core = widget_of_path(shape, "attributeContract.coreAttributes")
    assert (core.rows.is_settled, core.rows.item and core.rows.item.members[0].kind) == (True, WidgetKind.FACT)
    names = [{"name": "username"}, {"name": "mail"}]
    extended = {"attributeContract.extendedAttributes#": "1", "attributeContract.extendedAttributes[0].name": "dn"}
    contract = submit(shape, STORED, extended)["attributeContract"]
    assert contract == {"coreAttributes": names, "extendedAttributes": [{"name": "dn"}]}
    # Posted names of core attributes are ignored.
    forged = submit(shape, STORED, {"attributeContract.coreAttributes[0].name": "root"})
    assert forged["attributeContract"]["coreAttributes"] == names
    plain = replace(plugin, supports_extended_contract=False)
    assert [each.name for each in widget_of_path(replace(shape, plugin=plain), "attributeContract").members] == [
        "coreAttributes"
    ]


def test_an_instance_whose_plug_in_is_missing_keeps_its_settings() -> None:
    shape = form(type="gone", plugin=None)
    assert widget_at(shape.widgets, "configuration") is None
    sent = submit(shape, STORED)
    assert (sent["configuration"], sent["pluginDescriptorRef"]) == (STORED["configuration"], {"id": "gone"})


def multipart(*parts: tuple[str, bytes]) -> bytes:
    made = [b"--edge\r\nContent-Disposition: form-data; " + head.encode() + b"\r\n\r\n" + v for head, v in parts]
    return b"\r\n".join([*made, b"--edge--\r\n"])


TYPE = "multipart/form-data; boundary=edge"


@given(st.binary(max_size=60).filter(lambda content: b"--edge" not in content))
@settings(max_examples=60, deadline=None)
def test_uploaded_files_are_read_byte_for_byte(content: bytes) -> None:
    sent = multipart(('name="configuration.f5"; filename="a b.bin"', content), ('name="name"', "Tür".encode()))
    found = parse_form_with_files(TYPE, sent)
    assert Settings("", {"f": found["configuration.f5"][0]}, {}).file("f") == content
    assert found["name"] == ["Tür"]


def test_a_missing_file_is_absent_and_malformed_forms_are_refused() -> None:
    assert parse_form_with_files(TYPE, multipart(('name="f"; filename=""', b""), ('name="f"', b"kept"))) == {
        "f": ["kept"]
    }
    for broken in (b"", b"--edge", multipart(("filename=x", b"1")), multipart(('name="f"', b"\xff"))):
        with pytest.raises(MalformedRequest):
            parse_form_with_files(TYPE, broken)
    with pytest.raises(MalformedRequest):
        parse_form_with_files("multipart/form-data", multipart(('name="f"', b"1")))


@pytest.mark.parametrize(
    "head",
    [
        'name="' + "a;" * 1_000_000 + '"',
        'name="f"' + ';a*0="x"' * 200_000,
        'name="' + "=?utf-8?q?x?= " * 200_000 + '"',
        "(" * 1_000_000,
        'name="f"' + "\r\nA: b" * 500_000,
    ],
    ids=lambda head: head[:12],
)
def test_oversized_part_headers_are_refused_cheaply(head: str) -> None:
    with pytest.raises(MalformedRequest):
        parse_form_with_files(TYPE, multipart((head, b"1")))


def test_the_number_of_parts_is_limited_and_parts_cannot_be_nested() -> None:
    assert len(parse_form_with_files(TYPE, multipart(*[('name="f"', b"")] * MOST_PARTS))["f"]) == MOST_PARTS
    with pytest.raises(MalformedRequest):
        parse_form_with_files(TYPE, multipart(*[('name="f"', b"")] * (MOST_PARTS + 1)))
    inner = b"".join(b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(3_000))
    with pytest.raises(MalformedRequest):
        parse_form_with_files("multipart/form-data; boundary=b0", inner)
    assert parse_form_with_files('Multipart/Form-Data; boundary="edge"', multipart(('name="a%22b"', b"%22"))) == {
        'a"b': ["%22"]
    }


def test_fields_of_features_that_are_absent_are_hidden_and_keep_their_values() -> None:
    """They cannot be entered; the API receives their default values."""
    lacking = (
        Field(name="Profile", description="Whose.", lacks="profiles"),
        Field(name="Timeout", description="How long.", default="500", lacks="calls to wait for"),
    )
    form = Form(fields=(*lacking, Field(name="Host", description="Where.")))
    assert [widget.label for widget in widgets_of(form, has_parent=False)] == ["Host"]
    assert to_api(form, {"f0": "entered", "f2": "hall"})["fields"] == [
        {"name": "Profile"},
        {"name": "Timeout", "value": "500"},
        {"name": "Host", "value": "hall"},
    ]
