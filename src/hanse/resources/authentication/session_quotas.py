"""Session quotas: the number of sessions that a user can have at a time."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage
from hanse.config.declare.ui.tweaks import Tweak
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled
from hanse.resources.authentication.sessions import TABS

# All sessions of a user are read at each sign-in.
MOST_SESSIONS = 1000


class SessionQuotaBehavior(Labeled):
    """The action at the sign-in of a user who already has as many sessions as the quota allows."""

    DENY_ACCESS = "DENY_ACCESS", "Deny the new sign-in"
    DESTROY_IDLEST_SESSION = "DESTROY_IDLEST_SESSION", "End the session that was idle longest"
    DESTROY_OLD_SESSIONS = "DESTROY_OLD_SESSIONS", "End the oldest sessions"


class SessionQuotaSettings(ConfigModel):
    """The limit of the number of sessions of a user, and the action at the limit."""

    enable_session_quotas: Annotated[
        bool,
        Field(
            title="Enable Session Quotas", description="Limit the number of sessions that a user can have at a time."
        ),
    ]
    session_quota_behavior: Annotated[
        SessionQuotaBehavior | None,
        Field(
            title="Session Quota Behavior",
            description="Effect of a sign-in that would exceed the limit. Applications that the user signed in to are "
            "notified when a session ends.",
        ),
    ] = None
    session_limit: Annotated[
        int | None,
        Field(
            title="Session Limit",
            ge=1,
            le=MOST_SESSIONS,
            description="Number of sessions that a user can have in different browsers.",
        ),
    ] = None


def _check_complete(proposal: Proposal[SessionQuotaSettings]) -> Iterator[FieldError]:
    quotas = proposal.new
    if not quotas.enable_session_quotas:
        return
    for name, value in (
        ("sessionQuotaBehavior", quotas.session_quota_behavior),
        ("sessionLimit", quotas.session_limit),
    ):
        if value is None:
            yield FieldError("This field is required.", name, "required_field")


_SWITCH = (AppliesWhen("enableSessionQuotas"),)

SESSION_QUOTAS = Resource(
    path=handles.SESSION_QUOTAS.path,
    model=SessionQuotaSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Session Quotas", description="Number of sessions that a user can have at a time."),
    default=lambda: SessionQuotaSettings(enable_session_quotas=False),
    saving=SaveRules(rules=(_check_complete,)),
    ui=Ui(
        page=ConsolePage(
            id="sessionQuotas",
            label="Session Quotas",
            heading=AUTHENTICATION_POLICIES,
            slug="session-quotas",
            position=110,
            keywords=("concurrent sessions", "session limit"),
        ),
        guide="sessions",
        tabs=TABS,
        form=ItemForm(
            # Both are shown only while quotas are enabled, and then they are required.
            tweaks=dict.fromkeys(("sessionQuotaBehavior", "sessionLimit"), Tweak(required=True)),
            layout=FormLayout(when={"sessionQuotaBehavior": _SWITCH, "sessionLimit": _SWITCH}),
        ),
    ),
)
