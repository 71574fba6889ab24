"""What is stored of a data store: the members of all types, of which each uses its own."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.fields import (
    ConfigModel,
    Filterable,
    ResourceId,
    ResourceLink,
    Searchable,
    Secret,
    ServerSet,
    ShortText,
    Unique,
)
from hanse.config.types import Moment, Name
from hanse.sources.jdbc import DRIVERS

MOST_HOSTS = 32
MOST_BINARY = 200
_MOST_SETS = 100
LONGEST_WAIT = 600_000
_LONGEST_INTERVAL = 86_400_000
Milliseconds = Annotated[int, Field(ge=1, le=LONGEST_WAIT)]
Connections = Annotated[int, Field(ge=1, le=1_000)]
_Fewest = Annotated[int, Field(ge=0, le=1_000)]
_Waiting = Annotated[int, Field(ge=-1, le=LONGEST_WAIT)]
_HostNames = list[Annotated[str, Field(min_length=1, max_length=260)]]
_Address = Annotated[str, Field(min_length=1, max_length=2048)]
_Tags = Annotated[
    str | None,
    Field(title="Tags", max_length=1024, description="Of nodes, with commas or blanks between them."),
]
_Default = Annotated[bool | None, Field(title="Default")]
_WARM = "So many are opened with the first search, in the background, so that later ones need not wait."
_NO_LIMIT = "0 and -1 are as long as it can be said: ten minutes."
_IN_ALL = "For one server; 0 and -1 set no limit. All servers together have half a minute until a connection works."


class DataStoreType(StrEnum):
    """The types there are here."""

    LDAP = "LDAP"
    JDBC = "JDBC"


# Types of the contract that there are not here.
_FOREIGN = ("CUSTOM", "PING_ONE_LDAP_GATEWAY")


def _check_known(value: Any) -> Any:
    if value in _FOREIGN:
        message = "This server has no data stores of the type {type}. It has directories (LDAP) and databases (JDBC)."
        raise PydanticCustomError("unsupported_type", message, {"type": value})
    return value


class LdapType(StrEnum):
    """The contract's kinds of directories; the one here that is known to be different is none."""

    ACTIVE_DIRECTORY = "ACTIVE_DIRECTORY"
    ORACLE_DIRECTORY_SERVER = "ORACLE_DIRECTORY_SERVER"
    ORACLE_UNIFIED_DIRECTORY = "ORACLE_UNIFIED_DIRECTORY"
    UNBOUNDID_DS = "UNBOUNDID_DS"
    PING_DIRECTORY = "PING_DIRECTORY"
    PING_DS = "PING_DS"
    GENERIC = "GENERIC"


class LdapTagConfig(ConfigModel):
    """The servers that nodes with some tags ask."""

    hostnames: Annotated[_HostNames, Field(title="Hostname(s)", min_length=1, max_length=MOST_HOSTS)]
    tags: _Tags = None
    default_source: _Default = False


class JdbcTagConfig(ConfigModel):
    """The database that nodes with some tags ask."""

    connection_url: Annotated[_Address, Field(title="JDBC URL")]
    tags: _Tags = None
    default_source: _Default = False


