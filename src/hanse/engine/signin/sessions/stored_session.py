"""The stored content of a session."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from hanse.engine.signin.contracts import SignInRequest, Value
from hanse.engine.signin.policies.position import PassedAdapter
from hanse.engine.state.contracts import SsoSession, digest


class SourceSession(msgspec.Struct, kw_only=True):
    """An adapter at which the user has signed in."""

    adapter: str
    attributes: dict[str, Value]
    user_key: str
    # Times of the authentication and of the last use, in seconds since the epoch.
    auth_time: float
    used: float
    # Time of the sign-in here, if the authentication was earlier, at another server.
    started: float = 0.0
    # The user's session at that server, and the user's SAML name identifier there.
    remote_session: str = ""
    remote_subject: str = ""
    # The virtual server ID for which that server has authenticated the user; empty for the server's own entity ID.
    virtual_id: str = ""
    # The text with which the adapter signs the user out there.
    logout_hint: str = ""
    amr: list[str] = []
    acr: str = ""
    # The authentication contexts that the application had requested.
    requested: list[str] = []
    # Both are empty for a persistent sign-in. Otherwise `boot` is the start of the server with which it ends, and
    # `visit` the digest of the cookie that ends when the browser is closed. `visit` is empty too if nothing in the
    # session is persistent, because its own cookie ends then.
    boot: str = ""
    visit: str = ""
    # The ID of the user in a local identity profile; empty for other users.
    local_user: str = ""

    @property
    def since(self) -> float:
        """Return the time from which the session's lifetime is measured."""
        return self.started or self.auth_time


class ClientUse(msgspec.Struct, kw_only=True):
    """A client to which the user has signed in; `details` are for logout."""

    client_id: str
    since: float
    details: dict[str, str] = {}


class ApplicationUse(msgspec.Struct, kw_only=True):
    """An application to which an SP adapter has handed the user over, for its logout."""

    adapter: str
    # The user as the application knows them, and the issuer of the token that it received.
    subject: str
    issuer: str
    # The IdP connection that overrides settings of the SP adapter; empty if none does.
    connection: str = ""

    @property
    def key(self) -> str:
        """Return the key of the application in the session. IDs do not contain the separator."""
        return f"{self.adapter}|{self.connection}" if self.connection else self.adapter


class SessionBody(msgspec.Struct, kw_only=True):
    """Adapters by the key of their session rule, clients by their id and issuer, and applications by their key."""

    sources: dict[str, SourceSession] = {}
    clients: dict[str, ClientUse] = {}
    # The name of the browser at its last sign-in, for the user.
    device: str = ""
    applications: dict[str, ApplicationUse] = {}


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(SessionBody)


def encode(body: SessionBody) -> bytes:
    """Return the stored form."""
    return _ENCODER.encode(body)


def decode(session: SsoSession) -> SessionBody:
    """Return the body of a session. One of another version of the server is empty: its user signs in again."""
    try:
        return _DECODER.decode(session.body)
    except msgspec.DecodeError:
        return SessionBody()


def source_of(passed: PassedAdapter, wanted: SignInRequest, now: float) -> SourceSession:
    """Return the stored form of a sign-in."""
    return SourceSession(
        adapter=passed.adapter,
        attributes=passed.attributes,
        user_key=passed.user_key,
        auth_time=passed.auth_time,
        started=passed.started,
        remote_session=passed.remote_session,
        remote_subject=passed.remote_subject,
        virtual_id=passed.virtual_id,
        logout_hint=passed.logout_hint,
        used=now,
        amr=passed.amr,
        acr=passed.acr,
        requested=list(wanted.acr_values),
        local_user=passed.local_user,
    )


def local_user_of(passed: Iterable[SourceSession | PassedAdapter]) -> str:
    """Return the local user of sign-ins at several adapters, the last one first; empty if there is none."""
    return next((each.local_user for each in reversed(list(passed)) if each.local_user), "")


def of_one_local_user(sources: Mapping[str, SourceSession]) -> dict[str, SourceSession]:
    """Return the sources without those of other local users than the last one.

    A session has one local user, by whom it is found and ended when that user is disabled, for example.
    """
    local_user = local_user_of(sources.values())
    return {key: each for key, each in sources.items() if each.local_user in ("", local_user)}


def is_of_another_user(body: SessionBody, sources: Mapping[str, SourceSession]) -> bool:
    """Return whether a session is of another user than further sign-ins, at the same adapter or as a local user."""
    is_other = any(
        (before := body.sources.get(key)) is not None and before.user_key != source.user_key
        for key, source in sources.items()
    )
    local_user = local_user_of(sources.values())
    known = {each.local_user for each in body.sources.values() if each.local_user}
    return is_other or bool(local_user and known - {local_user})


def remote_key(adapter: str, remote_session: str) -> bytes:
    """Return the key under which sessions are found that began with a session at another server."""
    return digest(f"{adapter}\0{remote_session}")


def client_user_source(client: str) -> str:
    """Return the name of a client in `remote_key`. It differs from those of adapters, which contain no space."""
    return f"client {client}"


def remote_keys_of(sources: Iterable[SourceSession]) -> tuple[bytes, ...]:
    """Return the keys of the sessions at other servers."""
    return tuple(remote_key(each.adapter, each.remote_session) for each in sources if each.remote_session)


class LiveSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session in its form for other packages."""

    id: str
    user_key: str
    created: float
    sources: Mapping[str, SourceSession]
    clients: tuple[ClientUse, ...]
    applications: tuple[ApplicationUse, ...] = ()


def live(stored: SsoSession) -> LiveSession:
    """Return a stored session in its form for other packages."""
    body = decode(stored)
    return LiveSession(
        id=stored.id,
        user_key=stored.user_key,
        created=stored.created,
        sources=body.sources,
        clients=tuple(body.clients.values()),
        applications=tuple(body.applications.values()),
    )
