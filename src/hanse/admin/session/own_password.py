"""Changing the password of one's own account."""

from dataclasses import dataclass

from hanse.admin.session.credentials import AdminCredentials
from hanse.admin.session.sessions import AdminSessions
from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.declare.access import Area
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import FieldError, NotAuthenticated, ValidationFailed
from hanse.resources.system.administrative_accounts.actions import NO_CREDENTIALS, check_new_password, set_password
from hanse.resources.system.administrative_accounts.model import UserCredentials
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS


@dataclass(frozen=True)
class OwnPassword:
    """Checks the current password, with the same throttling as log-ins, and sets the new one."""

    sessions: AdminSessions
    credentials: AdminCredentials

    def change(self, call: Call) -> OperationResult:
        """Set the new password; all other sessions of the account end, and the caller's own continues."""
        username, body = call.principal.username, call.body
        if body.current_password is None:
            raise ValidationFailed([FieldError("This field is required.", "currentPassword", "required_field")])
        check_new_password(call.ports.get(PasswordRules), body.new_password)
        try:
            self.credentials.verify(username, body.current_password, call.caller.address)
        except NotAuthenticated as error:
            wrong = FieldError("The current password is incorrect.", "currentPassword", "wrong_password")
            raise ValidationFailed([wrong]) from error

        def save(change: Change) -> None:
            set_password(change, username, body.new_password)
            if call.principal.session_id is not None:
                self.sessions.keep(change, call.principal.session_id)

        call.configuration.change(Author(username, call.caller.request_id), save)
        return OperationResult({})

    def operation(self) -> Operation:
        """Return the operation."""
        return Operation(
            method="POST",
            path=f"{API}{ADMINISTRATIVE_ACCOUNTS.path}/changePassword",
            area=Area.OWN_SESSION,
            summary="Change the password of your own account",
            run=self.change,
            tag=ADMINISTRATIVE_ACCOUNTS.text.title,
            body=UserCredentials,
            answer=NO_CREDENTIALS,
            extra_statuses=(422, 429),
            in_transaction=False,
        )
