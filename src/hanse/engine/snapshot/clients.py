"""OAuth clients for requests: stored compactly by id, and prepared at their first use.

A server can have 100,000 clients. A client is kept as its JSON text without default values, and the most recently used
ones as objects. Preparing one reads its essentials only, so that the first request of a client costs little more; all
settings are read when a request needs them. A client secret is decrypted once, when its client is prepared, to compute
its digest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property, lru_cache, partial
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from hanse.config.canonical_json import to_text
from hanse.config.declare.validation import parse, to_body
from hanse.config.secrets.keyring import BrokenSeal, Keyring
from hanse.config.secrets.secret_fields import use_of
from hanse.engine.errors import InvalidClient
from hanse.engine.snapshot.client_essentials import AuthenticationEssentials, ClientEssentials, read_essentials
from hanse.engine.snapshot.compaction import Compaction
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.kit.clock import from_text
from hanse.kit.randomness import Randomness
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.grants import GrantType

LOG = structlog.stdlib.get_logger("hanse.engine")
# Prepared clients in a process, at about 1.5 KB each. Preparing one takes about 10 microseconds.
MOST_PREPARED: Final = 10_000
# All settings of clients, at about 8 KB each. Reading them takes about 15 microseconds.
MOST_READ: Final = 2_000
# With more changed clients, reading all of them is faster than reading each by its id.
_MANY: Final = 20_000
_KEY_BYTES: Final = 32
SECRET_USE: Final = use_of(OAUTH_CLIENTS.kind, ("clientAuth", "secret"))
_SECONDARY_USE: Final = use_of(OAUTH_CLIENTS.kind, ("clientAuth", "secondarySecrets", "secret"))
_COMPACTION: Final = Compaction(Client)


class RegisteredSecret(NamedTuple):
    """A secret of a client: its digest, its decryption, and when it expires; None for the current one."""

    digest: bytes
    open: Callable[[], str]
    expires: datetime | None

    def is_valid(self, now: datetime) -> bool:
        """Return whether it has not expired."""
        return self.expires is None or self.expires > now


class RegisteredClient:
    """A client that is prepared for use."""

    def __init__(
        self,
        essentials: ClientEssentials,
        read_settings: Callable[[], Client],
        secrets: tuple[RegisteredSecret, ...] = (),
        digest_key: bytes = b"",
    ) -> None:
        """`digest_key` is the key of the secrets' digests."""
        # The client identifier; empty for a request without client identification.
        self.id = essentials.client_id
        self.essentials = essentials
        self._read_settings = read_settings
        self._secrets = secrets
        self._digest_key = digest_key

    @classmethod
    def of(cls, settings: Client) -> "RegisteredClient":
        """Return a client with these settings, which has no secret."""
        return cls(msgspec.convert(to_body(settings), ClientEssentials), lambda: settings)

    @property
    def settings(self) -> Client:
        """Return all settings, for those that are not among the essentials.

        Raises InvalidClient if this version does not understand one of them.
        """
        return self._read_settings()

    @property
    def is_identified(self) -> bool:
        """Return whether the request names a client."""
        return bool(self.id)

    @property
    def grant_types(self) -> frozenset[GrantType]:
        """Return the grant types that the client may use."""
        return self.essentials.grant_types

    @property
    def common_scopes(self) -> frozenset[str] | None:
        """Return the common scopes and scope groups that the client may request; None for all of them."""
        return self.essentials.restricted_scopes if self.essentials.restrict_scopes else None

    @property
    def exclusive_scopes(self) -> frozenset[str]:
        """Return the exclusive scopes and scope groups that the client may request."""
        return self.essentials.exclusive_scopes

    @cached_property
    def extended_properties(self) -> Mapping[str, list[str]]:
        """Return the extended properties that have values."""
        return {name: list(each.values) for name, each in self.essentials.extended_parameters.items() if each.values}

    def secrets(self, now: datetime) -> tuple[str, ...]:
        """Return the valid secrets in clear text, the current one first; for HMAC keys."""
        return tuple(each.open() for each in self._secrets if each.is_valid(now))

    def accepts_secret(self, secret: str, now: datetime) -> bool:
        """Return whether a secret is one of the client's. All are compared, in constant time."""
        presented = _digest(self._digest_key, secret)
        matches = [compare_digest(each.digest, presented) for each in self._secrets if each.is_valid(now)]
        return any(matches)


