"""Example rows of run-time state."""

from dataclasses import replace
from hashlib import sha256
from typing import Any

from hanse.engine.state.contracts import (
    Flow,
    Grant,
    PendingAuthorization,
    PendingKind,
    ReferenceToken,
    RefreshToken,
    SsoSession,
    digest,
)

NOW = 1_800_000_000.0
PENDING = PendingAuthorization(
    key=digest("device-code"),
    kind=PendingKind.DEVICE,
    client_id="tv",
    interval=5.0,
    ends=NOW + 60,
    user_code=digest("user-code"),
    body=b"request",
)


class TestKeys:
    """Configuration encryption keys by id, the newest last."""

    __test__ = False

    def __init__(self, *ids: str) -> None:
        self.ids = ids or ("first",)

    def sealing_key_id(self) -> str:
        return self.ids[-1]

    def read_soon(self) -> None:
        pass

    def forgets_keys(self) -> bool:
        return False

    def key_ids(self) -> tuple[str, ...]:
        return self.ids

    def derive_key(self, key_id: str, salt: bytes, purpose: bytes) -> bytes:
        return sha256(b"\0".join((key_id.encode(), salt, purpose))).digest()


def grant(id_: str = "grant-1", **changes: Any) -> Grant:
    made = Grant(
        id=id_,
        user_key="ada",
        client_id="shop",
        issuer="https://sso.example.com",
        grant_type="authorization_code",
        scopes=("openid", "email"),
        issued=NOW,
        updated=NOW,
        expires=None,
        idle_seconds=None,
        body=b'{"mail": "ada@example.com"}',
    )
    return replace(made, **changes)


def refresh(name: str = "refresh-1", grant_id: str = "grant-1", generation: int = 0) -> RefreshToken:
    return RefreshToken(key=digest(name), grant_id=grant_id, generation=generation, issued=NOW)


def reference(name: str = "reference-1", **changes: Any) -> ReferenceToken:
    made = ReferenceToken(
        key=digest(name),
        manager_id="opaque",
        grant_id="",
        session_id="",
        issued=NOW,
        expires=NOW + 300,
        body=b'{"sub": "ada"}',
    )
    return replace(made, **changes)


def session(name: str = "cookie-1", **changes: Any) -> SsoSession:
    made = SsoSession(
        key=digest(name),
        id="session-1",
        user_key="ada",
        created=NOW,
        updated=NOW,
        expires=NOW + 3600,
        persistent=False,
        body=b'{"sources": ["form"]}',
    )
    return replace(made, **changes)


def flow(id_: str = "flow-1", **changes: Any) -> Flow:
    return replace(Flow(id=id_, browser=digest("browser"), expires=NOW + 600, body=b'{"step": 1}'), **changes)
