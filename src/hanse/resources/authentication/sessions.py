"""Session settings: lifetimes of sessions at this server and at applications, and the effect of a logout."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage, Tile, TileIcon
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled

# The maximum of the API contract's type, which is about four thousand years.
_MOST_MINUTES = 2**31 - 1
Minutes = Annotated[int, Field(ge=-1, le=_MOST_MINUTES)]


class TimeUnit(Labeled):
    """The unit in which time-outs are displayed. They are always stored in minutes."""

    MINUTES = "MINUTES", "Minutes"
    HOURS = "HOURS", "Hours"
    DAYS = "DAYS", "Days"


ABOUT_UNITS = "Unit in which API clients display the value. This console always uses minutes."


class SessionSettings(ConfigModel):
    """Effects of a logout in addition to ending the user's session at this server."""

    track_adapter_sessions_for_logout: Annotated[
        bool,
        Field(
            title="Track Adapter Sessions for Logout",
            description="Track which adapters a user has signed in with, so that they are notified "
            "when the user signs out.",
        ),
    ] = False
    revoke_user_session_on_logout: Annotated[
        bool,
        Field(
            title="Revoke User Session on Logout",
            description="Remember ended sessions as revoked, so that applications can query their status.",
        ),
    ] = True
    session_revocation_lifetime: Annotated[
        int,
        Field(
            title="Session Revocation Lifetime (minutes)",
            ge=1,
            le=43_200,
            description="Time for which a revoked session is remembered, in minutes.",
        ),
    ] = 490


class Timeouts(ConfigModel):
    """Idle and maximum time-outs of a session."""

    idle_timeout_mins: Annotated[
        Minutes,
        Field(
            title="Idle Timeout (minutes)",
            description="Time without a request after which the session ends, in minutes. -1 means "
            "the maximum timeout.",
        ),
    ] = 60
    max_timeout_mins: Annotated[
        Minutes,
        Field(
            title="Maximum Timeout (minutes)",
            description="Time after which the session ends regardless of activity, in minutes. -1 means no limit.",
        ),
    ] = 480


class ApplicationSessionPolicy(Timeouts):
    """Lifetime of the session of an application."""


class GlobalAuthenticationSessionPolicy(Timeouts):
    """Lifetime of authentication sessions, unless a source has a policy of its own."""

    enable_sessions: Annotated[
        bool,
        Field(
            title="Enable Sessions for All Sources",
            description="Keep a session, so that users do not have to authenticate for each request.",
        ),
    ]
    persistent_sessions: Annotated[
        bool,
        Field(title="Make Sessions Persistent", description="Keep sessions when the server restarts."),
    ] = False
    hash_unique_user_key_attribute: Annotated[
        bool,
        Field(
            title="Hash Unique User Key Attribute",
            description="Store the unique user key attribute as a hash.",
        ),
    ] = False
    idle_timeout_display_unit: Annotated[
        TimeUnit, Field(title="Idle Timeout Display Unit", description=ABOUT_UNITS)
    ] = TimeUnit.MINUTES
    max_timeout_display_unit: Annotated[
        TimeUnit, Field(title="Maximum Timeout Display Unit", description=ABOUT_UNITS)
    ] = TimeUnit.MINUTES


def check_timeouts(proposal: Proposal[Any]) -> Iterator[FieldError]:
    """Find time-outs that are out of range."""
    idle, maximum = proposal.new.idle_timeout_mins, proposal.new.max_timeout_mins
    for name, value in (("idleTimeoutMins", idle), ("maxTimeoutMins", maximum)):
        if value == 0:
            yield FieldError("Enter a number of minutes, or -1 for no limit.", name)
    # Without an idle time-out only the maximum time-out ends a session, and the other way around.
    if idle is not None and maximum is not None and 0 < maximum < idle:
        yield FieldError("The idle timeout must not be longer than the maximum timeout.", "idleTimeoutMins")


TABS = "sessions"

SESSION_SETTINGS_UI = Ui(
    page=ConsolePage(
        id="sessionSettings",
        label="Session Settings",
        heading=AUTHENTICATION_POLICIES,
        slug="session-settings",
        position=100,
        keywords=("SSO",),
    ),
    guide="sessions",
    tabs=TABS,
    form=ItemForm(),
)

SESSION_SETTINGS = Resource(
    path=handles.SESSION_SETTINGS.path,
    model=SessionSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Session Settings",
        description="Effects of a sign-out, and the time for which revoked sessions are remembered.",
    ),
    default=SessionSettings,
    ui=SESSION_SETTINGS_UI,
)
APPLICATION_SESSIONS_UI = Ui(
    page=ConsolePage(
        id="applicationSessions",
        label="Application Sessions",
        heading=AUTHENTICATION_POLICIES,
        slug="application-sessions",
        position=90,
        keywords=("SSO", "timeout"),
    ),
    guide="sessions",
    tabs=TABS,
    form=ItemForm(),
)

APPLICATION_SESSIONS = Resource(
    path=handles.APPLICATION_SESSIONS.path,
    model=ApplicationSessionPolicy,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Application Session Policy", description="Lifetime of application sessions."),
    default=ApplicationSessionPolicy,
    saving=SaveRules(rules=(check_timeouts,)),
    ui=APPLICATION_SESSIONS_UI,
)
AUTHENTICATION_SESSIONS_UI = Ui(
    page=ConsolePage(
        id="sessions",
        label="Sessions",
        heading=AUTHENTICATION_POLICIES,
        slug="sessions",
        position=70,
        keywords=("SSO", "single sign-on", "timeout"),
        tile=Tile(TileIcon.CLOCK, "Session lifetimes, and where session state is stored.", position=60),
    ),
    guide="sessions",
    tabs=TABS,
    form=ItemForm(
        layout=FormLayout(
            sections=(
                Section(
                    "Authentication sessions", ("enableSessions", "persistentSessions", "hashUniqueUserKeyAttribute")
                ),
                Section(
                    "Timeouts", ("idleTimeoutMins", "idleTimeoutDisplayUnit", "maxTimeoutMins", "maxTimeoutDisplayUnit")
                ),
            )
        )
    ),
)

AUTHENTICATION_SESSIONS = Resource(
    path=handles.AUTHENTICATION_SESSIONS.path,
    model=GlobalAuthenticationSessionPolicy,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Global Authentication Session Policy", description="Lifetime and storage of authentication sessions."
    ),
    default=lambda: GlobalAuthenticationSessionPolicy(enable_sessions=False),
    saving=SaveRules(rules=(check_timeouts,)),
    ui=AUTHENTICATION_SESSIONS_UI,
)
