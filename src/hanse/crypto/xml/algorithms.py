"""The closed list of signature algorithms, and signatures over octets.

The names are those that administrators choose from; the identifiers are from XML Signature 1.1 and RFC 9231.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
from cryptography.hazmat.primitives.asymmetric.types import CertificatePublicKeyTypes
from cryptography.x509.oid import PublicKeyAlgorithmOID

from hanse.crypto.key_pairs import PrivateKey
from hanse.crypto.xml.errors import SignatureRefused

_MORE: Final = "http://www.w3.org/2001/04/xmldsig-more#"
_PSS: Final = "http://www.w3.org/2007/05/xmldsig-more#"
SHA1: Final = "http://www.w3.org/2000/09/xmldsig#sha1"


@dataclass(frozen=True)
class XmlSignatureAlgorithm:
    """A signature algorithm with the digest that goes with it."""

    name: str
    uri: str
    digest_uri: str
    hash: hashes.HashAlgorithm
    key_type: str
    is_pss: bool = False

    @property
    def uses_sha1(self) -> bool:
        """Return whether collisions of its hash function are known."""
        return self.digest_uri == SHA1


_SHA256, _SHA384, _SHA512 = hashes.SHA256(), hashes.SHA384(), hashes.SHA512()
_DIGEST_256: Final = "http://www.w3.org/2001/04/xmlenc#sha256"
_DIGEST_384: Final = f"{_MORE}sha384"
_DIGEST_512: Final = "http://www.w3.org/2001/04/xmlenc#sha512"
_ALL: Final = (
    XmlSignatureAlgorithm("SHA256withRSA", f"{_MORE}rsa-sha256", _DIGEST_256, _SHA256, "RSA"),
    XmlSignatureAlgorithm("SHA384withRSA", f"{_MORE}rsa-sha384", _DIGEST_384, _SHA384, "RSA"),
    XmlSignatureAlgorithm("SHA512withRSA", f"{_MORE}rsa-sha512", _DIGEST_512, _SHA512, "RSA"),
    XmlSignatureAlgorithm("SHA256withRSAandMGF1", f"{_PSS}sha256-rsa-MGF1", _DIGEST_256, _SHA256, "RSA", is_pss=True),
    XmlSignatureAlgorithm("SHA384withRSAandMGF1", f"{_PSS}sha384-rsa-MGF1", _DIGEST_384, _SHA384, "RSA", is_pss=True),
    XmlSignatureAlgorithm("SHA512withRSAandMGF1", f"{_PSS}sha512-rsa-MGF1", _DIGEST_512, _SHA512, "RSA", is_pss=True),
    XmlSignatureAlgorithm("SHA256withECDSA", f"{_MORE}ecdsa-sha256", _DIGEST_256, _SHA256, "EC"),
    XmlSignatureAlgorithm("SHA384withECDSA", f"{_MORE}ecdsa-sha384", _DIGEST_384, _SHA384, "EC"),
    XmlSignatureAlgorithm("SHA512withECDSA", f"{_MORE}ecdsa-sha512", _DIGEST_512, _SHA512, "EC"),
    XmlSignatureAlgorithm(
        "SHA1withRSA",
        "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
        SHA1,
        hashes.SHA1(),  # noqa: S303 - only where a connection allows it.
        "RSA",
    ),
)
SIGNATURE_ALGORITHMS: Final[Mapping[str, XmlSignatureAlgorithm]] = {each.name: each for each in _ALL}
_BY_URI: Final = {each.uri: each for each in _ALL}
_KEY_TYPES: Final = {
    PublicKeyAlgorithmOID.RSAES_PKCS1_v1_5: "RSA",
    PublicKeyAlgorithmOID.RSASSA_PSS: "RSA",
    PublicKeyAlgorithmOID.EC_PUBLIC_KEY: "EC",
}


@dataclass(frozen=True)
class AcceptedAlgorithms:
    """The identifiers that a verifier accepts."""

    signatures: frozenset[str]
    digests: frozenset[str]


MODERN: Final = AcceptedAlgorithms(
    frozenset(each.uri for each in _ALL if not each.uses_sha1),
    frozenset(each.digest_uri for each in _ALL if not each.uses_sha1),
)
# For partners that support nothing stronger than SHA-1. The connection has to allow it.
WITH_SHA1: Final = AcceptedAlgorithms(frozenset(each.uri for each in _ALL), frozenset(each.digest_uri for each in _ALL))


def default_algorithm(key: PrivateKey) -> str:
    """Return the name of the usual algorithm of a key, by its curve for EC keys."""
    if isinstance(key, rsa.RSAPrivateKey):
        return "SHA256withRSA"
    return {256: "SHA256withECDSA", 384: "SHA384withECDSA"}.get(key.curve.key_size, "SHA512withECDSA")


def algorithms_of_key(key_type: str) -> tuple[str, ...]:
    """Return the names of the algorithms of a key type, RSA or EC, for administrators to choose from."""
    return tuple(each.name for each in _ALL if each.key_type == key_type)


def is_key_of(certificate: x509.Certificate, uri: str) -> bool:
    """Return whether a certificate has a key of the type that an algorithm of the list needs."""
    return _KEY_TYPES.get(certificate.public_key_algorithm_oid) == _BY_URI[uri].key_type


def sign_octets(key: PrivateKey, algorithm: XmlSignatureAlgorithm, data: bytes) -> bytes:
    """Return the signature value; for ECDSA both numbers side by side (XML Signature 1.1, section 6.4.3)."""
    if isinstance(key, rsa.RSAPrivateKey) and algorithm.key_type == "RSA":
        return key.sign(data, _padding(algorithm), algorithm.hash)
    if isinstance(key, ec.EllipticCurvePrivateKey) and algorithm.key_type == "EC":
        r, s = utils.decode_dss_signature(key.sign(data, ec.ECDSA(algorithm.hash)))
        octets = (key.key_size + 7) // 8
        return r.to_bytes(octets, "big") + s.to_bytes(octets, "big")
    raise ValueError(f"This key cannot sign with {algorithm.name}.")


def verify_octets(
    key: CertificatePublicKeyTypes, uri: str, data: bytes, signature: bytes, accepted: AcceptedAlgorithms
) -> None:
    """Verify a detached signature. Raises SignatureRefused, also if the key is of another type than the algorithm."""
    algorithm = _BY_URI.get(uri)
    if algorithm is None or uri not in accepted.signatures:
        raise SignatureRefused("The signature algorithm is not accepted.")
    try:
        if isinstance(key, rsa.RSAPublicKey) and algorithm.key_type == "RSA":
            key.verify(signature, data, _padding(algorithm), algorithm.hash)
            return
        if isinstance(key, ec.EllipticCurvePublicKey) and algorithm.key_type == "EC":
            key.verify(_der(signature, key.key_size), data, ec.ECDSA(algorithm.hash))
            return
    except InvalidSignature as error:
        raise SignatureRefused("The signature does not verify.") from error
    raise SignatureRefused("The key is of another type than the signature algorithm.")


def _padding(algorithm: XmlSignatureAlgorithm) -> padding.AsymmetricPadding:
    # RFC 9231, section 2.3.9: the same hash function in MGF1, and a salt of its length.
    if algorithm.is_pss:
        return padding.PSS(padding.MGF1(algorithm.hash), algorithm.hash.digest_size)
    return padding.PKCS1v15()


def _der(signature: bytes, key_size: int) -> bytes:
    octets = (key_size + 7) // 8
    if len(signature) != 2 * octets:
        raise SignatureRefused("The signature has a wrong length.")
    r, s = (int.from_bytes(part, "big") for part in (signature[:octets], signature[octets:]))
    return utils.encode_dss_signature(r, s)
