"""The header `x-fapi-interaction-id`, by which the logs of a client and of a resource server are compared."""

from typing import Final
from uuid import UUID

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.kit.randomness import Randomness

NAME: Final = b"x-fapi-interaction-id"
_LENGTH: Final = 36
_BYTES: Final = 16


def interaction_id(request: Request, randomness: Randomness) -> Header:
    """Return the header of the response: the UUID of the request, or a new one (FAPI 1.0 Baseline, section 6.2.1)."""
    given = request.header(NAME) or b""
    return NAME, given if _is_uuid(given) else str(UUID(bytes=randomness.token_bytes(_BYTES), version=4)).encode()


def _is_uuid(given: bytes) -> bool:
    """Return whether a value has the form of RFC 9562, section 4; any other one is not returned to its sender."""
    try:
        return len(given) == _LENGTH and str(UUID(given.decode("ascii"))) == given.decode().lower()
    except ValueError:
        return False
