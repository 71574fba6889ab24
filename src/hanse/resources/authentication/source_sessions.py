"""Authentication session policies for single authentication sources, which override the global one (`sessions`)."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.declare.options import Referral, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules, UniqueTogether
from hanse.config.declare.ui.declaration import Body, ItemForm, ItemList, NameOf, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled
from hanse.resources.authentication.policies.references import reference_to_source
from hanse.resources.authentication.policies.source_fields import ONE_SOURCE
from hanse.resources.authentication.policies.tree import AuthenticationSource
from hanse.resources.authentication.sessions import ABOUT_UNITS, TABS, Minutes, TimeUnit, check_timeouts

SOURCE = "authenticationSource"
# Last path segment that the API uses beside the policies' own ids.
_RESERVED = "global"


class UserDeviceType(Labeled):
    """The devices on which a session is kept: private, shared or any, as users describe them at sign-in."""

    PRIVATE = "PRIVATE", "Private"
    SHARED = "SHARED", "Shared"
    ANY = "ANY", "Any"


class AuthenticationSessionPolicy(ConfigModel):
    """Lifetime of the sessions of users who authenticated at one authentication source."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    authentication_source: Annotated[AuthenticationSource, Field(title="Authentication Source")]
    enable_sessions: Annotated[
        bool,
        Field(
            title="Enable Sessions",
            description="Keep a session for this source, so that users do not have to authenticate for each request.",
        ),
    ]
    user_device_type: Annotated[
        UserDeviceType,
        Field(
            title="User Device Type",
            description="Type of device that the session is limited to, as users state when they sign in.",
        ),
    ] = UserDeviceType.PRIVATE
    persistent: Annotated[
        bool, Field(title="Make Sessions Persistent", description="Keep sessions when the server restarts.")
    ] = False
    idle_timeout_mins: Annotated[
        Minutes | None,
        Field(
            title="Idle timeout (minutes)",
            description="Minutes without a request after which the session ends. -1 means the maximum timeout. If not "
            "set, the global policy's timeout applies.",
        ),
    ] = None
    max_timeout_mins: Annotated[
        Minutes | None,
        Field(
            title="Maximum timeout (minutes)",
            description="Minutes after which the session ends, whatever the user does. -1 means no limit. If not set, "
            "the global policy's timeout applies.",
        ),
    ] = None
    timeout_display_unit: Annotated[TimeUnit, Field(title="Timeout Display Unit", description=ABOUT_UNITS)] = (
        TimeUnit.MINUTES
    )
    authn_context_sensitive: Annotated[
        bool,
        Field(
            title="Authentication Context Sensitive",
            description="Use a session only for requests with the same authentication context.",
        ),
    ] = False


def _check_id(proposal: Proposal[AuthenticationSessionPolicy]) -> Iterator[FieldError]:
    if proposal.new.id == _RESERVED:
        yield FieldError("This ID is reserved.", "id", "reserved_id")


def _references(body: dict[str, Any]) -> Iterator[Referral]:
    # A deleted document has no body.
    if SOURCE in body:
        yield reference_to_source(body[SOURCE], SOURCE)


def _source_name(body: Body, name_of: NameOf) -> str:
    """Return the display name of a policy: the name of its authentication source."""
    source = body.get("authenticationSource") or {}
    return name_of(handles.ADAPTERS, str((source.get("sourceRef") or {}).get("id") or ""))


# These settings apply only while sessions are enabled.
_OF_SESSIONS = (
    "userDeviceType",
    "persistent",
    "authnContextSensitive",
    "idleTimeoutMins",
    "maxTimeoutMins",
    "timeoutDisplayUnit",
)
_LAYOUT = FormLayout(
    sections=(
        Section(
            "Authentication sessions",
            ("authenticationSource", "enableSessions", "userDeviceType", "persistent", "authnContextSensitive"),
        ),
        Section("Timeouts", ("idleTimeoutMins", "maxTimeoutMins", "timeoutDisplayUnit")),
    ),
    when=dict.fromkeys(_OF_SESSIONS, (AppliesWhen("enableSessions"),)),
)
SOURCE_SESSIONS_UI = Ui(
    page=ConsolePage(
        id="sessionOverrides",
        label="Session Overrides",
        heading=AUTHENTICATION_POLICIES,
        slug="session-overrides",
        position=80,
        keywords=("SSO", "timeout"),
    ),
    guide="sessions",
    tabs=TABS,
    items=ItemList(
        singular="Session Override",
        plural="Session Overrides",
        columns=("enableSessions", "persistent", "idleTimeoutMins", "maxTimeoutMins"),
        naming=_source_name,
        empty="The settings of sessions apply to all authentication sources. An override replaces them for users who"
        " authenticated at one source.",
    ),
    form=ItemForm(tweaks=ONE_SOURCE, layout=_LAYOUT),
)

SOURCE_SESSIONS = Resource(
    path=handles.SOURCE_SESSIONS.path,
    model=AuthenticationSessionPolicy,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Session Policy",
        description="Session lifetime for users who authenticated at one source, if it differs from the global policy.",
    ),
    saving=SaveRules(
        rules=(_check_id, check_timeouts),
        unique_together=(UniqueTogether((SOURCE,), "This source already has a session policy."),),
    ),
    storage=StorageOptions(references=_references),
    ui=SOURCE_SESSIONS_UI,
)
