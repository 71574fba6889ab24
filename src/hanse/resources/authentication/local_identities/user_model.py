"""The users of local identity profiles in the form of the admin API."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, ShortText
from hanse.config.http.key_paging import NextAfter
from hanse.kit.clock import to_text
from hanse.kit.local_users import LocalUser, LocalUserEvent, LocalUserEventKind
from hanse.kit.texts.labels import Labeled
from hanse.plugins.local_identities.accounts import LONGEST_PASSWORD
from hanse.resources.authentication.local_identities.field_model import LocalIdentityFieldType

MOST_SESSIONS: Final = 50
MOST_EVENTS: Final = 100
_MOMENT: Final = {"format": "date-time"}


class LocalIdentityUserStatus(Labeled):
    """Statuses of users."""

    ACTIVE = "ACTIVE", "Active"
    DISABLED = "DISABLED", "Disabled"


class LocalIdentityUserEventType(Labeled):
    """The events in the history of a user."""

    REGISTERED = "REGISTERED", "Registered"
    CREATED = "CREATED", "Created"
    CHANGED = "CHANGED", "Data changed"
    PASSWORD_CHANGED = "PASSWORD_CHANGED", "Password changed"
    TEMPORARY_PASSWORD_SET = "TEMPORARY_PASSWORD_SET", "Temporary password set"
    EMAIL_VERIFIED = "EMAIL_VERIFIED", "E-mail address verified"
    DISABLED = "DISABLED", "Disabled"
    ENABLED = "ENABLED", "Enabled"
    SESSIONS_ENDED = "SESSIONS_ENDED", "Sessions ended"
    PASSWORD_LINK_SENT = "PASSWORD_LINK_SENT", "Password link sent"
    VERIFICATION_LINK_SENT = "VERIFICATION_LINK_SENT", "Verification link sent"
    ACCOUNT_LINKED = "ACCOUNT_LINKED", "Account linked"
    ACCOUNT_UNLINKED = "ACCOUNT_UNLINKED", "Account link removed"


class LocalIdentityUserAttribute(ConfigModel):
    """The values of a field of a user's profile."""

    name: Annotated[ShortText, Field(title="Field ID")]
    values: Annotated[list[ShortText], Field(title="Values", max_length=100)]


class LocalIdentityUserEvent(ConfigModel):
    """An event in the history of a user."""

    time: Annotated[str, Field(title="Time", json_schema_extra=_MOMENT)]
    type: Annotated[LocalIdentityUserEventType, Field(title="Event")]
    administrator: Annotated[
        str | None, Field(title="Administrator", description="Left out if the user caused the event.")
    ] = None


class LocalIdentityUser(ConfigModel):
    """A user of a local identity profile."""

    id: Annotated[str, Field(title="ID")]
    username: Annotated[str, Field(title="Username")]
    email: Annotated[str, Field(title="E-mail address")]
    email_verified: Annotated[bool, Field(title="E-mail address verified")]
    status: Annotated[LocalIdentityUserStatus, Field(title="Status")]
    created: Annotated[str, Field(title="Created", json_schema_extra=_MOMENT)]
    updated: Annotated[str, Field(title="Last changed", json_schema_extra=_MOMENT)]
    last_sign_in: Annotated[
        str | None,
        Field(title="Last sign-in", description="Left out before the first sign-in.", json_schema_extra=_MOMENT),
    ] = None


class LocalIdentityUserDetails(LocalIdentityUser):
    """A user with the data, the sessions and the history."""

    attributes: Annotated[list[LocalIdentityUserAttribute], Field(title="Attributes")]
    has_password: Annotated[bool, Field(title="Password set")]
    must_change_password: Annotated[bool, Field(title="Must change the password")]
    sessions: Annotated[
        list[str],
        Field(title="Sessions", description=f"Start times of the {MOST_SESSIONS} newest sessions."),
    ]
    events: Annotated[
        list[LocalIdentityUserEvent],
        Field(title="History", description=f"The {MOST_EVENTS} newest events, the newest first."),
    ]


class LocalIdentityUserList(ConfigModel):
    """One page of users, ordered by their usernames."""

    items: list[LocalIdentityUser]
    next_after: NextAfter = None


