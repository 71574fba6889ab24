"""Access tokens in requests (RFC 6750, section 2): in the Authorization field or in a form body, never in the query.

A token in the query would be written to logs and browser histories (RFC 6750, section 5.3; RFC 9700, section 4.3.2).
"""

from hanse.engine.errors import InvalidRequest, InvalidToken
from hanse.engine.http.request import FORM, Request

_PARAMETER = "access_token"


async def bearer_token(request: Request) -> str:
    """Return the access token of a request.

    Raises InvalidToken without a description when there is none, which asks for one (RFC 6750, section 3.1), and
    InvalidRequest for a token in the query or in two places.
    """
    if _PARAMETER in request.query:
        raise InvalidRequest("The access token must not be sent in the query.")
    in_header = _in_header(request)
    in_form = await _in_form(request)
    if in_header and in_form:
        raise InvalidRequest("The access token must be sent once.")
    token = in_header or in_form
    if not token:
        raise InvalidToken
    return token


def _in_header(request: Request) -> str:
    scheme, _, value = (request.header(b"authorization") or b"").partition(b" ")
    return value.strip().decode("latin-1") if scheme.lower() == b"bearer" else ""


async def _in_form(request: Request) -> str:
    if request.method != "POST":
        return ""
    media_type = (request.header(b"content-type") or b"").partition(b";")[0].strip().lower()
    return (await request.form()).one(_PARAMETER) or "" if media_type == FORM else ""