class ClientPreparation:
    """Prepares clients from their bodies and caches the most recently used ones; all snapshots share it."""

    def __init__(self, keyring: Keyring, randomness: Randomness) -> None:
        self._keyring = keyring
        # Digests of different processes have different keys, so one process's memory reveals nothing about another's.
        self._digest_key = randomness.token_bytes(_KEY_BYTES)
        # Safe to call from several threads. A saved client has another body, so nothing has to be removed.
        self.prepared = lru_cache(MOST_PREPARED)(self._prepare)
        self._settings = lru_cache(MOST_READ)(_read_settings)

    def _prepare(self, body: bytes) -> RegisteredClient | None:
        """Return a client; None for a body that this version does not understand."""
        try:
            essentials = read_essentials(body)
        except msgspec.DecodeError as error:
            _not_usable(body, error)
            return None
        secrets = tuple(self._secrets(essentials))
        return RegisteredClient(essentials, partial(self._settings, body), secrets, self._digest_key)

    def _secrets(self, client: ClientEssentials) -> Iterator[RegisteredSecret]:
        for sealed, use, expires in _sealed_secrets(client.client_auth):
            open_ = partial(self._keyring.open, sealed, use)
            try:
                yield RegisteredSecret(_digest(self._digest_key, open_()), open_, expires)
            except BrokenSeal as error:
                LOG.error(  # noqa: TRY400 - the reason says all.
                    "client secret not usable", client_id=client.client_id, reason=str(error)
                )


class Clients:
    """All clients. `get` is safe to call from several threads."""

    def __init__(self, bodies: Mapping[str, bytes], preparation: ClientPreparation) -> None:
        self.bodies = bodies
        self.preparation = preparation

    def get(self, client_id: str) -> RegisteredClient | None:
        """Return a client; None if it does not exist or is disabled."""
        body = self.bodies.get(client_id)
        if body is None:
            return None
        found = self.preparation.prepared(body)
        return found if found is not None and found.essentials.enabled else None

    def has(self, client_id: str, body: dict[str, Any] | None) -> bool:
        """Return whether the settings of a client are those of a stored body; None for a deleted client."""
        known = self.bodies.get(client_id)
        return known is None if body is None else known == _COMPACTION.compact(to_text(body).encode())

    def __len__(self) -> int:
        return len(self.bodies)


def _sealed_secrets(auth: AuthenticationEssentials) -> Iterator[tuple[str, str, datetime | None]]:
    """Yield each sealed secret with its use and its expiration, the current one first."""
    if auth.encrypted_secret:
        yield auth.encrypted_secret, SECRET_USE, None
    for each in auth.secondary_secrets or ():
        if each.encrypted_secret:
            yield each.encrypted_secret, _SECONDARY_USE, from_text(each.expiry_time)


def _digest(key: bytes, secret: str) -> bytes:
    # A MAC like HMAC (RFC 7693, section 2.9), which takes a fifth of the time for texts as short as secrets.
    return blake2b(secret.encode(), key=key, digest_size=_KEY_BYTES).digest()


def _compile(given: CompilerInput[Clients]) -> Clients:
    ids, previous = given.changes.ids, given.previous
    keyring = given.view.secrets.keyring
    # Another process may have added a key; secrets are decrypted during requests, which read no database.
    keyring.refresh(given.view.connection)
    preparation = previous.preparation if previous else ClientPreparation(keyring, given.ports.get(Randomness))
    changed = None if ids is None else ids.get(OAUTH_CLIENTS.kind, frozenset())
    if previous is None or changed is None or len(changed) > _MANY:
        return Clients(dict(_compacted(given.view.raw_bodies(OAUTH_CLIENTS))), preparation)
    found = given.view.raw_bodies_of(OAUTH_CLIENTS, changed)
    bodies = {**previous.bodies, **dict(_compacted(found.items()))}
    for id_ in changed - found.keys():
        bodies.pop(id_, None)
    return Clients(bodies, preparation)


def _compacted(bodies: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for id_, body in bodies:
        try:
            yield id_, _COMPACTION.compact(body)
        except msgspec.DecodeError as error:
            LOG.error("client not usable", client_id=id_, reason=str(error))  # noqa: TRY400 - the reason says all.


def _read_settings(body: bytes) -> Client:
    try:
        return parse(Client, body)
    except Exception as error:
        _not_usable(body, error)
        raise InvalidClient("The client cannot be used.") from error


def _not_usable(body: bytes, error: Exception) -> None:
    LOG.error("client not usable", client_id=msgspec.json.decode(body)["clientId"], reason=str(error))


CLIENTS: Compiler[Clients] = Compiler("clients", frozenset({OAUTH_CLIENTS.kind}), _compile)
