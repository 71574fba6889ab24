"""The forms of data stores: one for each type, and the connection test."""

from dataclasses import replace

from hanse.admin.frames.areas import helps
from hanse.admin.frames.form.presenting import NOT_TICKED, TICKED, Presentation
from hanse.admin.frames.form.variants import Ask, Variant
from hanse.admin.frames.form.widgets import Kind, Option, Widget, form_of
from hanse.config.view import View
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.data_stores.actions import TEST
from hanse.resources.system.data_stores.model import DEFAULTS, DataStore, DataStoreType, LdapTagConfig
from hanse.sources.jdbc import DRIVERS

_LDAP_TYPES = {
    "ACTIVE_DIRECTORY": "Active Directory",
    "ORACLE_DIRECTORY_SERVER": "Oracle Directory Server",
    "ORACLE_UNIFIED_DIRECTORY": "Oracle Unified Directory",
    "UNBOUNDID_DS": "UnboundID Directory Server",
    "PING_DIRECTORY": "PingDirectory",
    "PING_DS": "PingDS",
    "GENERIC": "Generic",
}


def _usual(type_: DataStoreType, more: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    defaults = {
        DataStore.model_fields[name].alias or name: {"default": value}
        for name, value in DEFAULTS[type_].items()
        if value not in (False, [])
    }
    return {name: {**defaults.get(name, {}), **more.get(name, {})} for name in {**defaults, **more}}


def _only_with(**values: tuple[str, ...]) -> dict[str, object]:
    return {"when": tuple(values.items())}


_RARELY: dict[str, object] = {"advanced": True}
# In a row of a table, hosts stand one in each line.
_HOSTS = Widget(
    name="",
    kind=Kind.GROUP,
    label="Hostnames by Node Tags",
    members=tuple(
        replace(each, kind=Kind.LINES, item=None, help="One in each line.") if each.kind is Kind.ROWS else each
        for each in sorted(form_of(LdapTagConfig), key=lambda each: each.kind is Kind.FLAG)
    ),
)
_NAME: dict[str, object] = {"help": "Left empty, it is named after its address and the user."}
# How a directory is found and asked, and the pool of connections to it; few people set any of it.
_HOW_ASKED = (
    "ldapDnsSrvPrefix",
    "ldapsDnsSrvPrefix",
    "dnsTtl",
    "followLDAPReferrals",
    "retryFailedOperations",
    "testOnBorrow",
    "testOnReturn",
    "timeBetweenEvictions",
    "createIfNecessary",
    "minConnections",
    "maxConnections",
    "maxWait",
    "connectionTimeout",
    "readTimeout",
)
DATA_STORE_VARIANTS = (
    Variant(
        id=DataStoreType.LDAP,
        name="Directory (LDAP)",
        description="Users and their attributes in a directory; password credential validators can ask it as well.",
        members=(
            "name",
            "hostnames",
            "hostnamesTags",
            "useDnsSrvRecords",
            "ldapType",
            "useSsl",
            "useStartTLS",
            "verifyHost",
            "bindAnonymously",
            "userDN",
            "password",
            "maskAttributeValues",
            *_HOW_ASKED,
            "binaryAttributes",
            "lastModified",
        ),
        tweaks=_usual(
            DataStoreType.LDAP,
            {
                "name": _NAME,
                "hostnames": {"required": True, "default": [""]},
                "hostnamesTags": {"item": _HOSTS, **_RARELY},
                "ldapType": {
                    "required": True,
                    "default": "GENERIC",
                    "options": tuple(Option(value, label) for value, label in _LDAP_TYPES.items()),
                },
                **dict.fromkeys(_HOW_ASKED, _RARELY),
                "useStartTLS": _only_with(useSsl=NOT_TICKED),
                "userDN": _only_with(bindAnonymously=NOT_TICKED),
                "password": _only_with(bindAnonymously=NOT_TICKED),
                "dnsTtl": {**_RARELY, **_only_with(useDnsSrvRecords=TICKED)},
                "ldapDnsSrvPrefix": {**_RARELY, **_only_with(useDnsSrvRecords=TICKED, useSsl=NOT_TICKED)},
                "ldapsDnsSrvPrefix": {**_RARELY, **_only_with(useDnsSrvRecords=TICKED, useSsl=TICKED)},
            },
        ),
    ),
    Variant(
        id=DataStoreType.JDBC,
        name="Database (JDBC)",
        description="Users and their attributes in tables: PostgreSQL, or a file of SQLite in the data folder.",
        members=(
            "name",
            "driverClass",
            "connectionUrl",
            "connectionUrlTags",
            "userName",
            "password",
            "validateConnectionSql",
            "maskAttributeValues",
            "allowMultiValueAttributes",
            "minPoolSize",
            "maxPoolSize",
            "blockingTimeout",
            "idleTimeout",
            "lastModified",
        ),
        tweaks=_usual(
            DataStoreType.JDBC,
            {
                "name": _NAME,
                "driverClass": {
                    "kind": Kind.CHOICE,
                    "required": True,
                    "options": tuple(Option(each.name, each.label) for each in DRIVERS.values()),
                    "label": "Driver",
                },
                "connectionUrl": {"required": True},
                **dict.fromkeys(
                    ("connectionUrlTags", "minPoolSize", "maxPoolSize", "blockingTimeout", "idleTimeout"), _RARELY
                ),
            },
        ),
    ),
)
STORE_HELP = Presentation(help=helps.STORES)
# The heading of the list's column with where each is.
ADDRESS = "Address"


def address_of(view: View, id_: str) -> str:
    """Return where a data store is, as its form says."""
    body = view.get(DATA_STORES, id_).body
    return str(body.get("connectionUrl") or ", ".join(body.get("hostnames") or ()))


TEST_CONNECTION = Ask(
    id=TEST,
    name="Test Connection",
    description="Connects as the data store says, within its time-outs.",
    path=f"/actions/{TEST}/invokeAction",
    body=lambda _parameters: {"parameters": []},
)
