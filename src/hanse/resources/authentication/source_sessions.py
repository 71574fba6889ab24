"""Sessions of users who authenticated in one way, where these are to be other than the rest (`sessions`)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from hanse.config.access import Area
from hanse.config.fields import ResourceId
from hanse.config.resource import Proposal, Resource, UniqueTogether
from hanse.kit.errors import FieldError
from hanse.resources.authentication.policies.references import reference_to_source
from hanse.resources.authentication.policies.tree import AuthenticationSource
from hanse.resources.authentication.sessions import ABOUT_UNITS, Timeouts, TimeUnit, check_timeouts

PATH = "/session/authenticationSessionPolicies"
SOURCE = "authenticationSource"
# The last step of a path of the API beside the policies' own.
_RESERVED = "global"


class UserDeviceType(StrEnum):
    """On which devices a session is kept, by what users say of the one that they sit at."""

    PRIVATE = "PRIVATE"
    SHARED = "SHARED"
    ANY = "ANY"


class AuthenticationSessionPolicy(Timeouts):
    """How long users stay authenticated who authenticated at one source."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    authentication_source: Annotated[AuthenticationSource, Field(title="Authentication Source")]
    enable_sessions: Annotated[
        bool,
        Field(
            title="Enable Sessions",
            description="Whether users who have authenticated here need not do so again for a while.",
        ),
    ]
    user_device_type: Annotated[
        UserDeviceType,
        Field(title="User Device Type", description="On which devices, as users tell when they sign in."),
    ] = UserDeviceType.PRIVATE
    persistent: Annotated[
        bool, Field(title="Make Sessions Persistent", description="Whether sessions outlive a restart of the server.")
    ] = False
    timeout_display_unit: Annotated[TimeUnit, Field(title="Timeout Display Unit", description=ABOUT_UNITS)] = (
        TimeUnit.MINUTES
    )
    authn_context_sensitive: Annotated[
        bool,
        Field(
            title="Authentication Context Sensitive",
            description="Whether a session counts only for requests of the authentication context that it began with.",
        ),
    ] = False


def _check_id(proposal: Proposal[AuthenticationSessionPolicy]) -> Iterator[FieldError]:
    if proposal.new.id == _RESERVED:
        yield FieldError("This ID is reserved.", "id", "reserved_id")


def _references(body: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    # A deleted document is without anything.
    if SOURCE in body:
        yield reference_to_source(body[SOURCE], SOURCE)


SOURCE_SESSIONS = Resource(
    kind="session/authenticationSessionPolicies",
    path=PATH,
    model=AuthenticationSessionPolicy,
    area=Area.CONFIGURATION,
    title="Authentication Session Policy",
    description="How long users stay authenticated who authenticated at one source, where that is to be different.",
    page="/authentication/policies/session-overrides/edit/{id}",
    rules=(_check_id, check_timeouts),
    references=_references,
    unique_together=(UniqueTogether((SOURCE,), "This source has a policy already."),),
)
