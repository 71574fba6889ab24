"""The results of evaluating the policies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from msgspec.structs import replace

from hanse.engine.signin.contracts import Origin, SignInFailed, Value
from hanse.plugins.contracts.adapters import Redirect, ShowPage


@dataclass(frozen=True)
class Authenticated:
    """The user is known by these attributes."""

    origin: Origin
    attributes: Mapping[str, Value]


@dataclass(frozen=True)
class ChooseAdapter:
    """The user has to choose one of several adapters, given with their names."""

    adapters: tuple[tuple[str, str], ...]


# The outcomes after which the user has something to do.
ShownStep: TypeAlias = ShowPage | Redirect | ChooseAdapter
Outcome: TypeAlias = ShownStep | Authenticated | SignInFailed
DENIED: Final = SignInFailed(code="access_denied", description="The user was not authenticated.")
LOGIN_REQUIRED: Final = SignInFailed(code="login_required", description="The user must sign in.")
NO_POLICY: Final = SignInFailed(code="access_denied", description="No policy applies to this request.")
BROKEN: Final = SignInFailed(code="server_error", description="The authentication policy cannot be used.")
# A user of the redirectless mode would need a page of this server.
NEEDS_BROWSER: Final = SignInFailed(
    code="interaction_required", description="The user must sign in with a browser at this server."
)


def with_message(outcome: Outcome, provider_message: str) -> Outcome:
    """Return an outcome; a failure gets the error message that the provider has passed on."""
    if not provider_message or not isinstance(outcome, SignInFailed):
        return outcome
    return replace(outcome, provider_message=provider_message)
