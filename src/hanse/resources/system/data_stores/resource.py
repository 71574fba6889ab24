"""The resource declaration of data stores."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.rules import SaveRules
from hanse.resources.system.data_stores.connection_check import verify
from hanse.resources.system.data_stores.model import DataStore
from hanse.resources.system.data_stores.password_targets import check_password_stays
from hanse.resources.system.data_stores.rules import check_id, check_members, prepare
from hanse.resources.system.data_stores.ui import UI

DATA_STORES = Resource(
    path=handles.DATA_STORES.path,
    model=DataStore,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Data Store", description="Directories and databases that provide attributes of users."),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(prepare=prepare, rules=(check_id, check_members, check_password_stays), verify=verify),
    usage=UsageCategory.DATA_STORE,
    ui=UI,
)
