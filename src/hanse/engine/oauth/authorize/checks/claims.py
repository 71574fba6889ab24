"""`claims`: individual claims that the client requests (OpenID Connect Core 1.0, section 5.5)."""

from typing import Any, Final

import msgspec

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft

_MEMBERS: Final = ("id_token", "userinfo")
_DETAILS: Final = {"essential": bool, "values": list}


def check_claims(draft: AuthorizationRequestDraft) -> None:
    """Check the format, and apply the members that have a meaning here."""
    text = draft.parameters.one("claims")
    if text is None:
        return
    try:
        requested = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise InvalidRequest("The parameter claims must be a JSON object.") from error
    found = {name: requested[name] for name in _MEMBERS if requested.get(name) is not None}
    for member in found.values():
        if not isinstance(member, dict) or not all(_is_request(each) for each in member.values()):
            raise InvalidRequest("The parameter claims is malformed.")
    draft.wanted.claims = msgspec.json.encode(found).decode() if found else ""


def _is_request(value: Any) -> bool:
    """Return whether a value is a claim request of section 5.5.1: null, or an object."""
    if value is None:
        return True
    return isinstance(value, dict) and all(
        isinstance(value[name], type_) for name, type_ in _DETAILS.items() if name in value
    )
