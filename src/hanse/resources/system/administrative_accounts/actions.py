"""Setting a password, and the operation with which an administrator sets the password of another one."""

from hanse.config.change.change import Change
from hanse.config.declare.access import Area
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.system.administrative_accounts.model import UserCredentials
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS

# Passwords are never returned, so the answer has no member of UserCredentials.
NO_CREDENTIALS = {"type": "object", "title": "NoCredentials", "additionalProperties": False}


def set_password(change: Change, username: str, password: str, *, activate: bool = False) -> None:
    """Set the password of an account, which the caller has checked; raises NotFound if the account does not exist."""
    sealed = change.seal(ADMINISTRATIVE_ACCOUNTS, password, "password")
    account = change.model(ADMINISTRATIVE_ACCOUNTS, username)
    updates = {"encrypted_password": sealed, **({"active": True} if activate else {})}
    change.replace(ADMINISTRATIVE_ACCOUNTS, username, account.model_copy(update=updates))


def check_new_password(rules: PasswordRules, password: str, field_path: str = "newPassword") -> None:
    """Raise ValidationFailed if a password does not keep the rules."""
    if errors := list(rules.errors(password, field_path)):
        raise ValidationFailed(errors)


def _reset_password(call: Call) -> OperationResult:
    username, credentials = call.path["username"], call.body
    call.change.get(ADMINISTRATIVE_ACCOUNTS, username)
    if username == call.principal.username:
        # An unattended session must not be enough to take over the account.
        raise ValidationFailed([FieldError("Use changePassword for your own account.", None, "own_account")])
    check_new_password(call.ports.get(PasswordRules), credentials.new_password)
    set_password(call.change, username, credentials.new_password)
    return OperationResult({})


RESET_PASSWORD = Operation(
    method="POST",
    path=f"{API}{ADMINISTRATIVE_ACCOUNTS.path}/{{username}}/resetPassword",
    area=Area.ACCOUNTS,
    summary="Reset the password of another account",
    run=_reset_password,
    tag=ADMINISTRATIVE_ACCOUNTS.text.title,
    body=UserCredentials,
    answer=NO_CREDENTIALS,
)
