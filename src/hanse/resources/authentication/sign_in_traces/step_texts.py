"""The kinds of steps, and the outcomes of sign-ins, as texts for administrators."""

from collections.abc import Mapping
from typing import Final

from hanse.kit.sign_in_traces import StepKind, TraceOutcome
from hanse.kit.texts.messages import Message, message

STEP_TEXTS: Final[Mapping[StepKind, Message]] = {
    StepKind.REQUEST: message("Request of the client"),
    StepKind.ADAPTER: message("Adapter"),
    StepKind.CONNECTION: message("IdP connection"),
    StepKind.SELECTOR: message("Selector"),
    StepKind.FRAGMENT: message("Fragment"),
    StepKind.CONTRACT: message("Policy contract"),
    StepKind.LOCAL_IDENTITY: message("Local identity profile"),
    StepKind.DONE: message("End of the policy"),
    StepKind.CONTINUE: message("Continue with the next policy"),
    StepKind.RESTART: message("Restart of the policies"),
    StepKind.PAGE: message("Page shown"),
    StepKind.REDIRECT: message("Redirect"),
    StepKind.SIGNED_IN: message("User signed in"),
    StepKind.GRANT_MAPPING: message("Grant mapping"),
    StepKind.ACCESS_TOKEN: message("Access token"),
    StepKind.ID_TOKEN: message("ID token"),
    StepKind.CONSENT: message("Consent"),
    StepKind.ANSWER: message("Answer to the client"),
    StepKind.FAILURE: message("Failure"),
}
# The states of labels (`state` in `fields.html`).
OUTCOME_STATES: Final[Mapping[TraceOutcome, str]] = {
    TraceOutcome.FAILED: "bad",
    TraceOutcome.SUCCEEDED: "good",
    TraceOutcome.WAITING: "soon",
}
OUTCOME_TEXTS: Final[Mapping[TraceOutcome, Message]] = {
    TraceOutcome.FAILED: message("Failed"),
    TraceOutcome.SUCCEEDED: message("Succeeded"),
    TraceOutcome.WAITING: message("Waiting for the user"),
}
