"""All of the run-time state on one database."""

import asyncio
from collections.abc import Sequence
from typing import Final

from hanse.engine.state.access_tokens import StoredAccessTokens
from hanse.engine.state.consents import StoredConsents
from hanse.engine.state.contracts import (
    AccessTokenStore,
    Consents,
    Figures,
    Flows,
    Grants,
    LocalUserStore,
    OneTimeValues,
    Outbox,
    PendingAuthorizations,
    SealedTexts,
    SecondFactorStore,
    SessionStore,
    Throttle,
    Traces,
)
from hanse.engine.state.figures import StoredFigures
from hanse.engine.state.grants import StoredGrants
from hanse.engine.state.local_users import StoredLocalUsers
from hanse.engine.state.one_time import StoredOneTimeValues
from hanse.engine.state.outbox import StoredOutbox
from hanse.engine.state.pending_authorizations import StoredPendingAuthorizations
from hanse.engine.state.sealed_texts import SealedValues
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.second_factors import StoredSecondFactors
from hanse.engine.state.sessions import StoredFlows, StoredSessions
from hanse.engine.state.statements import Rows, Statement, StatementRunner
from hanse.engine.state.throttle import StoredThrottle
from hanse.engine.state.traces import StoredTraces
from hanse.kit.randomness import Randomness

_KEPT_SECONDS: Final = {
    # Time for which a replaced refresh token is stored. Later it is recognized by its family.
    "replaced_seconds": 30 * 24 * 3600.0,
    "session_seconds": 3600.0,
}


def _expired(table: str, key: str, expired: str = "expires <= :now") -> Statement:
    chosen = f"SELECT {key} FROM {table} WHERE {expired} LIMIT :most"
    return Statement(f"DELETE FROM {table} WHERE ({key}) IN ({chosen}) RETURNING 1")


_SWEPT: Final = (
    _expired("state_code", "key"),
    _expired("state_one_time", "kind, key"),
    _expired("state_pending", "key"),
    _expired("state_flow", "id"),
    _expired("state_failure", "key"),
    # Expired sessions are ended one by one, with notices to clients. This deletes those for which that failed.
    _expired("state_session", "id", "expires <= :now - :session_seconds"),
    _expired("state_outbox", "id"),
    _expired("state_revocation", "kind, id"),
    _expired("state_consent", "user_key, client_id"),
    _expired("state_token_grant", "id"),
    _expired("state_trace", "id"),
    _expired("state_figure", "minute, kind, label"),
    _expired("state_reference_token", "key"),
    _expired("state_refresh_token", "key", "replaced <= :now - :replaced_seconds"),
    # A reference token is valid only while its grant exists, and may outlive the grant's refresh tokens.
    _expired(
        "state_grant",
        "id",
        "ends <= :now AND NOT EXISTS (SELECT 1 FROM state_reference_token WHERE grant_id = state_grant.id)",
    ),
)
# No row has this kind. The statement fails if nothing can be written, for example on a read-only disk.
_PING: Final = Statement("DELETE FROM state_one_time WHERE kind = :kind RETURNING 1")


class StoredState:
    """Run-time state in a database; implements `contracts.State`."""

    def __init__(
        self,
        runner: StatementRunner,
        sealer: Sealer,
        randomness: Randomness,
        boot: str,
        *,
        short_lived: Sealer | None = None,
    ) -> None:
        """`short_lived` seals what is lost after two rotations of its keys; by default it is `sealer`."""
        short = sealer if short_lived is None else short_lived
        self._runner = runner
        self.one_time: OneTimeValues = StoredOneTimeValues(runner, sealer, short)
        self.grants: Grants = StoredGrants(runner, sealer, randomness, short)
        self.pending: PendingAuthorizations = StoredPendingAuthorizations(runner, sealer, randomness, short)
        self.access_tokens: AccessTokenStore = StoredAccessTokens(runner, sealer)
        self.sessions: SessionStore = StoredSessions(runner, sealer, boot)
        self.flows: Flows = StoredFlows(runner, short)
        self.throttle: Throttle = StoredThrottle(runner)
        self.consents: Consents = StoredConsents(runner, sealer)
        self.outbox: Outbox = StoredOutbox(runner, sealer)
        self.second_factors: SecondFactorStore = StoredSecondFactors(runner, sealer)
        self.local_users: LocalUserStore = StoredLocalUsers(runner, sealer)
        self.sealed_texts: SealedTexts = SealedValues(short)
        self.traces: Traces = StoredTraces(runner, sealer)
        self.figures: Figures = StoredFigures(runner)

    async def sweep(self, now: float, *, most: int = 1000) -> int:
        """Remove expired rows, at most so many of each table, each table in a transaction of its own."""
        count = 0
        for statement in _SWEPT:
            kept = {name: seconds for name, seconds in _KEPT_SECONDS.items() if f":{name}" in statement.sqlite}
            values = {"now": now, "most": most, **kept}
            removed: Sequence[Rows] = await self._runner.write((statement, values), durable=False)
            count += len(removed[0])
        return count

    async def ping(self) -> None:
        """Execute a write without effect; raises Unavailable if nothing can be written."""
        await self._runner.write((_PING, {"kind": "ping"}), durable=False)

    async def close(self) -> None:
        """Finish what is queued and close all connections."""
        await asyncio.to_thread(self._runner.close)

    def close_blocking(self) -> None:
        """Do the same without an event loop."""
        self._runner.close()
