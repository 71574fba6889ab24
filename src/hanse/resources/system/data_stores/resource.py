"""The resource declaration of data stores."""

from functools import partial

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import (
    AnswerOptions,
    ApiOptions,
    ListOptions,
    Presentation,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.rules import SaveRules
from hanse.config.plugins.completed_configuration import completed
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import BODY_LIMIT, PluginKind
from hanse.config.plugins.rules import digests_in, expressions_in, references, secrets_in
from hanse.plugins.contracts.data_stores import CustomDataStore
from hanse.plugins.data_stores.installed import DATA_STORE_PLUGINS
from hanse.resources.system.data_stores.connection_check import verify
from hanse.resources.system.data_stores.custom import custom_attributes
from hanse.resources.system.data_stores.model import DataStore, DataStoreType
from hanse.resources.system.data_stores.password_targets import check_password_stays
from hanse.resources.system.data_stores.rules import check_id, check_members, prepare
from hanse.resources.system.data_stores.ui import UI
from hanse.resources.trusted_authorities import trusted_authorities

DATA_STORES = Resource(
    path=handles.DATA_STORES.path,
    model=DataStore,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Data Store", description="Directories, databases and services that provide attributes of users."
    ),
    lists=ListOptions(sort_by="name"),
    api=ApiOptions(body_limit=BODY_LIMIT),
    saving=SaveRules(
        prepare=prepare,
        rules=(check_id, check_members, check_password_stays),
        verify=verify,
        # A custom data store can inherit settings from another one.
        reads=frozenset({handles.DATA_STORES}),
    ),
    storage=StorageOptions(
        is_secret=partial(secrets_in, plugins=DATA_STORE_PLUGINS),
        digest_of=partial(digests_in, plugins=DATA_STORE_PLUGINS),
        references=partial(references, plugins=DATA_STORE_PLUGINS, resource=handles.DATA_STORES),
        expressions=partial(expressions_in, plugins=DATA_STORE_PLUGINS),
        attributes=custom_attributes,
    ),
    answers=AnswerOptions(
        presentation=Presentation(DataStore, lambda body, _moment: completed(body, DATA_STORE_PLUGINS))
    ),
    usage=UsageCategory.DATA_STORE,
    ui=UI,
)


class CustomDataStoreDescriptor(PluginDescriptor):
    """A plug-in for custom data stores."""


# The instances are the data stores of the type CUSTOM.
CUSTOM_STORE_KIND: PluginKind[CustomDataStore] = PluginKind(
    plugins=DATA_STORE_PLUGINS,
    resource=DATA_STORES,
    descriptor=CustomDataStoreDescriptor,
    authorities=trusted_authorities,
    variant=DataStoreType.CUSTOM,
)