class _Ldap(ConfigModel):
    """How a directory is reached."""

    hostnames: Annotated[
        _HostNames | None,
        Field(
            title="Hostname(s)",
            description="Tried in turn; each may have a port, as in ldap.example.com:1389.",
            max_length=MOST_HOSTS,
        ),
    ] = None
    hostnames_tags: Annotated[
        list[LdapTagConfig] | None,
        Field(
            title="Hostnames by Node Tags",
            description="A node asks the first set with one of its tags, or else the default, which the hostnames are.",
            max_length=_MOST_SETS,
        ),
    ] = None
    use_dns_srv_records: Annotated[
        bool | None,
        Field(
            title="Use DNS SRV Record",
            description="The hostnames are then domains, whose records name the servers. A server's certificate has to "
            "be for a name in its domain, as DNS itself proves nothing.",
        ),
    ] = None
    ldap_dns_srv_prefix: Annotated[
        ShortText | None, Field(title="LDAP DNS SRV Record Prefix", description="Without LDAPS.")
    ] = None
    ldaps_dns_srv_prefix: Annotated[
        ShortText | None, Field(title="LDAPS DNS SRV Record Prefix", description="With LDAPS.")
    ] = None
    dns_ttl: Annotated[
        int | None,
        Field(
            title="DNS TTL (milliseconds)",
            description="How long records are used at most; they may say less themselves.",
            ge=0,
            le=_LONGEST_INTERVAL,
        ),
    ] = None
    client_tls_certificate_ref: Annotated[ResourceLink | None, Field(title="Client TLS Certificate")] = None
    ldap_type: Annotated[LdapType | None, Field(title="LDAP Type")] = None
    bind_anonymously: Annotated[bool | None, Field(title="Bind Anonymously")] = None
    user_dn: Annotated[
        str | None, Field(alias="userDN", title="User DN", max_length=1024, description="Whom searches are made as.")
    ] = None
    use_ssl: Annotated[bool | None, Field(title="Use LDAPS")] = None
    use_start_tls: Annotated[bool | None, Field(alias="useStartTLS", title="Use StartTLS")] = None
    verify_host: Annotated[
        bool | None,
        Field(
            title="Verify LDAPS Hostname",
            description="Whether the certificate has to be for the hostname it answers at.",
        ),
    ] = None
    follow_ldap_referrals: Annotated[
        bool | None,
        Field(
            alias="followLDAPReferrals",
            title="Follow LDAP Referrals",
            description="Other servers are asked anonymously: the password is for this directory alone.",
        ),
    ] = None
    retry_failed_operations: Annotated[
        bool | None,
        Field(title="Retry Failed Operations", description="On a new connection, once, when one turns out to be dead."),
    ] = None
    test_on_borrow: Annotated[bool | None, Field(title="Test Connection on Borrow")] = None
    test_on_return: Annotated[bool | None, Field(title="Test Connection on Return")] = None
    time_between_evictions: Annotated[
        int | None,
        Field(
            title="Time Between Evictions (milliseconds)",
            description="After so long in the pool a connection is tested before it is used; 0 and -1 are never.",
            ge=-1,
            le=_LONGEST_INTERVAL,
        ),
    ] = None
    create_if_necessary: Annotated[
        bool | None,
        Field(
            title="Create New Connection If Necessary",
            description="Whether more than the maximum are made for a while when all are in use.",
        ),
    ] = None
    min_connections: Annotated[_Fewest | None, Field(title="Minimum Connections", description=_WARM)] = None
    max_connections: Annotated[Connections | None, Field(title="Maximum Connections")] = None
    max_wait: Annotated[
        _Waiting | None,
        Field(
            title="Maximum Wait (milliseconds)", description="For a connection; -1 is as long as connecting may take."
        ),
    ] = None
    connection_timeout: Annotated[
        _Waiting | None, Field(title="Connection Timeout (milliseconds)", description=_IN_ALL)
    ] = None
    read_timeout: Annotated[_Waiting | None, Field(title="Read Timeout (milliseconds)", description=_NO_LIMIT)] = None
    binary_attributes: Annotated[
        list[ShortText] | None,
        Field(
            title="Binary Attributes",
            description="Attributes whose values are given in base64.",
            max_length=MOST_BINARY,
        ),
    ] = None


class _Jdbc(ConfigModel):
    """How a database is reached."""

    connection_url: Annotated[
        str | None,
        Field(
            title="JDBC URL",
            max_length=2048,
            description=f"Such as {' or '.join(driver.example for driver in DRIVERS.values())}.",
        ),
    ] = None
    connection_url_tags: Annotated[
        list[JdbcTagConfig] | None,
        Field(
            title="JDBC URLs by Node Tags",
            description="A node asks the first with one of its tags, or else the default, which the JDBC URL is.",
            max_length=_MOST_SETS,
        ),
    ] = None
    driver_class: Annotated[str | None, Field(title="Driver Class", max_length=256)] = None
    user_name: Annotated[str | None, Field(title="Username", max_length=256)] = None
    validate_connection_sql: Annotated[
        str | None,
        Field(title="Validate Connection SQL", max_length=1024, description="A statement that only reads."),
    ] = None
    allow_multi_value_attributes: Annotated[
        bool | None,
        Field(
            title="Allow Multi-Value Attributes",
            description="Whether all rows that are found give values, or the first alone.",
        ),
    ] = None
    min_pool_size: Annotated[_Fewest | None, Field(title="Minimum Pool Size", description=_WARM)] = None
    max_pool_size: Annotated[Connections | None, Field(title="Maximum Pool Size")] = None
    blocking_timeout: Annotated[
        Milliseconds | None,
        Field(title="Blocking Timeout (milliseconds)", description="For a connection, and for a statement."),
    ] = None
    idle_timeout: Annotated[int | None, Field(title="Idle Timeout (minutes)", ge=1, le=10_080)] = None


class DataStore(_Ldap, _Jdbc):
    """A data store."""

    type: Annotated[DataStoreType, BeforeValidator(_check_known), Field(title="Type"), Filterable()]
    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[
        Name | None, Field(title="Name"), Unique("This name is already in use.", exact=True), Searchable()
    ] = None
    mask_attribute_values: Annotated[
        bool | None,
        Field(title="Mask Values in Log", description="Whether values from it are left out of the log."),
    ] = None
    password: Annotated[str | None, Field(title="Password", max_length=4096), Secret(clearable=True)] = None
    encrypted_password: Annotated[str | None, Field(max_length=65_536)] = None
    last_modified: Annotated[Moment | None, Field(title="Last Modified"), ServerSet()] = None


def _names(model: type[ConfigModel]) -> frozenset[str]:
    return frozenset(info.alias or name for name, info in model.model_fields.items())


# The members of each type, by their names on the wire.
MEMBERS = {DataStoreType.LDAP: _names(_Ldap), DataStoreType.JDBC: _names(_Jdbc)}
# What is not said is this; the names are Python's.
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
}
