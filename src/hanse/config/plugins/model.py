"""A plug-in instance in the form of the API and the store, which is the same for all kinds."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, Filterable, Lineage, ResourceId, ResourceLink, Searchable, Secret
from hanse.config.declare.types import Moment, Name

Inherited = Annotated[
    bool | None,
    Field(
        description="Inherit the value of the parent instance, as for members that are left out. "
        "Other values are then not "
        "stored."
    ),
]

MOST_FIELDS, MOST_TABLES, MOST_ROWS = 200, 50, 2000

# The columns of lists of instances, in addition to the name and the type.
INSTANCE_COLUMNS = ("id", "parentRef", "lastModified")


class ConfigField(ConfigModel):
    """The value of a field. For a secret only `encryptedValue` is returned.

    A client that sends it back unchanged keeps the secret; an empty `encryptedValue` removes it.
    """

    name: Annotated[str, Field(title="Name", max_length=256)]
    # Encrypted if the plug-in's field is a secret: see `StorageOptions.is_secret`.
    value: Annotated[str | None, Field(title="Value", max_length=1_000_000), Secret(clearable=True)] = None
    encrypted_value: Annotated[str | None, Field(max_length=2_000_000)] = None
    inherited: Annotated[Inherited, Field(title="Inherited")] = None


class ConfigRow(ConfigModel):
    """One row of a table."""

    fields: Annotated[list[ConfigField], Field(title="Fields", max_length=MOST_FIELDS)]
    default_row: Annotated[bool | None, Field(title="Default row")] = None


class ConfigTable(ConfigModel):
    """A table's rows, in their order."""

    name: Annotated[str, Field(title="Name", max_length=256)]
    rows: Annotated[list[ConfigRow], Field(title="Rows", max_length=MOST_ROWS, default_factory=list)]
    inherited: Annotated[Inherited, Field(title="Inherited")] = None


class PluginConfiguration(ConfigModel):
    """The settings of an instance."""

    tables: Annotated[list[ConfigTable], Field(title="Tables", max_length=MOST_TABLES, default_factory=list)]
    fields: Annotated[list[ConfigField], Field(title="Fields", max_length=MOST_FIELDS, default_factory=list)]


class PluginInstance(ConfigModel):
    """Base class of all instances; a kind's own model derives from it."""

    id: Annotated[
        ResourceId | None,
        Field(
            title="ID", description="Identifies the instance in the API and in policies. It cannot be changed later."
        ),
    ] = None
    name: Annotated[Name, Field(title="Name"), Searchable()]
    plugin_descriptor_ref: Annotated[ResourceLink, Field(title="Type"), Filterable(by="id")]
    # An instance of the same plug-in from which missing values are inherited (`inheritance`).
    parent_ref: Annotated[ResourceLink | None, Field(title="Parent"), Lineage()] = None
    configuration: Annotated[PluginConfiguration, Field(title="Configuration")]
    last_modified: Annotated[Moment | None, Field(title="Last modified")] = None


def plugin_id_of(body: Mapping[str, Any]) -> str:
    """Return the id of an instance's plug-in; empty for an item that is no instance."""
    return str((body.get("pluginDescriptorRef") or {}).get("id") or "")
