"""Plug-in instances: fields are validated at their paths, secrets are encrypted, and references are checked."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.declare.plugin_fields import Field, Form
from hanse.config.plugins import plugin as plugins_module
from hanse.config.plugins.descriptors import describe_form
from hanse.config.plugins.plugin import Plugin, PluginSet
from hanse.config.plugins.rules import digests_in, secrets_in
from hanse.kit.errors import ValidationFailed
from tests.support import toy_resources
from tests.support.clock import ManualClock
from tests.support.configurations import create, delete, read, replace
from tests.support.door_plugins import FORM, KIND, OPENERS, RESOURCE, Body, body, field, make, row


def errors(configuration: Configuration, sent: Body) -> list[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as refused:
        create(configuration, RESOURCE, sent)
    return [(error.field_path, error.error_id) for error in refused.value.errors]


def test_secrets_are_encrypted_and_the_rest_is_readable(configuration: Configuration) -> None:
    stored = create(configuration, RESOURCE, body()).body
    host, password, group = stored["configuration"]["fields"]
    assert (host, group) == (field("Host", "hall"), field("Group", "red"))
    assert set(password) == {"name", "encryptedValue"}
    number, code = stored["configuration"]["tables"][0]["rows"][1]["fields"]
    assert (number["value"], set(code)) == ("2", {"name", "encryptedValue"})
    assert "clear-" not in str(read(configuration, RESOURCE, "front"))


def test_plug_ins_get_decrypted_secrets_and_defaults(configuration: Configuration) -> None:
    create(configuration, RESOURCE, body())
    with configuration.reading() as view:
        settings = KIND.made(view, "front")
    assert settings.values == {"Host": "hall", "Password": "clear-1", "Mode": "slow", "Group": "red"}
    assert settings.rows("Doors") == [{"Number": "1", "Code": "clear-2"}, {"Number": "2", "Code": "clear-3"}]


def test_a_secret_is_kept_when_omitted_or_sent_back_and_moves_with_its_row(configuration: Configuration) -> None:
    stored = create(configuration, RESOURCE, body()).body
    first, second = stored["configuration"]["tables"][0]["rows"]
    left_out = [field("Host", "hall"), field("Password")]
    replace(configuration, RESOURCE, "front", body(*left_out, doors=[second, first]))
    with configuration.reading() as view:
        settings = KIND.made(view, "front")
    assert settings.text("Password") == "clear-1"
    assert [each["Code"] for each in settings.rows("Doors")] == ["clear-3", "clear-2"]


def test_sending_back_the_same_configuration_changes_nothing(configuration: Configuration, clock: ManualClock) -> None:
    stored = create(configuration, RESOURCE, body())
    clock.advance(hours=1)
    assert replace(configuration, RESOURCE, "front", stored.body) == stored
    changed = replace(configuration, RESOURCE, "front", {**stored.body, "name": "Back"})
    assert (stored.body["lastModified"], changed.body["lastModified"]) == (
        "2026-11-21T08:30:00.000Z",
        "2026-11-21T09:30:00.000Z",
    )


@pytest.mark.parametrize(
    ("fields", "path", "error_id"),
    [
        ([field("Password", "p")], "configuration.fields", "required_field"),
        ([field("Host"), field("Password", "p")], "configuration.fields[0].value", "required_field"),
        ([field("Host", ""), field("Password", "p")], "configuration.fields[0].value", "required_field"),
        ([field("Host", "h"), field("Password")], "configuration.fields[1].value", "required_field"),
        ([field("Host", "h" * 21), field("Password", "p")], "configuration.fields[0].value", "invalid_value"),
        (
            [field("Host", "h"), field("Host", "i"), field("Password", "p")],
            "configuration.fields[0].name",
            "value_in_use",
        ),
        (
            [field("Host", "h"), field("Password", "p"), field("X", "y")],
            "configuration.fields[2].name",
            "unknown_field",
        ),
        (
            [field("Host", "h"), field("Password", "p"), field("Mode", "odd")],
            "configuration.fields[2].value",
            "invalid_value",
        ),
        (
            [field("Host", "h"), field("Password", "p"), field("Ticked", "yes")],
            "configuration.fields[2].value",
            "invalid_value",
        ),
        (
            [field("Host", encryptedValue="x"), field("Password", "p")],
            "configuration.fields[0].encryptedValue",
            "unknown_field",
        ),
        (
            [field("Host", "h"), field("Password", "p"), field("Group", "gone")],
            "configuration.fields[2].value",
            "reference_not_found",
        ),
        ([field("Host", "nowhere"), field("Password", "p")], "configuration", "invalid_configuration"),
        (
            [field("Host", "h"), field("Password", "p"), field("Heir", "gone")],
            "configuration.fields[2].value",
            "reference_not_found",
        ),
        (
            [field("Host", "h"), field("Password", "p"), field("Plan", "!")],
            "configuration.fields[2].value",
            "invalid_value",
        ),
        (
            [field("Host", "h"), field("Password", "p"), field("Plan", "b" * 16)],
            "configuration.fields[2].value",
            "invalid_value",
        ),
    ],
)
def test_fields_are_validated(configuration: Configuration, fields: list[Body], path: str, error_id: str) -> None:
    assert (path, error_id) in errors(configuration, body(*fields))


def test_tables_are_validated(configuration: Configuration) -> None:
    no_default = [row("1", "a"), {"fields": [field("Code", "b")]}]
    assert errors(configuration, body(doors=no_default)) == [
        ("configuration.tables[0].rows[1].fields", "required_field"),
        ("configuration.tables[0].rows", "required_field"),
    ]
    sent = body()
    sent["configuration"]["tables"] = [{"name": "Windows", "rows": []}]
    assert errors(configuration, sent) == [
        ("configuration.tables[0].name", "unknown_field"),
        ("configuration.tables", "required_field"),
    ]


def test_unknown_plug_ins_are_refused(configuration: Configuration) -> None:
    unknown = body(pluginDescriptorRef={"id": "test.none"})
    assert errors(configuration, unknown) == [("pluginDescriptorRef", "reference_not_found")]


def test_an_item_that_a_field_refers_to_is_in_use(configuration: Configuration) -> None:
    create(configuration, RESOURCE, body())
    with configuration.reading() as view:
        assert [(use.id, use.path) for use in view.used_by(toy_resources.GROUPS, "red")] == [
            ("front", "configuration.fields[2].value")
        ]
    with pytest.raises(ValidationFailed, match="in use"):
        delete(configuration, toy_resources.GROUPS, "red")


def test_descriptors_have_the_members_of_the_contract() -> None:
    described = describe_form(FORM).model_dump(mode="json", by_alias=True, exclude_none=True)
    assert described["fields"][1]["encrypted"] is True
    assert described["fields"][3] == {
        "type": "SELECT",
        "name": "Mode",
        "label": "Mode",
        "description": "How.",
        "defaultValue": "slow",
        "defaultForLegacyConfig": "slow",
        "advanced": False,
        "required": False,
        "optionValues": [{"name": "Fast", "value": "fast"}, {"name": "Slow", "value": "slow"}],
    }
    assert (described["tables"][0]["requireDefaultRow"], described["actionDescriptors"]) == (True, [])


class Entry:
    """The entry point of an installed package, with its plug-in or the error of its import."""

    name, value = "other", "package:PLUGIN"

    def __init__(self, plugin: Any) -> None:
        self._plugin = plugin

    def load(self) -> Any:
        if isinstance(self._plugin, Exception):
            raise self._plugin
        return self._plugin


def test_installed_packages_add_plug_ins_and_broken_ones_do_not_stop_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    third = Plugin(kind="opener", id="third.opener", name="A third", form=Form(), make=make)
    clash = Plugin(kind="opener", id="test.opener", name="Clash", form=Form(), make=make)
    other = Plugin(kind="closer", id="third.closer", name="Other", form=Form(), make=make)
    entries = [Entry(each) for each in (third, clash, other, ImportError("gone"), "no plug-in")]
    monkeypatch.setattr(plugins_module, "entry_points", lambda group: entries if group == "hanse.plugins" else [])
    found = PluginSet("opener", OPENERS)
    assert [plugin.id for plugin in found] == ["third.opener", "test.opener", "test.other", "test.plain"]
    assert found.get("test.opener") is OPENERS.get("test.opener")


def test_the_secrets_of_a_long_table_are_found_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = 0
    found = Form.field

    def counted(form: Form, name: str, table: str | None = None) -> Field | None:
        nonlocal reads
        reads += 1
        return found(form, name, table)

    monkeypatch.setattr(Form, "field", counted)
    document = body(doors=[row(str(number), "secret") for number in range(200)])
    fields = [each for entry in document["configuration"]["tables"][0]["rows"] for each in entry["fields"]]
    is_secret, digest_of = secrets_in(document, OPENERS), digests_in(document, OPENERS)
    assert [is_secret(each) for each in fields] == [each["name"] == "Code" for each in fields]
    assert not any(map(digest_of, fields))
    assert reads <= 2 * (len(fields) + len(document["configuration"]["fields"]))
