"""Certificate chains, leaf first, in their stored form: each certificate as base64 of its DER.

`x5c` (RFC 7515, section 4.1.6) and `ds:X509Certificate` use the same form, so publishing needs no conversion.
"""

from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Iterable, Sequence

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization

from hanse.crypto.key_pairs import PrivateKey, PublicKey, UnfitKey, check_public_key, same_public_key, signs_for

LONGEST_CHAIN = 10
_BROKEN = (hashes.MD5, hashes.SHA1)


class UnfitCertificate(ValueError):
    """A certificate or a chain is not accepted; the text has the reason and may be shown."""


def to_chain(certificates: Iterable[x509.Certificate]) -> list[str]:
    """Return certificates in their stored form."""
    return [b64encode(each.public_bytes(serialization.Encoding.DER)).decode() for each in certificates]


def from_chain(chain: Sequence[str]) -> list[x509.Certificate]:
    """Return the certificates of a chain; raises UnfitCertificate."""
    try:
        return [x509.load_der_x509_certificate(b64decode(each, validate=True)) for each in chain]
    except (ValueError, x509.InvalidVersion) as error:
        raise UnfitCertificate("This is not an X.509 certificate.") from error


def to_pem(chain: Sequence[str]) -> str:
    """Return a chain as PEM text (RFC 7468), one certificate after the other."""
    return "".join(each.public_bytes(serialization.Encoding.PEM).decode() for each in from_chain(chain))


def sha1_thumbprint(certificate: x509.Certificate) -> str:
    """Return the header parameter `x5t` for a certificate (RFC 7515, section 4.1.7)."""
    # It identifies a certificate that the verifier has already, and gives no protection.
    return urlsafe_b64encode(certificate.fingerprint(hashes.SHA1())).rstrip(b"=").decode()  # noqa: S303 - see above.


def public_key_of(certificate: x509.Certificate) -> PublicKey:
    """Return a certificate's public key; raises UnfitCertificate for a key that is not supported."""
    try:
        return check_public_key(certificate.public_key())
    except UnfitKey as error:
        raise UnfitCertificate(str(error)) from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise UnfitCertificate("The certificate's public key cannot be read.") from error


def check_leaf(certificate: x509.Certificate, key: PrivateKey) -> None:
    """Raise UnfitCertificate if a certificate does not belong to a key, or has an insecure signature."""
    if not same_public_key(public_key_of(certificate), key.public_key()):
        raise UnfitCertificate("The certificate does not belong to the private key.")
    if isinstance(_hash_of(certificate), _BROKEN):
        raise UnfitCertificate("The certificate is signed with MD5 or SHA-1, which can be forged.")
    if not signs_for(key, public_key_of(certificate)):
        raise UnfitCertificate("The private key does not sign for the certificate.")


def _hash_of(certificate: x509.Certificate) -> hashes.HashAlgorithm | None:
    try:
        return certificate.signature_hash_algorithm
    except UnsupportedAlgorithm as error:
        raise UnfitCertificate("The signature algorithm of the certificate is not supported.") from error


def ordered(leaf: x509.Certificate, others: Iterable[x509.Certificate]) -> list[x509.Certificate]:
    """Return a chain in order from the leaf, each certificate signing the one before (RFC 5280, section 6.1).

    Raises UnfitCertificate if a certificate does not belong to the chain.
    """
    chain, left = [leaf], [each for each in others if each != leaf]
    while left:
        issuer = next((each for each in left if is_issued_by(each, chain[-1])), None)
        if issuer is None:
            raise UnfitCertificate(
                "The certificates do not form a chain: one of them has not issued any of the others."
            )
        chain.append(issuer)
        left = [each for each in left if each != issuer]
    if len(chain) > LONGEST_CHAIN:
        raise UnfitCertificate(f"A chain can have at most {LONGEST_CHAIN} certificates.")
    return chain


def chain_of(leaf: x509.Certificate, others: Iterable[x509.Certificate]) -> list[x509.Certificate]:
    """Return the chain that starts at a leaf, from some certificates of which others are omitted.

    Raises UnfitCertificate if it is too long.
    """
    chain, left = [leaf], list(others)
    while issuer := next((each for each in left if each not in chain and is_issued_by(each, chain[-1])), None):
        chain.append(issuer)
    return ordered(leaf, chain[1:])


def check_order(chain: Sequence[x509.Certificate]) -> None:
    """Raise UnfitCertificate if a certificate has not issued the one before it."""
    if ordered(chain[0], chain[1:]) != list(chain):
        raise UnfitCertificate("The certificates are not in the order of their chain.")


def is_self_signed(certificate: x509.Certificate) -> bool:
    """Return whether a certificate's own key has signed it."""
    return is_issued_by(certificate, certificate)


def is_issued_by(issuer: x509.Certificate, subject: x509.Certificate) -> bool:
    """Return whether a certificate has signed another one, and has its issuer's name."""
    try:
        subject.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm):
        return False
    return True
