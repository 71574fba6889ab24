"""DPoP proofs (RFC 9449, section 4.2): JWTs by which a client proves that it has a private key."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.crypto.jwk import Jwk, thumbprint
from hanse.crypto.jwk_sets import published_keys
from hanse.crypto.jws_signing import ALGORITHMS
from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.crypto.key_pairs import PublicKey
from hanse.engine.errors import InvalidDpopProof

_TYPE: Final = "dpop+jwt"
# RFC 7518, section 6: the members of private and of symmetric keys.
_PRIVATE_MEMBERS: Final = frozenset({"d", "p", "q", "dp", "dq", "qi", "oth", "k"})
_MOST_CHARACTERS: Final = 8_192
_LONGEST_ID: Final = 512


@dataclass(frozen=True, slots=True)
class Proof:
    """The content of a proof with a valid signature. `key` is the thumbprint of the key that signed it (RFC 7638)."""

    key: str
    id: str
    method: str
    url: str
    # Seconds since the epoch.
    issued: float
    nonce: str
    # The digest of the access token that is presented with the proof, in base64url; empty for none.
    token_digest: str


def read_proof(text: str) -> Proof:
    """Return the content of a proof (section 4.3, steps 2 to 7). Raises InvalidDpopProof."""
    if len(text) > _MOST_CHARACTERS:
        raise InvalidDpopProof("The DPoP proof is too long.")
    try:
        token = read_compact(text)
        claims = token.claims()
    except MalformedToken as error:
        raise InvalidDpopProof("The DPoP proof is not a signed JWT.") from error
    if token.type != _TYPE:
        raise InvalidDpopProof(f"The header typ of a DPoP proof must be {_TYPE}.")
    key = _key(token)
    if not token.is_signed_by(key, token.algorithm):
        raise InvalidDpopProof("The signature of the DPoP proof is invalid.")
    return Proof(
        key=thumbprint(key),
        id=_text(claims, "jti"),
        method=_text(claims, "htm"),
        url=_text(claims, "htu"),
        issued=_issued(claims),
        nonce=_text(claims, "nonce", required=False),
        token_digest=_text(claims, "ath", required=False),
    )


def _key(token: CompactToken) -> PublicKey:
    jwk = token.header.get("jwk")
    if not isinstance(jwk, dict):
        raise InvalidDpopProof("The header of a DPoP proof must contain the public key as jwk.")
    members: Jwk = jwk
    if _PRIVATE_MEMBERS & members.keys():
        raise InvalidDpopProof("The header jwk of a DPoP proof must not contain a private key.")
    fitting = published_keys((members,)).verifying(token.algorithm, None) if token.algorithm in ALGORITHMS else ()
    if not fitting:
        raise InvalidDpopProof("The key or the algorithm of the DPoP proof is not supported.")
    return fitting[0]


def _text(claims: Mapping[str, Any], name: str, *, required: bool = True) -> str:
    found = claims.get(name)
    if found is None and not required:
        return ""
    if not isinstance(found, str) or not found:
        raise InvalidDpopProof(f"The DPoP proof must have the claim {name}.")
    if name == "jti" and len(found) > _LONGEST_ID:
        raise InvalidDpopProof("The claim jti of the DPoP proof is too long.")
    return found


def _issued(claims: Mapping[str, Any]) -> float:
    found = claims.get("iat")
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < 2**53:
        raise InvalidDpopProof("The DPoP proof must have the claim iat.")
    return float(found)
