"""Connections offer exactly the algorithms that are implemented."""

from hanse.crypto.xml.algorithms import SIGNATURE_ALGORITHMS
from hanse.crypto.xml.encryption import BLOCK_CIPHERS, KEY_TRANSPORTS
from hanse.resources.federation.connections.algorithms import (
    BlockEncryptionAlgorithm,
    KeyTransportAlgorithm,
    SignatureAlgorithm,
)


def test_every_offered_algorithm_is_implemented() -> None:
    assert {each.value for each in BlockEncryptionAlgorithm} == BLOCK_CIPHERS.keys()
    assert {each.value for each in KeyTransportAlgorithm} == KEY_TRANSPORTS.keys()
    assert {each.value for each in SignatureAlgorithm} <= SIGNATURE_ALGORITHMS.keys()
