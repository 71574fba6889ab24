"""The list and the form of administrative accounts."""

from collections.abc import Mapping

from hanse.config.declare.access import Principal
from hanse.config.declare.plugin_fields import Field
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import NOT_TICKED, AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import SERVER, ConsolePage, Tile, TileIcon
from hanse.config.declare.ui.tweaks import Tweak
from hanse.config.declare.view import View
from hanse.kit.texts.messages import enumerated, message
from hanse.resources.system.administrative_accounts.model import PASSWORD_LENGTH_LIMIT
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules

_REQUIREMENTS = message("It needs: {requirements}.", requirements=enumerated(PasswordRules().unmet("")))


def _own_password(_view: View, id_: str, who: Principal) -> Mapping[str, str]:
    """Return the note that administrators change their own password elsewhere, where the current one is required."""
    return {"Password": "Change your own password in the account menu at the top."} if id_ == who.username else {}


UI = Ui(
    page=ConsolePage(
        id="administrativeAccounts",
        label="Administrative Accounts",
        heading=SERVER,
        slug="administrative-accounts",
        position=20,
        keywords=("users", "password", "roles", "auditor"),
        tile=Tile(TileIcon.USERS, "Accounts that can use this console, and their roles.", position=30),
    ),
    guide="administrators",
    items=ItemList(
        singular="Administrative Account",
        plural="Administrative Accounts",
        columns=("active", "auditor", "roles", "department"),
        empty="Accounts that administer this server, each with the roles that it needs. Auditors can read everything.",
    ),
    form=ItemForm(
        tweaks={
            "username": Tweak(fixed=True),
            "active": Tweak(default=True, help="Accounts that are not active cannot sign in."),
            "auditor": Tweak(help="Has read-only access to everything. Auditors have no roles."),
            "roles": Tweak(required=True, help="Changing roles or the status signs the account out everywhere."),
        },
        # The password of an existing account is reset below the form, or changed by its owner.
        only_new={"password": Tweak(required=True, help=_REQUIREMENTS)},
        # Auditors have no roles, so the form does not show them.
        layout=FormLayout(when={"roles": (AppliesWhen("auditor", NOT_TICKED),)}),
    ),
    item=ItemFacts(
        facts=_own_password,
        actions=(
            ItemAction(
                id="resetPassword",
                name="Reset Password",
                description="Resets the password and signs the account out everywhere.",
                # The server refuses a reset of one's own password: an unattended session must not be enough to take
                # over the account.
                offered=lambda _view, id_, who: id_ != who.username,
                path="/resetPassword",
                body=lambda parameters: {"newPassword": parameters.get("newPassword") or ""},
                parameters=(
                    Field(
                        name="newPassword",
                        description=_REQUIREMENTS,
                        label="New Password",
                        required=True,
                        encrypted=True,
                        maximum_length=PASSWORD_LENGTH_LIMIT,
                    ),
                ),
                done="The password was reset.",
            ),
        ),
    ),
)
