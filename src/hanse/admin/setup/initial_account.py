"""Creation of administrative accounts, and of the first one in particular."""

from dataclasses import dataclass

from hanse.admin.setup.gate import SetupGate
from hanse.config.declare.access import Role
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import FieldError, NotAllowed, ValidationFailed
from hanse.resources.system.administrative_accounts.model import AdministrativeAccount
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS


@dataclass(frozen=True)
class AccountCreation:
    """Creates accounts; for the setup principal it replaces the account of an interrupted setup."""

    gate: SetupGate

    def create(self, call: Call) -> OperationResult:
        """Create an account."""
        if call.principal.is_setup:
            self._make_way(call, call.body)
        stored = call.change.create(ADMINISTRATIVE_ACCOUNTS, call.body)
        return OperationResult(stored.body, status=ADMINISTRATIVE_ACCOUNTS.api.create_status, revision=stored.revision)

    def operation(self) -> Operation:
        """Return the operation."""
        return Operation(
            method="POST",
            path=API + ADMINISTRATIVE_ACCOUNTS.path,
            area=ADMINISTRATIVE_ACCOUNTS.area,
            summary=f"Create: {ADMINISTRATIVE_ACCOUNTS.text.title}",
            run=self.create,
            tag=ADMINISTRATIVE_ACCOUNTS.text.title,
            body=AdministrativeAccount,
            answer=AdministrativeAccount,
            status=ADMINISTRATIVE_ACCOUNTS.api.create_status,
            open_to_setup=True,
        )

    def _make_way(self, call: Call, account: AdministrativeAccount) -> None:
        if not account.active or not {Role.ADMINISTRATOR, Role.USER_ADMINISTRATOR} <= set(account.roles):
            message = "The first account must be active, with the roles ADMINISTRATOR and USER_ADMINISTRATOR."
            raise ValidationFailed([FieldError(message, "roles", "first_account")])
        change = call.change
        before = self.gate.initial_account(change.connection)
        if before is not None and change.find(ADMINISTRATIVE_ACCOUNTS, before) is not None:
            change.delete(ADMINISTRATIVE_ACCOUNTS, before)
        if change.count(ADMINISTRATIVE_ACCOUNTS):
            raise NotAllowed("There are administrative accounts already. Sign in with one of them.")
        self.gate.remember_initial_account(change.connection, account.username)
