"""The parameter `state` with which another server returns a user."""

from collections.abc import Mapping

from hanse.crypto.jws_verification import MalformedToken, read_compact
from hanse.plugins.claim_attributes import text_of


def state_of(parameters: Mapping[str, str]) -> str:
    """Return the parameter, or the claim of a signed response (JARM, section 2.3.1); empty without either.

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
