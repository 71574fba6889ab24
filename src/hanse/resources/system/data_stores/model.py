"""The stored form of a data store, with the fields of all types. Each type uses its own fields."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from hanse.config.declare.fields import (
    ConfigModel,
    Filterable,
    Lineage,
    ResourceId,
    ResourceLink,
    Searchable,
    Secret,
    ServerSet,
    Unique,
)
from hanse.config.declare.types import Moment, Name
from hanse.config.declare.validation_messages import refusal
from hanse.config.plugins.model import PluginConfiguration
from hanse.data_stores.jdbc import DRIVERS
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import message
from hanse.resources.system.data_stores.ldap_model import LdapMembers
from hanse.resources.system.data_stores.limits import (
    MOST_SETS,
    WARM_CONNECTIONS,
    Connections,
    DefaultSet,
    FewestConnections,
    Milliseconds,
    NodeTags,
)

_Address = Annotated[str, Field(min_length=1, max_length=2048)]


class DataStoreType(Labeled):
    """Types of data stores that this server supports."""

    LDAP = "LDAP", "LDAP"
    JDBC = "JDBC", "JDBC"
    CUSTOM = "CUSTOM", "Custom"


# The type of the API contract that this server does not support.
_FOREIGN = "PING_ONE_LDAP_GATEWAY"


def _check_known(value: Any) -> Any:
    if value == _FOREIGN:
        text = message("Data stores of the type {type} are not supported. Use LDAP, JDBC or CUSTOM.", type=value)
        raise refusal("unsupported_type", text)
    return value


class JdbcTagConfig(ConfigModel):
    """The database for nodes with certain tags."""

    connection_url: Annotated[
        _Address, Field(title="JDBC URL", description="JDBC URL of the database, for nodes with these tags.")
    ]
    tags: NodeTags = None
    default_source: Annotated[
        DefaultSet, Field(description="Used for nodes whose tags match no other data source.")
    ] = False


class _Jdbc(ConfigModel):
    """The connection settings of a database."""

    connection_url: Annotated[
        str | None,
        Field(
            title="JDBC URL",
            max_length=2048,
            description="JDBC URL of the database, such as "
            f"{' or '.join(driver.example for driver in DRIVERS.values())}.",
        ),
    ] = None
    connection_url_tags: Annotated[
        list[JdbcTagConfig] | None,
        Field(
            title="JDBC URLs by Node Tags",
            description="A node uses the first URL that has one of its tags. If none has, it uses "
            "the default, which is the "
            "JDBC URL above.",
            max_length=MOST_SETS,
        ),
    ] = None
    driver_class: Annotated[
        str | None, Field(title="Driver Class", description="Type of the database.", max_length=256)
    ] = None
    user_name: Annotated[str | None, Field(title="Username", description="Database user.", max_length=256)] = None
    validate_connection_sql: Annotated[
        str | None,
        Field(
            title="Validate Connection SQL", max_length=1024, description="Read-only statement that tests a connection."
        ),
    ] = None
    allow_multi_value_attributes: Annotated[
        bool | None,
        Field(
            title="Allow Multi-Value Attributes",
            description="Return the values of all rows that are found. If off, only the first row is used.",
        ),
    ] = None
    min_pool_size: Annotated[
        FewestConnections | None, Field(title="Minimum Pool Size", description=WARM_CONNECTIONS)
    ] = None
    max_pool_size: Annotated[
        Connections | None, Field(title="Maximum Pool Size", description="Maximum number of connections per node.")
    ] = None
    blocking_timeout: Annotated[
        Milliseconds | None,
        Field(
            title="Blocking Timeout (milliseconds)",
            description="Maximum time to wait for a connection, and for a statement.",
        ),
    ] = None
    idle_timeout: Annotated[
        int | None,
        Field(
            title="Idle Timeout (minutes)",
            description="Close a connection after this time without use, in minutes.",
            ge=1,
            le=10_080,
        ),
    ] = None


class _Custom(ConfigModel):
    """The settings of a data store that a plug-in implements."""

    plugin_descriptor_ref: Annotated[
        ResourceLink | None, Field(title="Type", description="Plug-in of a custom data store."), Filterable(by="id")
    ] = None
    # An instance of the same plug-in from which missing values are inherited.
    parent_ref: Annotated[ResourceLink | None, Field(title="Parent"), Lineage()] = None
    configuration: Annotated[PluginConfiguration | None, Field(title="Configuration")] = None


class DataStore(LdapMembers, _Jdbc, _Custom):
    """A data store."""

    type: Annotated[DataStoreType, BeforeValidator(_check_known), Field(title="Type"), Filterable()]
    id: Annotated[
        ResourceId | None,
        Field(
            title="ID", description="Identifies the instance in the API and in policies. It cannot be changed later."
        ),
    ] = None
    name: Annotated[
        Name | None, Field(title="Name"), Unique("This name is already in use.", exact=True), Searchable()
    ] = None
    mask_attribute_values: Annotated[
        bool | None,
        Field(title="Mask Values in Log", description="Mask this data store's values in logs."),
    ] = None
    password: Annotated[
        str | None,
        Field(title="Password", description="Password of the database user.", max_length=4096),
        Secret(clearable=True),
    ] = None
    encrypted_password: Annotated[str | None, Field(max_length=65_536)] = None
    last_modified: Annotated[Moment | None, Field(title="Last modified"), ServerSet()] = None


def _names(model: type[ConfigModel]) -> frozenset[str]:
    return frozenset(info.alias or name for name, info in model.model_fields.items())


# The fields of each type, by their names in JSON.
MEMBERS = {
    DataStoreType.LDAP: _names(LdapMembers),
    DataStoreType.JDBC: _names(_Jdbc),
    DataStoreType.CUSTOM: _names(_Custom),
}
# Default values of fields that are left out; the names are Python's.
DEFAULTS: dict[DataStoreType, dict[str, Any]] = {
    DataStoreType.LDAP: {
        "bind_anonymously": False,
        "use_ssl": False,
        "use_start_tls": False,
        "verify_host": True,
        "follow_ldap_referrals": False,
        "retry_failed_operations": False,
        "test_on_borrow": False,
        "test_on_return": False,
        "time_between_evictions": 60_000,
        "use_dns_srv_records": False,
        "ldap_dns_srv_prefix": "_ldap._tcp",
        "ldaps_dns_srv_prefix": "_ldaps._tcp",
        "dns_ttl": 60_000,
        "create_if_necessary": True,
        "min_connections": 10,
        "max_connections": 100,
        "max_wait": -1,
        "connection_timeout": 3000,
        "read_timeout": 3000,
        "binary_attributes": [],
        "mask_attribute_values": False,
    },
    DataStoreType.JDBC: {
        "allow_multi_value_attributes": False,
        "min_pool_size": 10,
        "max_pool_size": 100,
        "blocking_timeout": 5000,
        "idle_timeout": 5,
        "mask_attribute_values": False,
    },
    DataStoreType.CUSTOM: {"mask_attribute_values": False},
}
