"""An instance of a plug-in as the API and the store have it; the same for all kinds."""

from typing import Annotated

from pydantic import Field

from hanse.config.fields import ConfigModel, Filterable, Lineage, ResourceId, ResourceLink, Searchable, Secret
from hanse.config.types import Moment, Name

Inherited = Annotated[
    bool | None,
    Field(
        description="Whether what the parent has counts, as it does for what is left out. Nothing else is kept then."
    ),
]

MOST_FIELDS, MOST_TABLES, MOST_ROWS = 200, 50, 2000


class ConfigField(ConfigModel):
    """One field's value. Of a secret only `encryptedValue` is answered.

    Sent back as it is, the secret stays; sent empty, it goes.
    """

    name: Annotated[str, Field(max_length=256)]
    # Sealed where the plug-in's field is a secret: `Resource.is_secret` says which are.
    value: Annotated[str | None, Field(max_length=1_000_000), Secret(clearable=True)] = None
    encrypted_value: Annotated[str | None, Field(max_length=2_000_000)] = None
    inherited: Inherited = None


class ConfigRow(ConfigModel):
    """One row of a table."""

    fields: Annotated[list[ConfigField], Field(max_length=MOST_FIELDS)]
    default_row: bool | None = None


class ConfigTable(ConfigModel):
    """A table's rows, in their order."""

    name: Annotated[str, Field(max_length=256)]
    rows: Annotated[list[ConfigRow], Field(max_length=MOST_ROWS, default_factory=list)]
    inherited: Inherited = None


class PluginConfiguration(ConfigModel):
    """What is set at an instance."""

    tables: Annotated[list[ConfigTable], Field(max_length=MOST_TABLES, default_factory=list)]
    fields: Annotated[list[ConfigField], Field(max_length=MOST_FIELDS, default_factory=list)]


class PluginInstance(ConfigModel):
    """What all instances have; a kind's own model derives from it."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Searchable()]
    plugin_descriptor_ref: Annotated[ResourceLink, Field(title="Type"), Filterable(by="id")]
    # An instance of the same plug-in; what is not set here is as it is there (`inheritance`).
    parent_ref: Annotated[ResourceLink | None, Field(title="Parent"), Lineage()] = None
    configuration: PluginConfiguration
    last_modified: Moment | None = None
