"""The resource declaration of `/administrativeAccounts`."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ApiOptions, DocumentIds, ResourceText, StorageOptions
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.rules import DeletionRules, SaveRules
from hanse.resources.system.administrative_accounts import rules
from hanse.resources.system.administrative_accounts.model import AdministrativeAccount
from hanse.resources.system.administrative_accounts.ui import UI

ADMINISTRATIVE_ACCOUNTS = Resource(
    path=handles.ADMINISTRATIVE_ACCOUNTS.path,
    model=AdministrativeAccount,
    area=Area.ACCOUNTS,
    text=ResourceText(title="Administrative Account", description="Accounts that administer this server."),
    ids=DocumentIds(member="username"),
    api=ApiOptions(
        create_status=200,
        # The operation in `hanse.admin.setup` creates accounts, because a set-up can create the first account again.
        methods=frozenset({"GET", "PUT", "DELETE"}),
    ),
    saving=SaveRules(
        prepare=rules.drop_password_of_existing,
        rules=(
            rules.check_username,
            rules.check_password,
            rules.check_roles,
            rules.check_own_account,
            rules.check_somebody_manages,
        ),
    ),
    deletion=DeletionRules(rules=(rules.check_deletion,)),
    storage=StorageOptions(kind=rules.KIND),
    deployment=DeploymentOptions(scope=ReplicationScope.CONSOLES),
    ui=UI,
)
