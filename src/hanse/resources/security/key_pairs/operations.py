"""Operations of key pairs in addition to those that follow from their declaration."""

from collections.abc import Iterator

from hanse.config.declare.resource import Resource
from hanse.config.http.operation import Operation
from hanse.resources.security.key_pairs.algorithms import KEY_ALGORITHMS_OPERATION
from hanse.resources.security.key_pairs.export import certificate_operation, export_operation
from hanse.resources.security.key_pairs.file_import import KeyFileFormat, import_operation
from hanse.resources.security.key_pairs.generation import generate_operation
from hanse.resources.security.key_pairs.linking import link_operation
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.rotation_settings import rotation_operations
from hanse.resources.security.key_pairs.signing_keys import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.signing_requests import request_operation, response_operation
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS

FAMILIES: tuple[Resource[KeyPair], ...] = (SIGNING_KEY_PAIRS, SSL_CLIENT_KEY_PAIRS, SSL_SERVER_KEY_PAIRS)


def key_pair_operations() -> Iterator[Operation]:
    """Yield the operations of the key pairs of all families."""
    yield KEY_ALGORITHMS_OPERATION
    for family in FAMILIES:
        yield generate_operation(family)
        yield import_operation(family)
        yield link_operation(family)
        yield certificate_operation(family)
        yield from (export_operation(family, each) for each in KeyFileFormat)
        yield request_operation(family)
        yield response_operation(family)
        # The API contract offers rotation for self-signed certificates only; others are renewed by their issuers.
        yield from rotation_operations(family) if family is SIGNING_KEY_PAIRS else ()
