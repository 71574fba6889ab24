"""The request with which an adapter sends a user to another provider, while the adapter waits for the response."""

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from hanse.plugins.contracts.adapters import AdapterRequest


class PendingRequest(msgspec.Struct, frozen=True):
    """The values of one request with which its response is verified; the state of the sign-in."""

    # Time of the request, in seconds since the epoch.
    sent: float
    # The longest accepted time since the authentication, in seconds; None for any.
    max_age: int | None

    @classmethod
    def stored(cls, state: Mapping[str, Any]) -> Self | None:
        """Return the values from the state of a sign-in; None if it has none."""
        try:
            return msgspec.convert(dict(state), cls)
        except msgspec.ValidationError:
            return None

    def as_state(self) -> dict[str, Any]:
        """Return the values for the state of the sign-in, which is stored encrypted on the server."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def maximum_age(request: AdapterRequest) -> int | None:
    """Return the longest accepted time since the authentication, in seconds; None for any."""
    return 0 if request.force_authentication else request.max_age
