"""A plug-in kind for tests, which opens doors. It has fields of many types, secrets, a table, references and
actions."""

from collections.abc import Mapping
from typing import Any

from hanse.config.declare.access import Area
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import ResourceText
from hanse.config.declare.plugin_fields import Field, FieldType, Form, Option, Table
from hanse.config.plugins.actions import Action, Download
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import PluginInstance
from hanse.config.plugins.plugin import Plugin, PluginSet, Settings
from tests.support import toy_resources

Body = dict[str, Any]
PICK = Field(
    name="Mode",
    description="How.",
    type=FieldType.SELECT,
    options=(Option("Fast", "fast"), Option("Slow", "slow")),
    default="slow",
)
FORM = Form(
    description="Opens doors.",
    fields=(
        Field(name="Host", description="Where.", required=True, maximum_length=20),
        Field(name="Password", description="Proof.", encrypted=True, required=True),
        Field(name="Ticked", description="Or not.", type=FieldType.CHECK_BOX),
        PICK,
        Field(name="Group", description="Whose.", reference=toy_resources.GROUPS),
        Field(name="Plan", description="Where the doors are.", type=FieldType.UPLOAD_FILE, maximum_bytes=10),
        Field(name="Heir", description="Then.", type=FieldType.FILTERABLE_SELECT, reference=toy_resources.GROUPS),
    ),
    tables=(
        Table(
            name="Doors",
            description="Which.",
            columns=(
                Field(name="Number", description="One.", required=True),
                Field(name="Code", description="Opens it.", encrypted=True),
            ),
            require_default_row=True,
        ),
    ),
)


class NotOpening(ValueError):
    """The door stays shut."""


def make(settings: Settings) -> Settings:
    """Return the settings; raises ValueError for two invalid combinations."""
    if settings.text("Host") == "nowhere":
        raise ValueError("Nobody lives there.")
    if settings.text("Host") == "ruin" and settings.text("Mode") == "fast":
        raise ValueError("Not so fast.")
    return settings


def _open(opener: Settings, parameters: Mapping[str, str]) -> str:
    door = parameters["Door"]
    if door not in (row["Number"] for row in opener.rows("Doors")):
        raise NotOpening(f"There is no door {door}.")
    return f"Door {door} of {opener.text('Host')} is open, {parameters['Speed']}ly."


def _map(opener: Settings, _parameters: Mapping[str, str]) -> Download:
    return Download(opener.file("Plan"), "plan of doors.txt", "text/plain")


ACTIONS = (
    Action(
        id="open",
        name="Open",
        description="Opens a door.",
        run=_open,
        parameters=(
            Field(name="Door", description="Which.", required=True, maximum_length=3),
            Field(name="Speed", description="How.", default="slow"),
        ),
    ),
    Action(
        id="plan",
        name="Plan",
        description="Where doors are.",
        run=_map,
        download=True,
        file_name="plan of doors.txt",
        content_type="text/plain",
    ),
)
OPENERS = PluginSet(
    "opener",
    (
        Plugin(kind="opener", id="test.opener", name="Opener", form=FORM, make=make, actions=ACTIONS),
        Plugin(kind="opener", id="test.other", name="Other", form=FORM, make=make),
        # Without secrets, so `make` is called for every save.
        Plugin(kind="opener", id="test.plain", name="Plain", form=Form(fields=(FORM.fields[0], PICK)), make=make),
    ),
)
KIND = plugin_kind(
    handle=Handle("/openers"),
    model=PluginInstance,
    plugins=OPENERS,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Openers", description="Doors."),
    has_actions=True,
)
RESOURCE = KIND.resource


def field(name: str, value: str | None = None, **more: Any) -> Body:
    """Return a field of a body."""
    return {"name": name, **({} if value is None else {"value": value}), **more}


def row(number: str, code: str, **more: Any) -> Body:
    """Return a row of doors."""
    return {"fields": [field("Number", number), field("Code", code)], **more}


DOORS = {"name": "Doors", "rows": [row("1", "clear-2", defaultRow=True), row("2", "clear-3")]}


def body(*fields: Body, doors: list[Body] | None = None, **more: Any) -> Body:
    """Return the body of an instance."""
    return {
        "id": "front",
        "name": "Front",
        "pluginDescriptorRef": {"id": "test.opener"},
        "configuration": {
            "fields": list(fields) or [field("Host", "hall"), field("Password", "clear-1"), field("Group", "red")],
            "tables": [{"name": "Doors", "rows": doors} if doors else DOORS],
        },
        **more,
    }


def child(*fields: Body, parent: str = "front", id_: str = "child", tables: list[Body] | None = None) -> Body:
    """Return the body of an instance with a parent."""
    return {
        "id": id_,
        "name": id_.title(),
        "pluginDescriptorRef": {"id": "test.opener"},
        "parentRef": {"id": parent},
        "configuration": {"fields": list(fields), "tables": tables or []},
    }
