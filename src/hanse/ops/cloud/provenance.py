"""Checks whether a refused credential was issued by the service that refuses it.

The service gives the same answer for a forged credential and a revoked one, but administrators react to them
differently. So the signature is verified with the keys that the service publishes. The result only selects the message.
"""

import json

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

# RFC 8725, section 3.1: the verifier chooses the algorithms. The platform uses RSA.
_ALGORITHMS = ["RS256", "RS384", "RS512"]


def was_signed_by(credential: str, key_set: bytes) -> bool:
    """Return whether one of the keys in a JWK Set (RFC 7517, section 5) has signed a credential."""
    try:
        keys = KeySet.import_key_set(json.loads(key_set))
        jws.deserialize_compact(credential, keys, algorithms=_ALGORITHMS)
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False
    return True
