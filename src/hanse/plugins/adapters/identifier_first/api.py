"""The page of the adapter as a state of the authentication API."""

from typing import Final

from hanse.plugins.adapters.identifier_first.names import LONGEST, REMOVED, SUBJECT
from hanse.plugins.contracts.adapters import ShowPage
from hanse.plugins.contracts.authentication_api import ApiAction, ApiInput, ApiState, page_errors

_SUBMIT: Final = ApiAction(
    name="submitIdentifier",
    description="Sign in with an identifier, entered or remembered.",
    inputs=(
        ApiInput(
            name="identifier",
            description="Username or e-mail address.",
            parameters=(SUBJECT,),
            maximum_length=LONGEST,
        ),
    ),
)
_CLEAR: Final = ApiAction(
    name="clearIdentifier",
    description="Forget an identifier that the browser remembers.",
    inputs=(
        ApiInput(
            name="identifier", description="Remembered identifier.", parameters=(REMOVED,), maximum_length=LONGEST
        ),
    ),
)
_CANCEL: Final = ApiAction(name="cancelIdentifierSubmission", description="Cancel the sign-in.", button="pf.cancel")


class IdentifierFirstApi:
    """The state and its actions; the interface is `contracts.authentication_api.AdapterApi`."""

    actions: tuple[ApiAction, ...] = (_SUBMIT, _CLEAR, _CANCEL)

    def state(self, page: ShowPage) -> ApiState:
        """Return the page as a state."""
        remembered = page.values["identifiers"]
        return ApiState(
            status="IDENTIFIER_REQUIRED",
            values={"previouslySubmittedIdentifiers": remembered, "identifier": page.values["identifier"]},
            actions=(
                _SUBMIT,
                *((_CLEAR,) if remembered else ()),
                *((_CANCEL,) if page.values["cancel_offered"] else ()),
            ),
            errors=page_errors(page, {"identifier.wrong": "identifier", "identifier.missing": "identifier"}),
        )
