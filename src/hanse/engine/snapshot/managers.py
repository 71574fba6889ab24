"""The key sets that managers of access tokens publish by themselves, at paths of their own."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import msgspec

from hanse.config.store import documents
from hanse.config.view import View
from hanse.crypto.chains import from_chain, public_key_of
from hanse.crypto.jwk import Jwk, public_jwk, thumbprint
from hanse.crypto.signing import algorithms_of
from hanse.engine.snapshot.document import Document
from hanse.engine.snapshot.model import Everywhere
from hanse.plugins.access_tokens.jwt import keys, published
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.resources.applications.access_tokens.key_rules import certificates_of, whole_settings
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS

# Of a key's thumbprint, 48 bits tell the keys of one certificate apart.
MARK_LENGTH = 8


def key_sets(view: View, previous: Everywhere) -> Everywhere:
    """Return the documents by their paths; those of before, while no manager and no key has changed."""
    made_from = documents.state_of(view.connection, [MANAGERS.kind, SIGNING_KEY_PAIRS.kind])
    return previous if made_from == previous.made_from else Everywhere(_key_sets(view), made_from)


def _key_sets(view: View) -> Mapping[str, Document]:
    """Return the documents by their paths. Managers that name one path share a document, and its shortest life."""
    sets: defaultdict[str, dict[str, Jwk]] = defaultdict(dict)
    minutes: dict[str, int] = {}
    for stored in documents.everything(view.connection, MANAGERS.kind):
        if stored.body["pluginDescriptorRef"]["id"] != JWT.id:
            continue
        settings = whole_settings(view, view.model(MANAGERS, stored.id), JWT)
        if not (path := settings.text(published.PATH)):
            continue
        minutes[path] = min(minutes.get(path, 1 << 30), int(settings.text(published.CACHE)))
        for key_id, pair in certificates_of(settings).items():
            sets[path] |= {jwk["kid"]: jwk for jwk in _published(view, key_id, pair)}
    return {
        f"{published.PREFIX}{path}": Document.of(
            msgspec.json.encode({"keys": list(sets[path].values())}), seconds=60 * minutes[path]
        )
        for path in minutes
    }


def _published(view: View, key_id: str, pair: str) -> Iterator[Jwk]:
    found = view.model(SIGNING_KEY_PAIRS, pair)
    parts = [part for part in (found, found.pending, found.previous) if part is not None]
    is_renewed = found.rotation_settings is not None or len(parts) > 1
    for part in parts:
        public = public_key_of(from_chain(part.certificates)[0])
        algorithms = algorithms_of(public)
        mark = thumbprint(public)[:MARK_LENGTH] if is_renewed else ""
        # An EC key signs with one algorithm and says so (RFC 7517, section 4.4).
        one = {"alg": algorithms[0]} if len(algorithms) == 1 else {}
        yield {**public_jwk(public), "use": "sig", **one, "kid": keys.full_id(key_id, mark)}
