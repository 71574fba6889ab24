"""`authorization_details`: rich authorization requests (RFC 9396)."""

from typing import Any, Final

import msgspec

from hanse.engine.errors import InvalidAuthorizationDetails
from hanse.engine.oauth.authorization_details import DETAIL_TYPES
from hanse.engine.oauth.authorize.model import AuthorizationRequestDraft

_MOST_DETAILS: Final = 50


def check_authorization_details(draft: AuthorizationRequestDraft) -> None:
    """Validate each detail by the processor of its type, which the client must be allowed to request (section 5)."""
    text = draft.parameters.one("authorization_details")
    if text is None:
        return
    try:
        details = msgspec.json.decode(text, type=list[dict[str, Any]])
    except msgspec.DecodeError as error:
        raise InvalidAuthorizationDetails("The parameter authorization_details must be an array of objects.") from error
    if len(details) > _MOST_DETAILS:
        raise InvalidAuthorizationDetails("There are too many authorization details.")
    known = draft.request.snapshot.part(DETAIL_TYPES)
    allowed = frozenset(draft.client.settings.authorization_detail_types)
    enriched = [known.checked(each, allowed) for each in details]
    draft.wanted.authorization_details = msgspec.json.encode(enriched).decode() if enriched else ""
