"""What the form of administrative accounts says beyond their model."""

from hanse.admin.frames.form.variants import Ask, Tweaks
from hanse.config.plugins.fields import Field
from hanse.resources.system.administrative_accounts.model import PASSWORD_LENGTH_LIMIT
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules

_NEEDS = f"It needs: {', '.join(PasswordRules().unmet(''))}."

USERNAME: Tweaks = {
    "username": {"fixed": True},
    "active": {"default": True, "help": "Who is not active cannot sign in."},
    "roles": {"help": "Whose roles or activity change is signed out everywhere, and signs in again."},
}
# The password of an account that is there is reset below its form, or changed by its owner.
NEW_ACCOUNT: Tweaks = {"password": {"required": True, "help": _NEEDS}}
RESET_PASSWORD = Ask(
    id="resetPassword",
    name="Reset Password",
    description="The account is signed out everywhere. Your own password you change in the account menu.",
    path="/resetPassword",
    body=lambda parameters: {"newPassword": parameters.get("newPassword") or ""},
    parameters=(
        Field(
            name="newPassword",
            description=_NEEDS,
            label="New Password",
            required=True,
            encrypted=True,
            maximum_length=PASSWORD_LENGTH_LIMIT,
        ),
    ),
    done="The password was reset.",
)
