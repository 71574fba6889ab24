"""Whether a credential that is refused was once issued by the service that refuses it.

The service answers a forged credential and a revoked one alike. An administrator does different things about them, so
the signature is held against the keys that the service publishes. That decides nothing: it only finds the right words.
"""

import json

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

# RFC 8725, section 3.1: the algorithms are ours to name. RSA is the platform's.
_ALGORITHMS = ["RS256", "RS384", "RS512"]


def was_signed_by(credential: str, key_set: bytes) -> bool:
    """Return whether one of the keys in a JWK Set (RFC 7517, section 5) has signed a credential."""
    try:
        keys = KeySet.import_key_set(json.loads(key_set))
        jws.deserialize_compact(credential, keys, algorithms=_ALGORITHMS)
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False
    return True
