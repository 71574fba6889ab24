"""The keys that administrators have chosen: the server's own, and those of the key sets of virtual issuers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from weakref import WeakValueDictionary

from hanse.config.listing import Stored
from hanse.config.store import documents
from hanse.config.validation import parse
from hanse.config.view import View
from hanse.crypto.chains import from_chain, sha1_thumbprint
from hanse.engine.keys.material import Active, HeldKey, KeyMaterial
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS, published_keys
from hanse.resources.security.token_keys.model import AdditionalKeySet, OAuthOidcKeysSettings


@dataclass(frozen=True)
class KeyChoice:
    """What each issuer publishes and signs with: its key set's keys, or else the server's own."""

    own: KeyMaterial
    by_issuer: Mapping[str, KeyMaterial]

    def of(self, virtual_issuer: str | None) -> KeyMaterial:
        """Return the keys of a virtual issuer, by its id, or of the server itself."""
        return self.own if virtual_issuer is None else self.by_issuer.get(virtual_issuer, self.own)


class ConfiguredKeys:
    """Reads the keys in force. For one thread at a time."""

    def __init__(self) -> None:
        # The opened keys by their sealed text, for as long as some snapshot has them: a save about something else opens
        # none, and none outlives its use.
        self._held: WeakValueDictionary[str, HeldKey] = WeakValueDictionary()

    def choice(self, view: View) -> KeyChoice | None:
        """Return the keys in force, or None while static keys are off: then neither settings nor key sets count.

        Of all key pairs, only those that sign are opened; one that cannot be opened is found now and not by a request.
        """
        settings = view.singleton(OAUTH_KEYS)
        if not settings.static_jwks_enabled:
            return None

        @cache
        def stored(id_: str) -> Stored:
            return view.get(SIGNING_KEY_PAIRS, id_)

        @cache
        def load(id_: str) -> KeyPair:
            return parse(KeyPair, documents.to_text(stored(id_).body).encode())

        def material(keys: OAuthOidcKeysSettings | AdditionalKeySet) -> KeyMaterial:
            found = published_keys(keys, load)
            signers = found.signers.values()
            active = [
                Active(
                    each.algorithm,
                    each.key_id,
                    self._open(view, stored(each.key_pair)),
                    sha1_thumbprint(from_chain(load(each.key_pair).certificates)[0]),
                )
                for each in signers
            ]
            return KeyMaterial(active, found.jwks)

        by_issuer: dict[str, KeyMaterial] = {}
        for each in documents.everything(view.connection, KEY_SETS.kind):
            key_set = parse(KEY_SETS.model, documents.to_text(each.body).encode())
            keys = material(key_set)
            by_issuer |= {link.id: keys for link in key_set.issuers}
        return KeyChoice(material(settings), by_issuer)

    def _open(self, view: View, pair: Stored) -> HeldKey:
        sealed = pair.body["encryptedPrivateKey"]
        held = self._held.get(sealed)
        if held is None:
            held = self._held[sealed] = HeldKey.of(view.secret(SIGNING_KEY_PAIRS, pair, "privateKey") or "")
        return held
