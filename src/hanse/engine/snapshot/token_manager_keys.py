"""The key sets that access token managers publish at paths of their own."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import msgspec
import structlog

from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.crypto.certificate_chains import from_chain, public_key_of
from hanse.crypto.jwk import Jwk, public_jwk, thumbprint
from hanse.crypto.jws_signing import algorithms_of
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.public_document import Document
from hanse.kit.errors import Unavailable
from hanse.plugins.access_tokens.jwt import keys, published_keys
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.resources.applications.access_tokens.key_rules import certificates_of, whole_settings
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS

LOG = structlog.stdlib.get_logger("hanse.engine")
# 48 bits of a key's thumbprint are enough to tell the keys of one certificate apart.
MARK_LENGTH = 8


KeySetsByPath = Mapping[str, Document]


def _key_sets(given: CompilerInput[KeySetsByPath]) -> KeySetsByPath:
    """Return the documents by their paths. Managers with the same path share a document, with its shortest lifetime."""
    view = given.view
    sets: defaultdict[str, dict[str, Jwk]] = defaultdict(dict)
    minutes: dict[str, int] = {}
    for stored in view.everything(MANAGERS):
        try:
            found = _key_set(view, stored)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a manager that cannot be read must not keep others from their keys.
            LOG.error("keys of an access token manager not usable", id=stored.id, reason=str(error))  # noqa: TRY400 - the reason says all.
            continue
        if found is not None:
            path, minutes_kept, jwks = found
            minutes[path] = min(minutes.get(path, minutes_kept), minutes_kept)
            sets[path] |= {jwk["kid"]: jwk for jwk in jwks}
    return {
        f"{published_keys.PREFIX}{path}": Document.of(
            msgspec.json.encode({"keys": list(sets[path].values())}), seconds=60 * minutes[path]
        )
        for path in minutes
    }


def _key_set(view: TransactionView, stored: StoredDocument) -> tuple[str, int, list[Jwk]] | None:
    """Return a manager's key set, its path, and its cache lifetime in minutes; None if it publishes none."""
    if stored.body["pluginDescriptorRef"]["id"] != JWT.id:
        return None
    settings = whole_settings(view, view.model(MANAGERS, stored.id), JWT)
    path = settings.text(published_keys.PATH)
    if not path:
        return None
    jwks = [jwk for key_id, pair in certificates_of(settings).items() for jwk in _published(view, key_id, pair)]
    return path, int(settings.text(published_keys.CACHE)), jwks


def _published(view: TransactionView, key_id: str, pair: str) -> Iterator[Jwk]:
    found = view.model(SIGNING_KEY_PAIRS, pair)
    parts = [part for part in (found, found.pending, found.previous) if part is not None]
    is_renewed = found.rotation_settings is not None or len(parts) > 1
    for part in parts:
        public = public_key_of(from_chain(part.certificates)[0])
        algorithms = algorithms_of(public)
        mark = thumbprint(public)[:MARK_LENGTH] if is_renewed else ""
        # An EC key has one algorithm and names it (RFC 7517, section 4.4).
        one = {"alg": algorithms[0]} if len(algorithms) == 1 else {}
        yield {**public_jwk(public), "use": "sig", **one, "kid": keys.full_id(key_id, mark)}


MANAGER_KEY_SETS: Compiler[KeySetsByPath] = Compiler(
    "accessTokenManagerKeySets", frozenset({MANAGERS.kind, SIGNING_KEY_PAIRS.kind}), _key_sets
)
