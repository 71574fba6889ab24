"""The declaration of `/administrativeAccounts`."""

from hanse.config.declare.access import Area
from hanse.config.declare.resource import Resource, Scope
from hanse.resources.system.administrative_accounts import rules
from hanse.resources.system.administrative_accounts.model import AdministrativeAccount
from hanse.resources.system.administrative_accounts.ui import UI

ADMINISTRATIVE_ACCOUNTS = Resource(
    kind=rules.KIND,
    path="/administrativeAccounts",
    model=AdministrativeAccount,
    area=Area.ACCOUNTS,
    title="Administrative Account",
    description="Accounts that administer this server.",
    id_field="username",
    ui=UI,
    create_status=200,
    scope=Scope.CONSOLES,
    # Creation is an operation of `hanse.admin.setup`, where the first account of a set-up can be made again.
    methods=frozenset({"GET", "PUT", "DELETE"}),
    prepare=rules.drop_password_of_existing,
    rules=(
        rules.check_username,
        rules.check_password,
        rules.check_roles,
        rules.check_own_account,
        rules.check_somebody_manages,
    ),
    delete_rules=(rules.check_deletion,),
)
