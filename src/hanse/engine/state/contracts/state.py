"""All stores together."""

from typing import Protocol

from hanse.engine.state.contracts.access_tokens import AccessTokenStore
from hanse.engine.state.contracts.consents import Consents
from hanse.engine.state.contracts.figures import Figures
from hanse.engine.state.contracts.flows import Flows
from hanse.engine.state.contracts.grants import Grants
from hanse.engine.state.contracts.local_users import LocalUserStore
from hanse.engine.state.contracts.one_time import OneTimeValues
from hanse.engine.state.contracts.outbox import Outbox
from hanse.engine.state.contracts.pending_authorizations import PendingAuthorizations
from hanse.engine.state.contracts.sealed_texts import SealedTexts
from hanse.engine.state.contracts.second_factors import SecondFactorStore
from hanse.engine.state.contracts.sessions import SessionStore
from hanse.engine.state.contracts.throttle import Throttle
from hanse.engine.state.contracts.traces import Traces


class State(Protocol):
    """All stores. `sweep` removes expired rows and returns their number; the server calls it at intervals."""

    one_time: OneTimeValues
    grants: Grants
    pending: PendingAuthorizations
    access_tokens: AccessTokenStore
    sessions: SessionStore
    flows: Flows
    throttle: Throttle
    consents: Consents
    outbox: Outbox
    second_factors: SecondFactorStore
    local_users: LocalUserStore
    sealed_texts: SealedTexts
    traces: Traces
    figures: Figures

    async def sweep(self, now: float, *, most: int = 1000) -> int:
        """Remove expired rows, at most so many of each table."""
        ...

    async def ping(self) -> None:
        """Send a trivial query to the database; raises Unavailable."""
        ...

    async def close(self) -> None:
        """Finish what is queued and close all connections."""
        ...
