"""What the form of administrative accounts says beyond their model."""

from collections.abc import Mapping

from hanse.admin.frames.form.presenting import NOT_TICKED, Presentation, When
from hanse.admin.frames.form.variants import Ask, Tweaks
from hanse.config.access import Principal
from hanse.config.plugins.fields import Field
from hanse.config.view import View
from hanse.resources.system.administrative_accounts.model import PASSWORD_LENGTH_LIMIT
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules

_NEEDS = f"It needs: {', '.join(PasswordRules().unmet(''))}."

USERNAME: Tweaks = {
    "username": {"fixed": True},
    "active": {"default": True, "help": "Who is not active cannot sign in."},
    "auditor": {"help": "Sees everything and changes nothing; has no roles."},
    "roles": {"help": "Whose roles or activity change is signed out everywhere, and signs in again."},
}
# The password of an account that is there is reset below its form, or changed by its owner.
NEW_ACCOUNT: Tweaks = {"password": {"required": True, "help": _NEEDS}}
# An auditor has no roles, and nobody is asked for what would be refused.
ACCOUNTS = Presentation(when={"roles": (When("auditor", NOT_TICKED),)})


def password(_view: View, id_: str, who: Principal) -> Mapping[str, str]:
    """Return where one's own password is changed: by who knows the one that counts now."""
    return {"Password": "You change your own in the account menu at the top."} if id_ == who.username else {}


RESET_PASSWORD = Ask(
    id="resetPassword",
    name="Reset Password",
    description="The account is signed out everywhere.",
    # A session left unattended must not be enough to take its account over: the server refuses it.
    offered=lambda _view, id_, who: id_ != who.username,
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
