"""Input and output of a trial run of a policy."""

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.kit.texts.messages import Message, message
from hanse.resources.authentication.policies.resource import AuthenticationPolicyTree

# Path of the operation below the API's base path; the policy form uses it as well.
PATH: Final = "/internal/trials/policy"
MOST_RESULTS, _MOST_ATTRIBUTES, _MOST_VALUES, _LONGEST = 500, 200, 100, 1_024
# Texts of a trial run for administrators. The engine's texts are for users and clients, so these are separate.
SIGNED_IN: Final = message("The user is signed in.")
NEXT_POLICY: Final = message("This policy does not apply. The next policy is tried.")
NO_SOURCE: Final = message("The policy ends without an authentication source. The default sources are used.")
DENIED: Final = message("The user was not authenticated.")
BROKEN: Final = message("The policy cannot be used.")
CHOOSE_SUCCESS_OR_FAIL: Final = message("Choose Success or Fail for an adapter.")
_Text = Annotated[str, Field(max_length=_LONGEST)]


def choose_result(name: str) -> Message:
    """Return the text that requests the result of an adapter or a selector."""
    return message("Choose the result of {name}.", name=name)


def reached_instead(name: str) -> Message:
    """Return the error for a chosen result whose node is not the one that the policy reached."""
    return message("The policy reaches {name} here. Choose its result.", name=name)


TrialStepType = Literal["IDP_ADAPTER", "IDP_CONNECTION", "AUTHN_SELECTOR"]


class TrialAttribute(ConfigModel):
    """An attribute and its values."""

    name: _Text
    values: Annotated[list[_Text], Field(max_length=_MOST_VALUES)]


class ChosenResult(ConfigModel):
    """The assumed result of an adapter or a selector when the policy reaches it."""

    type: TrialStepType
    id: _Text
    result: Annotated[
        _Text,
        Field(
            description="Success or Fail for an adapter; for a selector one of its results, or an empty string if"
            " none of them applies."
        ),
    ]
    attributes: Annotated[
        list[TrialAttribute],
        Field(
            default_factory=list,
            max_length=_MOST_ATTRIBUTES,
            description="The attributes that the adapter returns after a success.",
        ),
    ]


class PolicyTrial(ConfigModel):
    """A request for a trial run: a policy, and the results to try it with."""

    policy: AuthenticationPolicyTree
    results: Annotated[
        list[ChosenResult],
        Field(
            default_factory=list,
            max_length=MOST_RESULTS,
            description="The results in the order in which the policy reaches adapters and selectors.",
        ),
    ]
    client_id: Annotated[_Text, Field(description="Client that requests the sign-in.")] = ""
    scopes: Annotated[list[_Text], Field(default_factory=list, max_length=_MOST_VALUES)]
    login_hint: Annotated[_Text, Field(description="Username in the request (OpenID Connect login_hint).")] = ""


class TrialStep(ConfigModel):
    """A node that the policy reached."""

    type: str
    id: str
    name: str
    branch: Annotated[str, Field(description="The result of the node above that led here.")]
    result: Annotated[str, Field(description="The branch that was taken; empty at the end of a path.")]
    reason: str
    fragment: Annotated[str, Field(description="The name of the fragment that the node is in.")]
    depth: int
    attributes: list[TrialAttribute]


class TrialQuestion(ConfigModel):
    """The adapter or selector whose result has to be chosen next, with the possible results."""

    type: TrialStepType
    id: str
    name: str
    results: list[str]
    attributes: Annotated[list[str], Field(description="The attributes of the adapter's contract.")]


class TrialOutcome(StrEnum):
    """Outcome of a trial run."""

    RESULT_NEEDED = "RESULT_NEEDED"
    SIGNED_IN = "SIGNED_IN"
    FAILED = "FAILED"
    NEXT_POLICY = "NEXT_POLICY"
    NO_SOURCE = "NO_SOURCE"


class PolicyTrialResult(ConfigModel):
    """The result of a trial run: the path through the policy, and the outcome."""

    outcome: TrialOutcome
    message: str
    steps: list[TrialStep]
    attributes: Annotated[list[TrialAttribute], Field(description="The attributes that applications receive.")]
    next: TrialQuestion | None = None