_ATTRIBUTES = Field(
    title="Attributes",
    description="Values of all fields of the profile. Fields that are left out have no value.",
    max_length=100,
)


class LocalIdentityUserCreation(ConfigModel):
    """A new user. Without a password, the user can set one with a link."""

    attributes: Annotated[list[LocalIdentityUserAttribute], _ATTRIBUTES]
    email_verified: Annotated[
        bool, Field(title="E-mail address verified", description="Mark the e-mail address as verified.")
    ] = False
    password: Annotated[
        str | None,
        Field(
            title="Password",
            description="Password of a user of another system. If left out, send a link with which the user sets one.",
            max_length=LONGEST_PASSWORD,
        ),
    ] = None
    password_is_temporary: Annotated[
        bool,
        Field(
            title="Temporary password",
            description="Demand another password at the first sign-in. Applies only if a password is given.",
        ),
    ] = True


class LocalIdentityUserChange(ConfigModel):
    """A change of a user. What is left out stays the same."""

    status: Annotated[
        LocalIdentityUserStatus | None,
        Field(title="Status", description="Disabling a user ends the user's sessions and revokes the grants."),
    ] = None
    attributes: Annotated[list[LocalIdentityUserAttribute] | None, _ATTRIBUTES] = None
    email_verified: Annotated[
        bool | None,
        Field(
            title="E-mail address verified",
            description="True marks the e-mail address as verified. A changed address is not verified otherwise.",
        ),
    ] = None


class TemporaryPassword(ConfigModel):
    """A password that the user must change at the next sign-in. It is returned once."""

    password: str


class EndedSessions(ConfigModel):
    """The result of ending sessions."""

    ended: Annotated[int, Field(title="Ended", description="Number of ended sessions.")]


class LocalIdentityUserField(ConfigModel):
    """A field of a profile."""

    id: Annotated[str, Field(title="Field ID")]
    label: Annotated[str, Field(title="Label")]
    type: Annotated[LocalIdentityFieldType, Field(title="Type")]
    required: Annotated[bool, Field(title="Required")]
    options: Annotated[list[str], Field(title="Options")]
    is_managed: Annotated[
        bool, Field(title="Managed", description="True if the server sets the value, which cannot be changed.")
    ]


class LocalIdentityUserProfile(ConfigModel):
    """A profile with users, for administrators who manage users and may not see the configuration."""

    id: Annotated[str, Field(title="Profile ID")]
    name: Annotated[str, Field(title="Name")]
    minimum_password_length: Annotated[int, Field(title="Minimum length of passwords")]
    fields: Annotated[list[LocalIdentityUserField], Field(title="Fields")]


class LocalIdentityUserProfileList(ConfigModel):
    """The profiles."""

    items: list[LocalIdentityUserProfile]


def as_user(user: LocalUser) -> LocalIdentityUser:
    """Return a user in the form of a list."""
    return LocalIdentityUser(**_common(user))


def with_details(user: LocalUser, sessions: list[datetime], events: list[LocalUserEvent]) -> LocalIdentityUserDetails:
    """Return a user with everything that administrators see."""
    return LocalIdentityUserDetails(
        **_common(user),
        attributes=[
            LocalIdentityUserAttribute(name=name, values=[value] if isinstance(value, str) else value)
            for name, value in user.attributes.items()
        ],
        has_password=bool(user.password),
        must_change_password=user.must_change_password,
        sessions=[to_text(each) for each in sessions],
        events=[
            LocalIdentityUserEvent(
                time=_moment(each.time), type=_event_type(each.kind), administrator=each.actor or None
            )
            for each in events
        ],
    )


def _common(user: LocalUser) -> dict[str, Any]:
    return {
        "id": user.id,
        "username": user.username,
        "email": user.email,
        "email_verified": user.email_verified,
        "status": LocalIdentityUserStatus(user.status.value),
        "created": _moment(user.created),
        "updated": _moment(user.updated),
        "last_sign_in": _moment(user.signed_in) if user.signed_in else None,
    }


def _event_type(kind: LocalUserEventKind) -> LocalIdentityUserEventType:
    return LocalIdentityUserEventType(kind.value)


def _moment(seconds: float) -> str:
    return to_text(datetime.fromtimestamp(seconds, UTC))
