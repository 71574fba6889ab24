"""The interfaces of the stores of run-time state.

All methods are coroutines, are one transaction each, and raise `kit.errors.Unavailable` if the database does not
answer; then nothing has happened, or everything if only the database's answer was lost. `now` and all expiration times
are seconds since the epoch. Keys are SHA-256 digests of the values that users and clients hold, so that a copy of the
database grants no access. `body` is opaque to the store, which seals it (encrypts it with a key that is not in the
database).
"""

from hashlib import sha256

from hanse.engine.state.contracts.access_tokens import AccessTokenStore, ReferenceToken, RevocationKind
from hanse.engine.state.contracts.consents import Consent, Consents
from hanse.engine.state.contracts.figures import Figures
from hanse.engine.state.contracts.flows import Flow, Flows
from hanse.engine.state.contracts.grants import Grant, GrantPage, Grants, RedeemedCode, RefreshToken
from hanse.engine.state.contracts.local_users import LocalUserStore
from hanse.engine.state.contracts.one_time import OneTimeKind, OneTimeValues
from hanse.engine.state.contracts.outbox import Outbox, OutboxKind, OutboxMessage
from hanse.engine.state.contracts.pending_authorizations import (
    PendingAuthorization,
    PendingAuthorizations,
    PendingKind,
    PendingStatus,
)
from hanse.engine.state.contracts.sealed_texts import SealedTexts
from hanse.engine.state.contracts.second_factors import SecondFactorPage, SecondFactorStore
from hanse.engine.state.contracts.sessions import SessionStore, SsoSession
from hanse.engine.state.contracts.state import State
from hanse.engine.state.contracts.throttle import Failures, Throttle
from hanse.engine.state.contracts.traces import TracePart, Traces

__all__ = [
    "AccessTokenStore",
    "Consent",
    "Consents",
    "Failures",
    "Figures",
    "Flow",
    "Flows",
    "Grant",
    "GrantPage",
    "Grants",
    "LocalUserStore",
    "OneTimeKind",
    "OneTimeValues",
    "Outbox",
    "OutboxKind",
    "OutboxMessage",
    "PendingAuthorization",
    "PendingAuthorizations",
    "PendingKind",
    "PendingStatus",
    "RedeemedCode",
    "ReferenceToken",
    "RefreshToken",
    "RevocationKind",
    "SealedTexts",
    "SecondFactorPage",
    "SecondFactorStore",
    "SessionStore",
    "SsoSession",
    "State",
    "Throttle",
    "TracePart",
    "Traces",
    "digest",
]


def digest(value: str) -> bytes:
    """Return the key under which a secret value is stored."""
    return sha256(value.encode()).digest()
