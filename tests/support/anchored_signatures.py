"""Messages whose signatures contain certificates of an authority of the tests."""

from base64 import b64encode

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.elements import DSIG, XmlElement, new_element
from hanse.crypto.xml.signatures import AFTER_ISSUER, SIGNATURE, XmlSigningKey, sign_enveloped
from tests.support.client_certificates import Certified

KEY_INFO = f"{{{DSIG}}}KeyInfo"


def signed_with(signer: Certified, element: XmlElement, *parts: list[x509.Certificate] | None) -> XmlElement:
    """Sign an element. Each of the parts is an `X509Data` with certificates; None is that of the signer.

    Without parts, the signature contains the certificate of the signer and those of its chain.
    """
    key = XmlSigningKey(signer.key, signer.certificate)
    sign_enveloped(element, key, algorithm=default_algorithm(signer.key), include_certificate=False)
    given = parts or ([signer.certificate, *signer.others],)
    data = [_x509_data([signer.certificate] if part is None else part) for part in given]
    signature = element.children()[AFTER_ISSUER]
    assert signature.tag == SIGNATURE
    signature.append(new_element(KEY_INFO, None, *data))
    return element


def _x509_data(certificates: list[x509.Certificate]) -> XmlElement:
    texts = (b64encode(each.public_bytes(Encoding.DER)).decode() for each in certificates)
    found = [new_element(f"{{{DSIG}}}X509Certificate", None, text) for text in texts]
    return new_element(f"{{{DSIG}}}X509Data", None, *found)
