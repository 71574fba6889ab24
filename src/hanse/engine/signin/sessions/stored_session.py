"""The stored content of a session."""

from collections.abc import Mapping
from typing import Final

import msgspec

from hanse.engine.signin.contracts import Value
from hanse.engine.state.contracts import SsoSession


class SourceSession(msgspec.Struct, kw_only=True):
    """One adapter at which the user has signed in."""

    adapter: str
    attributes: dict[str, Value]
    user_key: str
    # Seconds since the epoch: of the sign-in, and of the last use.
    auth_time: float
    used: float
    amr: list[str] = []
    acr: str = ""
    # The authentication contexts that the application had asked for.
    requested: list[str] = []
    # Both are empty where the sign-in is persistent. Otherwise `boot` is the start of the server that it ends with, and
    # `visit` the digest of the cookie that goes when the browser is closed. `visit` is empty too where nothing of the
    # session is persistent, as its own cookie goes then.
    boot: str = ""
    visit: str = ""


class ClientUse(msgspec.Struct, kw_only=True):
    """A client that the user has signed in to; `details` are what logout needs."""

    client_id: str
    since: float
    details: dict[str, str] = {}


class SessionBody(msgspec.Struct, kw_only=True):
    """Adapters by the key of their session rule, and clients by their id and issuer."""

    sources: dict[str, SourceSession] = {}
    clients: dict[str, ClientUse] = {}


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(SessionBody)


def encode(body: SessionBody) -> bytes:
    """Return a body as it is stored."""
    return _ENCODER.encode(body)


def decode(session: SsoSession) -> SessionBody:
    """Return the body of a session. One of another version of the server is empty: its user signs in again."""
    try:
        return _DECODER.decode(session.body)
    except msgspec.DecodeError:
        return SessionBody()


class LiveSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session as others may read it."""

    id: str
    user_key: str
    created: float
    sources: Mapping[str, SourceSession]
    clients: tuple[ClientUse, ...]
