"""What an issuer says of itself: OpenID Connect Discovery 1.0, section 3, and RFC 8414, section 2.

It says what works and nothing else: there are no endpoints to send anybody to yet, so none is named. Lists that would
be empty are left out, as both specifications demand of answers (Discovery, section 4.2; RFC 8414, section 3.2),
although both call `response_types_supported` required: an issuer without an authorization endpoint has none (RFC
erratum 7793).
"""

from datetime import datetime
from typing import Any, Final

from hanse.engine.keys.material import KeyMaterial
from hanse.engine.snapshot.compiling import Compiler, Parts

# What every verifier has to know (OpenID Connect Core, section 15.1, and RFC 7518, section 3.1).
COMMON_ALGORITHM = "RS256"
JWKS_PATH = "/pf/JWKS"

Metadata = dict[str, Any]


# The parts that `metadata_of` reads: when one of them changes, metadata is made anew.
METADATA_PARTS: Final[tuple[Compiler[Any], ...]] = ()


def metadata_of(identifier: str, keys: KeyMaterial, _parts: Parts) -> Metadata:
    """Return the metadata of an issuer, unsigned."""
    return {
        "issuer": identifier,
        "jwks_uri": f"{identifier}{JWKS_PATH}",
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": list(keys.algorithms),
    }


def signed(metadata: Metadata, keys: KeyMaterial, now: datetime) -> Metadata:
    """Return metadata with itself as a JWT in `signed_metadata` (RFC 8414, section 2.1), where there is a common key.

    It has neither a subject nor an audience nor an end, so that nobody can take it for a token (RFC 8725, section 2.8).
    """
    if COMMON_ALGORITHM not in keys.algorithms:
        return metadata
    claims = {**metadata, "iss": metadata["issuer"], "iat": int(now.timestamp())}
    return {**metadata, "signed_metadata": keys.sign(COMMON_ALGORITHM, claims, {"typ": "JWT"})}
