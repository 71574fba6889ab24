"""Rules for single administrative accounts and for all of them together."""

from collections.abc import Iterator

from hanse import handles
from hanse.config.change.change import Change
from hanse.config.declare.access import Role
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery
from hanse.kit.errors import FieldError
from hanse.resources.system.administrative_accounts.model import AdministrativeAccount
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules

KIND = "administrativeAccount"
# Last path segment of an operation beside the accounts' names.
RESERVED = frozenset({"changepassword"})

# The author of the set-up's changes in the log. No account can have a name with a space.
SETUP_AUTHOR = "setup wizard"

Accounts = Proposal[AdministrativeAccount]


def drop_password_of_existing(proposal: Accounts) -> AdministrativeAccount:
    """Ignore the password in a replacement, as the API contract requires: clients send back whole accounts."""
    return proposal.new if proposal.old is None else proposal.new.model_copy(update={"password": None})


def check_username(proposal: Accounts) -> Iterator[FieldError]:
    """Refuse user names that are paths of the API."""
    if proposal.new.username.lower() in RESERVED:
        yield FieldError("This username is reserved.", "username", "reserved_username")


def check_password(proposal: Accounts) -> Iterator[FieldError]:
    """Require a password for a new account; it must keep the rules unless it is sealed in an import."""
    if proposal.old is not None:
        return
    if proposal.new.password:
        yield from proposal.ports.get(PasswordRules).errors(proposal.new.password, "password")
    elif not proposal.new.encrypted_password:
        yield FieldError("This field is required.", "password", "required_field")


def check_roles(proposal: Accounts) -> Iterator[FieldError]:
    """Check that auditors have no roles, and that all others have at least one."""
    if proposal.new.auditor and proposal.new.roles:
        yield FieldError("An auditor cannot have administrative roles.", "roles", "auditor_with_roles")
    if not proposal.new.auditor and not proposal.new.roles:
        yield FieldError("Assign at least one role, or make the account an auditor.", "roles", "required_field")


def check_own_account(proposal: Accounts) -> Iterator[FieldError]:
    """Check that administrators do not remove their own rights, which only another one could restore."""
    old, new = proposal.old, proposal.new
    if old is None or not _is_own(new.username, proposal.view):
        return
    if old.active and not new.active:
        yield FieldError("You cannot deactivate your own account.", "active", "own_account")
    if set(old.roles) - set(new.roles) or old.auditor != new.auditor:
        yield FieldError("You cannot remove roles from your own account.", "roles", "own_account")


def check_somebody_manages(proposal: Accounts) -> Iterator[FieldError]:
    """Check that an active account that can manage accounts remains."""
    if not _manages(proposal.new) and not _others_manage(proposal.new.username, proposal.view):
        field = "roles" if proposal.new.active else "active"
        yield FieldError(
            "At least one active account needs the role USER_ADMINISTRATOR.", field, "last_user_administrator"
        )


def check_deletion(account: AdministrativeAccount, view: View) -> Iterator[FieldError]:
    """Refuse to delete one's own account, and the last one that can manage accounts unless the set-up replaces it."""
    if _is_own(account.username, view):
        yield FieldError("You cannot delete your own account.", None, "own_account")
    is_replaced = isinstance(view, Change) and view.author.name == SETUP_AUTHOR
    if not is_replaced and _manages(account) and not _others_manage(account.username, view):
        yield FieldError(
            "The last active account with the role USER_ADMINISTRATOR cannot be deleted.",
            None,
            "last_user_administrator",
        )


def _is_own(username: str, view: View) -> bool:
    return isinstance(view, Change) and view.author.name == username


def _manages(account: AdministrativeAccount) -> bool:
    return account.active and Role.USER_ADMINISTRATOR in account.roles


def _others_manage(username: str, view: View) -> bool:
    accounts = view.list(handles.ADMINISTRATIVE_ACCOUNTS, ListQuery()).items
    return any(
        each.body["active"] and Role.USER_ADMINISTRATOR in each.body["roles"]
        for each in accounts
        if each.id != username
    )
