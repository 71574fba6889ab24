"""Sign-ins, sign-outs and other interactions under way."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Flow:
    """A sign-in, sign-out or other interaction under way, bound to a browser by a cookie whose digest is `browser`."""

    id: str
    browser: bytes
    expires: float
    version: int = 0
    body: bytes = field(repr=False, default=b"")


class Flows(Protocol):
    """Flows. They are checked by version, so that back, reload and double clicks do no harm."""

    async def create(self, flow: Flow) -> None:
        """Store a new flow."""
        ...

    async def get(self, flow_id: str, now: float) -> Flow | None:
        """Return a flow that has not expired."""
        ...

    async def update(self, flow: Flow) -> bool:
        """Store a changed flow and raise its version. Returns False when somebody else changed it first."""
        ...

    async def delete(self, flow_id: str) -> bool:
        """End a flow. Of any number of callers exactly one gets True."""
        ...
