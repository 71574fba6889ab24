"""The list and the forms of data stores, one form for each type, and the connection test."""

from dataclasses import replace

from hanse.config.declare.ui.declaration import Body, ItemForm, ItemList, Trial, Ui
from hanse.config.declare.ui.layout import NOT_TICKED, TICKED, FormLayout, Section
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.navigation import DATA_AND_CREDENTIAL_STORES, ConsolePage, Tile, TileIcon
from hanse.config.declare.ui.tweaks import Tweak, Tweaks
from hanse.config.declare.ui.variants import Variant
from hanse.config.declare.ui.widgets import ChoiceInput, Dependence, RowsInput, Widget, WidgetKind, WidgetOption
from hanse.data_stores.jdbc import DRIVERS
from hanse.kit.texts.messages import message
from hanse.resources.system.data_stores.ldap_model import LdapTagConfig
from hanse.resources.system.data_stores.model import DEFAULTS, DataStore, DataStoreType

# Id of the action in the API.
TEST = "testConnection"
# The operation that connects with unsaved settings.
TRIAL = "/internal/trials/dataStore"


def _usual(type_: DataStoreType, more: Tweaks) -> Tweaks:
    defaults = {
        DataStore.model_fields[name].alias or name: Tweak(default=value)
        for name, value in DEFAULTS[type_].items()
        if value not in (False, [])
    }
    return {name: defaults.get(name, Tweak()) | more.get(name, Tweak()) for name in {**defaults, **more}}


def _only_with(**values: tuple[str, ...]) -> Tweak:
    return Tweak(dependence=Dependence(when=tuple(values.items())))


_RARELY = Tweak(advanced=True)
# In a table row, each host is on a line of its own.
_HOSTS = Widget(
    name="",
    kind=WidgetKind.GROUP,
    label="Hostnames by Node Tags",
    members=tuple(
        replace(each, kind=WidgetKind.LINES, rows=replace(each.rows, item=None), help="Enter one per line.")
        if each.kind is WidgetKind.ROWS
        else each
        for each in sorted(form_of(LdapTagConfig), key=lambda each: each.kind is WidgetKind.FLAG)
    ),
)
_NAME = Tweak(help="If empty, the name consists of the address and the user.")
# Settings of look-ups and of the connection pool, which few administrators need.
_RARE_SETTINGS = (
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
_VARIANTS = (
    Variant(
        id=DataStoreType.LDAP,
        name="Directory (LDAP)",
        keywords=("LDAPS", "Active Directory", "user store"),
        description="Users and their attributes in a directory. Password credential validators can use it as well.",
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
            *_RARE_SETTINGS,
            "binaryAttributes",
            "lastModified",
        ),
        tweaks=_usual(
            DataStoreType.LDAP,
            {
                "name": _NAME,
                "hostnames": Tweak(required=True, default=[""]),
                "hostnamesTags": _RARELY | Tweak(rows=RowsInput(item=_HOSTS)),
                "ldapType": Tweak(required=True, default="GENERIC"),
                **dict.fromkeys(_RARE_SETTINGS, _RARELY),
                "useStartTLS": _only_with(useSsl=NOT_TICKED),
                "userDN": Tweak(required=True) | _only_with(bindAnonymously=NOT_TICKED),
                "password": Tweak(required=True) | _only_with(bindAnonymously=NOT_TICKED),
                "dnsTtl": _RARELY | _only_with(useDnsSrvRecords=TICKED),
                "ldapDnsSrvPrefix": _RARELY | _only_with(useDnsSrvRecords=TICKED, useSsl=NOT_TICKED),
                "ldapsDnsSrvPrefix": _RARELY | _only_with(useDnsSrvRecords=TICKED, useSsl=TICKED),
            },
        ),
    ),
    Variant(
        id=DataStoreType.CUSTOM,
        name="Custom",
        description="Users and their attributes in a system that a plug-in reaches.",
        members=("name", "id", "parentRef", "configuration", "maskAttributeValues", "lastModified"),
    ),
    Variant(
        id=DataStoreType.JDBC,
        name="Database (JDBC)",
        keywords=("SQL", "PostgreSQL", "SQLite", "user store"),
        description="Users and their attributes in tables of PostgreSQL, or of an SQLite file in the data folder.",
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
                "driverClass": Tweak(
                    kind=WidgetKind.CHOICE,
                    required=True,
                    choice=ChoiceInput(options=tuple(WidgetOption(each.name, each.label) for each in DRIVERS.values())),
                    label="Driver",
                ),
                "connectionUrl": Tweak(required=True),
                **dict.fromkeys(
                    ("connectionUrlTags", "minPoolSize", "maxPoolSize", "blockingTimeout", "idleTimeout"), _RARELY
                ),
            },
        ),
    ),
)


# Sections for all types of data stores; a form shows the sections that have fields for its type.
_SECTIONS = (
    # The type is shown for data stores that a plug-in implements, whose settings are the plug-in's own.
    Section("Data Store", ("name", "id", "_type", "parentRef", "lastModified")),
    Section("Configuration", ("configuration",)),
    Section(
        "Connection",
        (
            "hostnames",
            "hostnamesTags",
            "useDnsSrvRecords",
            "ldapDnsSrvPrefix",
            "ldapsDnsSrvPrefix",
            "dnsTtl",
            "ldapType",
            "driverClass",
            "connectionUrl",
            "connectionUrlTags",
        ),
    ),
    Section("Encryption", ("useSsl", "useStartTLS", "verifyHost")),
    Section("Credentials", ("bindAnonymously", "userDN", "userName", "password")),
    Section(
        "Attributes",
        ("maskAttributeValues", "allowMultiValueAttributes", "binaryAttributes", "followLDAPReferrals"),
    ),
    Section(
        "Connection Pool",
        (
            "validateConnectionSql",
            "minConnections",
            "maxConnections",
            "createIfNecessary",
            "maxWait",
            "connectionTimeout",
            "readTimeout",
            "retryFailedOperations",
            "testOnBorrow",
            "testOnReturn",
            "timeBetweenEvictions",
            "minPoolSize",
            "maxPoolSize",
            "blockingTimeout",
            "idleTimeout",
        ),
    ),
)


def _address(body: Body) -> str:
    """Return the address of a data store for the list: a URL, or host names; empty if only a plug-in knows it."""
    return str(body.get("connectionUrl") or ", ".join(body.get("hostnames") or ()))


UI = Ui(
    page=ConsolePage(
        id="dataStores",
        label="Data Stores",
        heading=DATA_AND_CREDENTIAL_STORES,
        slug="data-stores",
        position=10,
        keywords=(
            "LDAP",
            "JDBC",
            "REST",
            "JSON",
            "directory",
            "database",
            "SQL",
            "Active Directory",
            "user store",
        ),
        tile=Tile(
            TileIcon.DATABASE, "Directories, databases and services in which attributes are looked up.", position=10
        ),
    ),
    guide="data-stores",
    items=ItemList(
        singular="Data Store",
        plural="Data Stores",
        columns=("lastModified",),
        computed={"Address": lambda _view: _address},
        empty="A data store is a directory, a database or a service of your organization. It provides attributes of "
        "users and verifies their passwords.",
    ),
    form=ItemForm(
        variants=_VARIANTS,
        layout=FormLayout(sections=_SECTIONS),
        trial=Trial(label=message("Test Connection"), path=TRIAL, problem=message("The connection does not work")),
    ),
)
