"""The parameters with which another server returns a user."""

from collections.abc import Mapping
from typing import Final

from hanse.crypto.jws_verification import MalformedToken, read_compact
from hanse.engine.http.request import Request
from hanse.plugins.claim_attributes import text_of

_IN_FORMS_ONLY: Final = "id_token"


async def returned_parameters(request: Request) -> dict[str, str]:
    """Return the parameters of a response in the query, or in a form that the browser posts."""
    is_query = request.method == "GET"
    sent = request.query if is_query else await request.form()
    parameters = {name: sent.one(name) or "" for name in sent}
    if is_query:
        # OAuth 2.0 Multiple Response Types, section 3: ID tokens are never in a query, because logs contain addresses.
        parameters.pop(_IN_FORMS_ONLY, None)
    return parameters


def state_of(parameters: Mapping[str, str]) -> str:
    """Return the parameter `state`, or the claim of a signed response (JARM, section 2.3.1); empty without either.

    The signature is not verified here: the claim only finds the flow, which must belong to the browser. The adapter
    that has sent the user away verifies the response.
    """
    state, response = parameters.get("state", ""), parameters.get("response", "")
    if state or not response:
        return state
    try:
        return text_of(read_compact(response).claims(), "state")
    except MalformedToken:
        return ""
