"""The keys that sign assertions and messages, opened when the snapshot is built, once for each key pair."""

from collections.abc import Iterable, Iterator, Mapping

import structlog

from hanse.config.transaction_view import TransactionView
from hanse.crypto.certificate_chains import from_chain
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.kit.errors import Unavailable
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.open_key_pairs import open_key_pair

LOG = structlog.stdlib.get_logger("hanse.saml")


def xml_signing_keys(view: TransactionView, pairs: Iterable[str]) -> Mapping[str, XmlSigningKey]:
    """Return the keys of signing key pairs by id, without those that cannot be used; the log has the reasons."""
    return dict(_opened(view, dict.fromkeys(pairs)))


def _opened(view: TransactionView, pairs: Iterable[str]) -> Iterator[tuple[str, XmlSigningKey]]:
    for id_ in pairs:
        try:
            opened = open_key_pair(view, SIGNING_KEY_PAIRS, id_).active
            yield id_, XmlSigningKey(opened.private_key, from_chain(list(opened.certificates))[0])
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a key that cannot be opened must not stop the others.
            LOG.error("key pair not usable", id=id_, reason=str(error))  # noqa: TRY400 - it says all.
