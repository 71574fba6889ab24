"""The public keys of clients: a JWKS in the client's settings, or one at an address of the client.

Fetched key sets are cached. The cache is limited, and one client can make the server fetch its address only once in
`REFETCH_SECONDS`, whatever it sends. If the address does not answer, the last known keys stay in use for a while, so
that a client's outage does not affect the server.
"""

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import structlog

from hanse.crypto.jwk import Jwk
from hanse.crypto.jwk_sets import JwkSet, jwks_problem, published_keys
from hanse.crypto.key_pairs import PublicKey
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.errors import HanseError, Unavailable

LOG = structlog.stdlib.get_logger("hanse.oauth")
MOST_ADDRESSES: Final = 1_000
MOST_INLINE: Final = 1_000
FRESH_SECONDS: Final = 600.0
REFETCH_SECONDS: Final = 30.0
STALE_SECONDS: Final = 24 * 3600.0


class NoClientKeys(Exception):
    """A client has no keys, or they cannot be read; the text is for the log."""


@dataclass(frozen=True)
class KeySource:
    """The place of a key set: its text in the settings, or an address. Both are empty if there are no keys."""

    jwks: str = ""
    url: str = ""


@dataclass(frozen=True)
class _KeySet:
    """The keys of a client, imported when a signature is verified for the first time."""

    jwks: tuple[Jwk, ...] = ()

    @cached_property
    def published(self) -> JwkSet:
        """Return the supported keys."""
        return published_keys(self.jwks)


@dataclass
class _Fetched:
    """The cached result for one address. `attempted` is the time of the last attempt, `found` of the last success."""

    keys: _KeySet = _KeySet()
    attempted: float = float("-inf")
    found: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class ClientKeys:
    """Reads the keys of clients. One instance for each process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._fetched: OrderedDict[str, _Fetched] = OrderedDict()
        # Key sets in the settings of clients by their text: parsing one takes longer than verifying a signature.
        self._inline: OrderedDict[str, _KeySet] = OrderedDict()

    async def load(self, client: RegisteredClient, *, newer: bool = False) -> tuple[Jwk, ...]:
        """Return the keys of a client. Raises NoClientKeys.

        `newer` requests another fetch of the client's address because a key was not found, for example after a
        rotation; the address is not fetched again within `REFETCH_SECONDS`.
        """
        return (await self._load(_source_of(client), newer=newer)).jwks

    async def verifying(self, client: RegisteredClient, algorithm: str, key_id: str | None) -> tuple[PublicKey, ...]:
        """Return the keys that may have signed a text with this header; empty if the client has none.

        An unknown key id may be that of a new key, so the client's address is fetched again.
        """
        try:
            return await self.published_by(_source_of(client), algorithm, key_id)
        except NoClientKeys as error:
            LOG.warning("no keys of a client", client=client.id, reason=str(error))
            return ()

    async def published_by(self, source: KeySource, algorithm: str, key_id: str | None) -> tuple[PublicKey, ...]:
        """Return the keys of a source, such as a trusted issuer, that may have signed a text. Raises NoClientKeys."""
        found = await self._load(source)
        if key_id is not None and not found.published.has_key_id(key_id):
            found = await self._load(source, newer=True)
        return found.published.verifying(algorithm, key_id)

    async def published_at(self, url: str, algorithm: str, key_id: str | None) -> tuple[PublicKey, ...]:
        """Return the keys at the address of another server that may have signed a text. Raises Unavailable."""
        try:
            return await self.published_by(KeySource(url=url), algorithm, key_id)
        except NoClientKeys as error:
            raise Unavailable("The keys of the token's issuer are not available.") from error

    async def _load(self, source: KeySource, *, newer: bool = False) -> _KeySet:
        if source.jwks:
            return self._in_settings(source.jwks)
        if source.url:
            return await self._at(source.url, newer=newer)
        raise NoClientKeys("There is neither a JWKS nor a JWKS URL.")

    def _in_settings(self, text: str) -> _KeySet:
        found = self._inline.get(text)
        if found is None:
            found = self._inline[text] = _parsed(text)
            while len(self._inline) > MOST_INLINE:
                self._inline.popitem(last=False)
        return found

    async def _at(self, url: str, *, newer: bool) -> _KeySet:
        known = self._fetched.setdefault(url, _Fetched())
        self._fetched.move_to_end(url)
        while len(self._fetched) > MOST_ADDRESSES:
            self._fetched.popitem(last=False)
        # Many simultaneous requests of one client cause one fetch: the others use the result of the first.
        async with known.lock:
            now = self._services.clock.now().timestamp()
            is_due = now - known.found >= FRESH_SECONDS or newer
            if is_due and now - known.attempted >= REFETCH_SECONDS:
                known.attempted = now
                await self._fetch(url, known, now)
            if now - known.found < STALE_SECONDS:
                return known.keys
        raise NoClientKeys("The client's JWKS URL does not answer with a key set.")

    async def _fetch(self, url: str, known: _Fetched, now: float) -> None:
        try:
            status, body = await self._services.outgoing.get(url)
            if status != 200:  # noqa: PLR2004 - the one status that has a key set.
                raise NoClientKeys(f"The status is {status}.")  # noqa: TRY301 - the same log line for all causes.
            known.keys, known.found = _parsed(body.decode("utf-8")), now
        except (HanseError, NoClientKeys, UnicodeDecodeError) as error:
            LOG.warning("client keys not fetched", url=url, reason=str(error))


def _source_of(client: RegisteredClient) -> KeySource:
    settings = client.settings.jwks_settings
    return KeySource() if settings is None else KeySource(settings.jwks or "", settings.jwks_url or "")


def _parsed(text: str) -> _KeySet:
    problem = jwks_problem(text)
    if problem is not None:
        raise NoClientKeys(problem)
    document: dict[str, Any] = json.loads(text)
    return _KeySet(tuple(document["keys"]))
