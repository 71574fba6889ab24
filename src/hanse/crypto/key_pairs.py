"""Private keys that sign: supported algorithms and sizes, generation, and conversion to text.

Partners of SAML and OpenID Connect can be expected to verify RSA from 2048 bits and the three NIST curves. The names
are those that existing clients of the admin API know.
"""

from dataclasses import dataclass

from cryptography.exceptions import InternalError, InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
PublicKey = rsa.RSAPublicKey | ec.EllipticCurvePublicKey
Hash = hashes.SHA256 | hashes.SHA384 | hashes.SHA512

RSA, EC = "RSA", "EC"
LEAST_RSA_BITS = 2048
# With larger keys a signature takes a tenth of a second, and verifying the signatures of others could be used to
# overload the server.
MOST_RSA_BITS = 8192
# FIPS 186-5, section A.1.1: odd, and 2**16 < e < 2**256.
LEAST_EXPONENT, MOST_EXPONENT_BITS = 65537, 256
_CURVES: dict[int, type[ec.EllipticCurve]] = {256: ec.SECP256R1, 384: ec.SECP384R1, 521: ec.SECP521R1}
_PROBE = b"Does this key sign for that certificate?"
_HASHES: dict[str, type[Hash]] = {"SHA256": hashes.SHA256, "SHA384": hashes.SHA384, "SHA512": hashes.SHA512}


class UnfitKey(ValueError):
    """A key is of a kind or strength that is not accepted; the text has the reason and may be shown."""


@dataclass(frozen=True)
class KeyPairAlgorithm:
    """A key algorithm with its key sizes and signature algorithms."""

    name: str
    key_sizes: tuple[int, ...]
    default_key_size: int
    signature_algorithms: tuple[str, ...]
    default_signature_algorithm: str


KEY_ALGORITHMS: dict[str, KeyPairAlgorithm] = {
    RSA: KeyPairAlgorithm(
        RSA, (2048, 3072, 4096), 2048, ("SHA256withRSA", "SHA384withRSA", "SHA512withRSA"), "SHA256withRSA"
    ),
    EC: KeyPairAlgorithm(
        EC, tuple(_CURVES), 256, ("SHA256withECDSA", "SHA384withECDSA", "SHA512withECDSA"), "SHA256withECDSA"
    ),
}


def hash_of(signature_algorithm: str) -> Hash:
    """Return the hash function at the beginning of a signature algorithm's name."""
    return _HASHES[signature_algorithm.partition("with")[0]]()


def generate_key(algorithm: str, size: int) -> PrivateKey:
    """Return a new key of one of `KEY_ALGORITHMS`."""
    if algorithm == EC:
        return ec.generate_private_key(_CURVES[size]())
    return rsa.generate_private_key(public_exponent=LEAST_EXPONENT, key_size=size)


def check_public_key(key: object) -> PublicKey:
    """Return a public key if it is supported; raises UnfitKey otherwise."""
    if isinstance(key, rsa.RSAPublicKey):
        return _check_rsa(key)
    if isinstance(key, ec.EllipticCurvePublicKey):
        if isinstance(key.curve, tuple(_CURVES.values())):
            return key
        raise UnfitKey(f"EC keys must be on the curve P-256, P-384 or P-521, and this one is on {key.curve.name}.")
    raise UnfitKey("The key must be an RSA or EC key.")


def _check_rsa(key: rsa.RSAPublicKey) -> rsa.RSAPublicKey:
    exponent = key.public_numbers().e
    if key.key_size < LEAST_RSA_BITS:
        raise UnfitKey(f"RSA keys must have at least {LEAST_RSA_BITS} bits, and this one has {key.key_size}.")
    if key.key_size > MOST_RSA_BITS:
        raise UnfitKey(f"RSA keys can have at most {MOST_RSA_BITS} bits, and this one has {key.key_size}.")
    if exponent < LEAST_EXPONENT or exponent % 2 == 0 or exponent.bit_length() > MOST_EXPONENT_BITS:
        raise UnfitKey("The RSA key's public exponent must be odd, from 65537 and below 2^256 (FIPS 186-5).")
    return key


def check_private_key(key: object) -> PrivateKey:
    """Return a private key if it is supported; raises UnfitKey otherwise."""
    if not isinstance(key, (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey)):
        raise UnfitKey("The key must be an RSA or EC key.")
    check_public_key(key.public_key())
    return key


def algorithm_of(key: PublicKey) -> tuple[str, int]:
    """Return a key's algorithm and its size in bits."""
    return (RSA if isinstance(key, rsa.RSAPublicKey) else EC), key.key_size


def same_public_key(one: PublicKey, other: PublicKey) -> bool:
    """Return whether two public keys are equal."""
    return _subject_public_key_info(one) == _subject_public_key_info(other)


def signs_for(key: PrivateKey, public_key: PublicKey) -> bool:
    """Return whether a public key verifies signatures of a private key, so that its secret numbers match as well."""
    try:
        if isinstance(key, rsa.RSAPrivateKey) and isinstance(public_key, rsa.RSAPublicKey):
            signature = key.sign(_PROBE, padding.PKCS1v15(), hashes.SHA256())
            public_key.verify(signature, _PROBE, padding.PKCS1v15(), hashes.SHA256())
        elif isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(public_key, ec.EllipticCurvePublicKey):
            public_key.verify(key.sign(_PROBE, ec.ECDSA(hashes.SHA256())), _PROBE, ec.ECDSA(hashes.SHA256()))
        else:
            return False
    # Numbers that do not match make OpenSSL fail in several ways.
    except (InvalidSignature, ValueError, InternalError):
        return False
    return True


def _subject_public_key_info(key: PublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def key_to_text(key: PrivateKey) -> str:
    """Return a key as PKCS #8 in PEM (RFC 5958), unencrypted: for sealing, never for an answer."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def key_from_text(text: str, *, checked: bool = False) -> PrivateKey:
    """Return the key in a text made by `key_to_text`; raises UnfitKey.

    Checking that the numbers of an RSA key are prime takes a hundred times as long as reading them. The check is
    omitted for a text that was sealed, and therefore checked before.
    """
    try:
        key = serialization.load_pem_private_key(text.encode(), password=None, unsafe_skip_rsa_key_validation=checked)
        return check_private_key(key)
    except UnfitKey:
        raise
    # An encrypted key raises TypeError; other text raises ValueError or UnsupportedAlgorithm.
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UnfitKey("This is not a private key in PKCS #8.") from error
