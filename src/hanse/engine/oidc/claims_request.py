"""The `claims` request parameter (OpenID Connect Core 1.0, section 5.5)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hanse.engine.errors import InvalidRequest

MOST_CHARACTERS: Final = 16_384
MOST_CLAIMS: Final = 200


@dataclass(frozen=True)
class RequestedClaim:
    """A request for a single claim. `values` is None if any value is accepted."""

    essential: bool = False
    values: tuple[Any, ...] | None = None

    def accepts(self, value: Any) -> bool:
        """Return whether a value is one of those that the client requests."""
        return self.values is None or value in self.values


@dataclass(frozen=True)
class ClaimsRequest:
    """The individually requested claims, for each place in which the client wants them."""

    id_token: Mapping[str, RequestedClaim] = field(default_factory=dict)
    userinfo: Mapping[str, RequestedClaim] = field(default_factory=dict)

    @property
    def subject(self) -> str | None:
        """Return the only `sub` for which the request may succeed, or None (section 5.5.1)."""
        for claims in (self.id_token, self.userinfo):
            requested = claims.get("sub")
            if requested is not None and requested.values is not None:
                return str(requested.values[0]) if len(requested.values) == 1 else ""
        return None

    @property
    def essential_acr_values(self) -> tuple[str, ...]:
        """Return the authentication context classes of which one must be reached (section 5.5.1.1)."""
        requested = self.id_token.get("acr")
        if requested is None or not requested.essential or requested.values is None:
            return ()
        return tuple(str(each) for each in requested.values)

    @property
    def voluntary_acr_values(self) -> tuple[str, ...]:
        """Return the authentication context classes that the client prefers, like those in `acr_values`."""
        requested = self.id_token.get("acr")
        if requested is None or requested.essential or requested.values is None:
            return ()
        return tuple(str(each) for each in requested.values)


NOTHING: Final = ClaimsRequest()


def parse_claims_request(text: str) -> ClaimsRequest:
    """Return the claims that the parameter requests; an empty string requests nothing. Raises InvalidRequest.

    Unknown members are ignored, as section 5.5 demands.
    """
    if not text:
        return NOTHING
    if len(text) > MOST_CHARACTERS:
        raise InvalidRequest("The claims parameter is too long.")
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest("The claims parameter is not JSON.") from error
    if not isinstance(parsed, dict):
        raise InvalidRequest("The claims parameter must be a JSON object.")
    return ClaimsRequest(_requested(parsed, "id_token"), _requested(parsed, "userinfo"))


def _requested(parsed: Mapping[str, Any], place: str) -> Mapping[str, RequestedClaim]:
    found = parsed.get(place)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise InvalidRequest(f"The member {place} of the claims parameter must be a JSON object.")
    if len(found) > MOST_CLAIMS:
        raise InvalidRequest("The claims parameter requests too many claims.")
    return {name: _claim(name, each) for name, each in found.items()}


def _claim(name: str, given: Any) -> RequestedClaim:
    if given is None:
        return RequestedClaim()
    if not isinstance(given, dict):
        raise InvalidRequest(f"The claim {name[:100]!r} must be requested with null or a JSON object.")
    essential = given.get("essential") is True
    if "values" in given:
        values = given["values"]
        if not isinstance(values, list):
            raise InvalidRequest(f"The values of the claim {name[:100]!r} must be a list.")
        return RequestedClaim(essential, tuple(values))
    return RequestedClaim(essential, (given["value"],) if "value" in given else None)
