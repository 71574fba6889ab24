"""The keys that sign and decrypt messages, opened when the snapshot is built, once for each key pair."""

from collections.abc import Iterable, Iterator, Mapping

import structlog
from cryptography.hazmat.primitives.asymmetric import rsa

from hanse.config.declare.resource import Resource
from hanse.config.transaction_view import TransactionView
from hanse.crypto.certificate_chains import from_chain
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.kit.errors import Unavailable
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.open_key_pairs import OpenKeyPair, open_key_pair

LOG = structlog.stdlib.get_logger("hanse.saml")


def xml_signing_keys(view: TransactionView, pairs: Iterable[str]) -> Mapping[str, XmlSigningKey]:
    """Return the keys of signing key pairs by id, without those that cannot be used; the log has the reasons."""
    return {id_: signing_key_of(each) for id_, each in opened_key_pairs(view, pairs).items()}


def opened_key_pairs(
    view: TransactionView, pairs: Iterable[str], resource: Resource[KeyPair] = SIGNING_KEY_PAIRS
) -> Mapping[str, OpenKeyPair]:
    """Return key pairs by id, without those that cannot be used; the log has the reasons."""
    return dict(_opened(view, dict.fromkeys(pairs), resource))


def signing_key_of(pair: OpenKeyPair) -> XmlSigningKey:
    """Return the key that signs."""
    return XmlSigningKey(pair.active.private_key, from_chain(list(pair.active.certificates))[0])


def decryption_keys_of(pairs: Iterable[OpenKeyPair]) -> Iterator[rsa.RSAPrivateKey]:
    """Yield the keys for which partners may have encrypted, also during the rotation of a key pair."""
    for pair in pairs:
        for key in (pair.active, pair.pending, pair.previous):
            if key is not None and isinstance(key.private_key, rsa.RSAPrivateKey):
                yield key.private_key


def _opened(
    view: TransactionView, pairs: Iterable[str], resource: Resource[KeyPair]
) -> Iterator[tuple[str, OpenKeyPair]]:
    for id_ in pairs:
        try:
            opened = open_key_pair(view, resource, id_)
            signing_key_of(opened)
            yield id_, opened
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a key that cannot be opened must not stop the others.
            LOG.error("key pair not usable", id=id_, reason=str(error))  # noqa: TRY400 - it says all.
