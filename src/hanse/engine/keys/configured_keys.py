"""The keys that administrators have chosen: the server's own, and those of the key sets of virtual issuers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import structlog

from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.crypto.certificate_chains import from_chain, sha1_thumbprint
from hanse.engine.keys.key_material import ActiveKey, HeldKey, KeyMaterial
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.kit.errors import MalformedRequest, Unavailable, ValidationFailed
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS, published_keys
from hanse.resources.security.token_keys.model import AdditionalKeySet, OAuthOidcKeysSettings
from hanse.resources.security.token_keys.published_keys import Signer

LOG = structlog.stdlib.get_logger("hanse.keys")


@dataclass(frozen=True)
class KeyChoice:
    """The keys of each issuer: those of its key set, or else the server's own.

    None means that the keys cannot be used, for example because one cannot be decrypted; the log has the reason.
    """

    own: KeyMaterial | None
    # By the ids of virtual issuers.
    by_issuer: Mapping[str, KeyMaterial | None]
    # Decrypted keys by their sealed texts, so that unrelated saves decrypt none.
    held: Mapping[str, HeldKey] = field(default_factory=dict, repr=False)

    def of(self, virtual_issuer: str | None) -> KeyMaterial | None:
        """Return the keys of a virtual issuer, by its id, or of the server itself."""
        return self.own if virtual_issuer is None else self.by_issuer.get(virtual_issuer, self.own)


class _Reader:
    """Reads keys from one view. Of all key pairs, only those that sign are decrypted."""

    def __init__(self, view: TransactionView, held: Mapping[str, HeldKey]) -> None:
        self._view = view
        self._held_before = held
        self.held: dict[str, HeldKey] = {}
        self._stored: Callable[[str], StoredDocument] = cache(lambda id_: view.get(SIGNING_KEY_PAIRS, id_))
        self._pair: Callable[[str], KeyPair] = cache(lambda id_: parse_stored(KeyPair, self._stored(id_).body))

    def material(self, keys: OAuthOidcKeysSettings | AdditionalKeySet, **names: str) -> KeyMaterial | None:
        """Return the keys of settings; None, with a line in the log, if they cannot be used."""
        try:
            found = published_keys(keys, self._pair)
            active = [self._active(each) for each in found.signers.values()]
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - keys that cannot be used must not keep other issuers from theirs.
            LOG.error("keys not usable", **names, reason=str(error))  # noqa: TRY400 - a traceback might show a key.
            return None
        return KeyMaterial(active, found.jwks)

    def _active(self, signer: Signer) -> ActiveKey:
        leaf = from_chain(self._pair(signer.key_pair).certificates)[0]
        key = self._open(self._stored(signer.key_pair))
        return ActiveKey(signer.algorithm, signer.key_id, key, sha1_thumbprint(leaf))

    def _open(self, pair: StoredDocument) -> HeldKey:
        sealed = pair.body["encryptedPrivateKey"]
        held = self._held_before.get(sealed) or self.held.get(sealed)
        if held is None:
            held = HeldKey.of(self._view.secret(SIGNING_KEY_PAIRS, pair, "privateKey") or "")
        self.held[sealed] = held
        return held


def _compile(given: CompilerInput[KeyChoice | None]) -> KeyChoice | None:
    """Return the static keys, or None while static keys are off: then neither settings nor key sets apply."""
    settings = given.view.singleton(OAUTH_KEYS)
    if not settings.static_jwks_enabled:
        return None
    previous = given.previous or KeyChoice(None, {})
    reader = _Reader(given.view, previous.held)
    # Unusable keys do not take effect: an issuer continues with its current keys.
    own = reader.material(settings) or previous.own
    by_issuer: dict[str, KeyMaterial | None] = {}
    for each in given.view.everything(KEY_SETS):
        try:
            key_set = parse_stored(KEY_SETS.model, each.body)
        except (ValidationFailed, MalformedRequest) as error:
            # Its issuers keep their keys: with another key set's, others could sign for them.
            LOG.error("keys not usable", key_set=each.id, reason=str(error))  # noqa: TRY400 - it says all.
            by_issuer |= {id_: previous.of(id_) for id_ in _issuers_in(each.body)}
            continue
        keys = reader.material(key_set, key_set=each.id)
        by_issuer |= {link.id: keys or previous.of(link.id) for link in key_set.issuers}
    return KeyChoice(own, by_issuer, reader.held)


def _issuers_in(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield the issuers that the body of a key set names, as far as it can be parsed."""
    issuers = body.get("issuers")
    for link in issuers if isinstance(issuers, list) else ():
        if isinstance(link, dict) and isinstance(link.get("id"), str):
            yield link["id"]


CONFIGURED_KEYS: Compiler[KeyChoice | None] = Compiler(
    "configuredKeys", frozenset({OAUTH_KEYS.kind, KEY_SETS.kind, SIGNING_KEY_PAIRS.kind}), _compile
)
