"""Trust in the signer of a message by the name in its certificate, instead of the certificate itself.

The message contains the certificate (XML Signature, section 4.5.4). It is a claim of the sender until it has passed the
checks of this module: exactly one certificate has the configured names, it leads to a trusted authority, and it is not
revoked. The signature is verified before the revocation is checked, so that strangers cannot start requests.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cryptography import x509

from hanse.crypto.certificate_chains import LONGEST_CHAIN, UnfitCertificate, from_chain, public_key_of
from hanse.crypto.distinguished_names import is_named
from hanse.crypto.trusted_chains import CertificateUse, trusted_chain
from hanse.crypto.xml.elements import DSIG, XmlElement
from hanse.crypto.xml.errors import SignatureRefused

# The largest certificate in a message, in characters of base64.
LONGEST_CERTIFICATE: Final = 16 * 1024
Chain = tuple[x509.Certificate, ...]


@dataclass(frozen=True)
class SignerNames:
    """The distinguished names in the certificate of a signer (RFC 4514). Without an issuer, any is accepted."""

    subject: str
    issuer: str = ""


@dataclass(frozen=True)
class AnchoredTrust:
    """The names of a signer, the authorities that may have issued its certificate, and the check for revocation.

    `is_accepted` returns whether no certificate of a chain was revoked. It may block.
    """

    names: SignerNames
    authorities: Sequence[x509.Certificate]
    now: datetime
    is_accepted: Callable[[Sequence[x509.Certificate]], bool]

    def chain(self, presented: Sequence[x509.Certificate]) -> Chain:
        """Return the chain of the signer's certificate among those in a message. Raises SignatureRefused."""
        if not presented:
            raise SignatureRefused("The signature contains no certificate.")
        subjects = [each for each in presented if is_named(each.subject, self.names.subject)]
        if not subjects:
            raise SignatureRefused("No certificate in the signature has the subject DN of the connection.")
        issuer = self.names.issuer
        named = [each for each in subjects if not issuer or is_named(each.issuer, issuer)]
        if not named:
            raise SignatureRefused("The certificate in the signature has another issuer than the connection requires.")
        if len(named) > 1:
            raise SignatureRefused("More than one certificate in the signature has the subject DN of the connection.")
        return self._trusted(named[0], [each for each in presented if each != named[0]])

    def _trusted(self, signer: x509.Certificate, others: Sequence[x509.Certificate]) -> Chain:
        if not signer.not_valid_before_utc <= self.now <= signer.not_valid_after_utc:
            raise SignatureRefused("The certificate in the signature has expired, or is not valid yet.")
        chain = trusted_chain(signer, others, self.authorities, self.now, CertificateUse.MESSAGE_SIGNER)
        # A chain of one certificate is a trusted CA itself, which nobody has issued for this use.
        if len(chain) <= 1:
            raise SignatureRefused("The certificate in the signature was not issued by a trusted CA for signatures.")
        return chain

    def check_revocation(self, chain: Chain) -> None:
        """Raise SignatureRefused if a certificate was revoked, or if this must be known and is not."""
        if not self.is_accepted(chain):
            raise SignatureRefused("The certificate in the signature was revoked, or this cannot be checked.")


def presented_certificates(key_infos: Sequence[XmlElement]) -> list[x509.Certificate]:
    """Return the certificates in the key information of a signature, each once. Raises SignatureRefused.

    They can be spread over several `X509Data` elements, in any order.
    """
    if len(key_infos) > 1:
        raise SignatureRefused("The signature has more than one KeyInfo.")
    data = [each for info in key_infos for each in info.children(f"{{{DSIG}}}X509Data")]
    found = [each for part in data for each in part.children(f"{{{DSIG}}}X509Certificate")]
    texts = list(dict.fromkeys("".join(each.text().split()) for each in found))
    if len(texts) > LONGEST_CHAIN or any(len(each) > LONGEST_CERTIFICATE for each in texts):
        raise SignatureRefused("The signature contains too many certificates, or one that is too long.")
    try:
        certificates = from_chain(texts)
        # Keys of strangers that are too large would make each verification slow.
        for each in certificates:
            public_key_of(each)
            _ = each.subject, each.issuer
    except UnfitCertificate as error:
        raise SignatureRefused(f"A certificate in the signature is not accepted. {error}") from error
    except ValueError as error:
        raise SignatureRefused("The names of a certificate in the signature cannot be read.") from error
    return certificates
