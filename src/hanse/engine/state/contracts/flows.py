"""Sign-ins, logouts and other interactions in progress."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Flow:
    """A sign-in, logout or other interaction in progress, bound to a browser by a cookie whose digest is `browser`."""

    id: str
    browser: bytes
    expires: float
    version: int = 0
    body: bytes = field(repr=False, default=b"")


class Flows(Protocol):
    """Flows. Changes are checked by version, so that back, reload and double clicks do no harm."""

    async def create(self, flow: Flow) -> None:
        """Store a new flow."""
        ...

    async def get(self, flow_id: str, now: float) -> Flow | None:
        """Return a flow that has not expired."""
        ...

    async def update(self, flow: Flow) -> bool:
        """Store a changed flow and increase its version. Returns False if another request changed it first."""
        ...

    async def delete(self, flow_id: str) -> bool:
        """End a flow. Of any number of callers exactly one gets True."""
        ...
