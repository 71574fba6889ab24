"""Clients that were saved, and that this process has to apply before their next request."""

from collections.abc import Mapping
from typing import Any, Final

from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.clients import CLIENTS

# A saved client is applied within a fraction of a second.
_SECONDS: Final = 5.0


async def wait_until_applied(services: Services, client_id: str, body: Mapping[str, Any] | None) -> None:
    """Wait until this process uses a client as it was saved, so that its next request succeeds; None for a deletion."""
    await services.work.run(
        Purpose.REGISTRATIONS,
        services.wait_for_snapshot,
        lambda snapshot: snapshot.part(CLIENTS).has(client_id, body),
        _SECONDS,
    )
