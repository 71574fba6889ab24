"""The fields of a data store that is a directory."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import (
    ConfigModel,
    ResourceLink,
    ShortText,
)
from hanse.kit.texts.labels import Labeled
from hanse.resources.system.data_stores.limits import (
    LONGEST_WAIT,
    MOST_SETS,
    WARM_CONNECTIONS,
    Connections,
    DefaultSet,
    FewestConnections,
    NodeTags,
)

MOST_HOSTS = 32
MOST_BINARY = 200
_LONGEST_INTERVAL = 86_400_000
_Waiting = Annotated[int, Field(ge=-1, le=LONGEST_WAIT)]
_HostNames = list[Annotated[str, Field(min_length=1, max_length=260)]]
_NO_LIMIT = "Time in milliseconds. 0 and -1 mean the maximum of ten minutes."
_IN_ALL = (
    "Timeout for one server, in milliseconds. 0 and -1 mean no limit. Connecting takes at most 30 seconds "
    "for all servers together."
)


class LdapType(Labeled):
    """Directory types of the API contract, and a generic one for all others."""

    ACTIVE_DIRECTORY = "ACTIVE_DIRECTORY", "Active Directory"
    ORACLE_DIRECTORY_SERVER = "ORACLE_DIRECTORY_SERVER", "Oracle Directory Server"
    ORACLE_UNIFIED_DIRECTORY = "ORACLE_UNIFIED_DIRECTORY", "Oracle Unified Directory"
    UNBOUNDID_DS = "UNBOUNDID_DS", "UnboundID Directory Server"
    PING_DIRECTORY = "PING_DIRECTORY", "PingDirectory"
    PING_DS = "PING_DS", "PingDS"
    GENERIC = "GENERIC", "Generic"


class LdapTagConfig(ConfigModel):
    """The servers for nodes with certain tags."""

    hostnames: Annotated[_HostNames, Field(title="Hostname(s)", min_length=1, max_length=MOST_HOSTS)]
    tags: NodeTags = None
    default_source: Annotated[
        DefaultSet, Field(description="Used for nodes whose tags match no other data source.")
    ] = False


class LdapMembers(ConfigModel):
    """The connection settings of a directory."""

    hostnames: Annotated[
        _HostNames | None,
        Field(
            title="Hostname(s)",
            description="Host names of the servers, tried in this order. Each can have a port, such "
            "as ldap.example.com:1389.",
            max_length=MOST_HOSTS,
        ),
    ] = None
    hostnames_tags: Annotated[
        list[LdapTagConfig] | None,
        Field(
            title="Hostnames by Node Tags",
            description="A node uses the first set that has one of its tags. If none has, it uses "
            "the default set, whose host "
            "names are shown above.",
            max_length=MOST_SETS,
        ),
    ] = None
    use_dns_srv_records: Annotated[
        bool | None,
        Field(
            title="Use DNS SRV Record",
            description="Find the servers with DNS SRV records. The host names are then domains, and "
            "a server's certificate "
            "must be for a name in its domain, because DNS is not authenticated.",
        ),
    ] = None
    ldap_dns_srv_prefix: Annotated[
        ShortText | None,
        Field(
            title="LDAP DNS SRV Record Prefix", description="Prefix of the SRV record for connections without LDAPS."
        ),
    ] = None
    ldaps_dns_srv_prefix: Annotated[
        ShortText | None,
        Field(title="LDAPS DNS SRV Record Prefix", description="Prefix of the SRV record for connections with LDAPS."),
    ] = None
    dns_ttl: Annotated[
        int | None,
        Field(
            title="DNS TTL (milliseconds)",
            description="Maximum time for which DNS records are cached. A shorter TTL of the record applies.",
            ge=0,
            le=_LONGEST_INTERVAL,
        ),
    ] = None
    client_tls_certificate_ref: Annotated[ResourceLink | None, Field(title="Client TLS Certificate")] = None
    ldap_type: Annotated[
        LdapType | None,
        Field(title="LDAP Type", description="Directory product. It decides how accounts and groups are read."),
    ] = None
    bind_anonymously: Annotated[
        bool | None, Field(title="Bind Anonymously", description="Search without signing in to the directory.")
    ] = None
    user_dn: Annotated[
        str | None,
        Field(
            alias="userDN",
            title="User DN",
            max_length=1024,
            description="Distinguished name of the account that searches the directory.",
        ),
    ] = None
    use_ssl: Annotated[
        bool | None,
        Field(title="Use LDAPS", description="Encrypt the connection from its start (LDAPS), usually on port 636."),
    ] = None
    use_start_tls: Annotated[
        bool | None,
        Field(
            alias="useStartTLS",
            title="Use StartTLS",
            description="Encrypt the connection with StartTLS before anything else is sent, on the usual port.",
        ),
    ] = None
    verify_host: Annotated[
        bool | None,
        Field(
            title="Verify LDAPS Hostname",
            description="Require a certificate for the host name of the server.",
        ),
    ] = None
    follow_ldap_referrals: Annotated[
        bool | None,
        Field(
            alias="followLDAPReferrals",
            title="Follow LDAP Referrals",
            description="Follow referrals to other servers. The server binds anonymously there, "
            "because the password is for "
            "this directory only.",
        ),
    ] = None
    retry_failed_operations: Annotated[
        bool | None,
        Field(
            title="Retry Failed Operations",
            description="Retry an operation once on a new connection if the connection was lost.",
        ),
    ] = None
    test_on_borrow: Annotated[
        bool | None,
        Field(
            title="Test Connection on Borrow",
            description="Test a pooled connection before each use. Each test costs one call.",
        ),
    ] = None
    test_on_return: Annotated[
        bool | None,
        Field(title="Test Connection on Return", description="Test a connection when it returns to the pool."),
    ] = None
    time_between_evictions: Annotated[
        int | None,
        Field(
            title="Time Between Evictions (milliseconds)",
            description="Test a connection before use if it was in the pool for this time. 0 and -1 disable the test.",
            ge=-1,
            le=_LONGEST_INTERVAL,
        ),
    ] = None
    create_if_necessary: Annotated[
        bool | None,
        Field(
            title="Create New Connection If Necessary",
            description="Temporarily exceed the maximum number of connections when all are in use.",
        ),
    ] = None
    min_connections: Annotated[
        FewestConnections | None, Field(title="Minimum Connections", description=WARM_CONNECTIONS)
    ] = None
    max_connections: Annotated[
        Connections | None, Field(title="Maximum Connections", description="Maximum number of connections per node.")
    ] = None
    max_wait: Annotated[
        _Waiting | None,
        Field(
            title="Maximum Wait (milliseconds)",
            description="Time to wait for a free connection. -1 means the connection timeout.",
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
            description="Attributes whose values are returned in base64.",
            max_length=MOST_BINARY,
        ),
    ] = None
