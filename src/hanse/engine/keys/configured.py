"""The keys that administrators have chosen: the server's own, and those of the key sets of virtual issuers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hanse.config.store import documents
from hanse.config.validation import parse
from hanse.config.view import View
from hanse.crypto.signing import PrivateKey
from hanse.engine.keys.material import Active, KeyMaterial, LazyKey
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.opening import open_key_pair
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS, published_keys
from hanse.resources.security.token_keys.model import AdditionalKeySet, OAuthOidcKeysSettings


@dataclass(frozen=True)
class ConfiguredKeys:
    """What each issuer publishes and signs with: its key set's keys, or else the server's own."""

    own: KeyMaterial
    by_issuer: Mapping[str, KeyMaterial]

    def of(self, virtual_issuer: str | None) -> KeyMaterial:
        """Return the keys of a virtual issuer, by its id, or of the server itself."""
        return self.own if virtual_issuer is None else self.by_issuer.get(virtual_issuer, self.own)


def configured_keys(view: View) -> ConfiguredKeys | None:
    """Return the keys in force, or None while static keys are off: then neither settings nor key sets count.

    Only the keys that sign are opened, and now: what is read later could be another revision's.
    """
    settings = view.singleton(OAUTH_KEYS)
    if not settings.static_jwks_enabled:
        return None

    @cache
    def load(id_: str) -> KeyPair:
        return view.model(SIGNING_KEY_PAIRS, id_)

    @cache
    def opened(id_: str) -> PrivateKey:
        return open_key_pair(view, SIGNING_KEY_PAIRS, id_).active.private_key

    def material(keys: OAuthOidcKeysSettings | AdditionalKeySet) -> KeyMaterial:
        found = published_keys(keys, load)
        signers = ((each, opened(each.key_pair)) for each in found.signers.values())
        active = [Active(each.algorithm, each.key_id, _held(key)) for each, key in signers]
        return KeyMaterial(active, found.jwks)

    by_issuer: dict[str, KeyMaterial] = {}
    for stored in documents.everything(view.connection, KEY_SETS.kind):
        key_set = parse(KEY_SETS.model, documents.to_text(stored.body).encode())
        keys = material(key_set)
        by_issuer |= {link.id: keys for link in key_set.issuers}
    return ConfiguredKeys(material(settings), by_issuer)


def _held(key: PrivateKey) -> LazyKey:
    return LazyKey(lambda: key)
