"""Enveloped XML signatures in the one form that SAML prescribes (SAML core, section 5.4).

A signature is accepted if it is the expected child of the signed element, has one reference to the identifier of that
element, and uses only the transforms "enveloped signature" and "exclusive canonicalization". Its form is checked here
before signxml verifies it. Keys are given by the caller. `KeyInfo` is not read, unless the caller trusts names in
certificates (`anchored_trust`). The result is parsed from the canonical bytes that were verified, so that nothing else
of the message can be read by mistake.
"""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, SECP384R1, SECP521R1, EllipticCurveOID
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from signxml.algorithms import CanonicalizationMethod, DigestAlgorithm, SignatureMethod
from signxml.verifier import SignatureConfiguration, VerifyResult, XMLVerifier

from hanse.crypto.key_pairs import PrivateKey
from hanse.crypto.xml.algorithms import MODERN, SIGNATURE_ALGORITHMS, AcceptedAlgorithms, is_key_of, sign_octets
from hanse.crypto.xml.anchored_trust import AnchoredTrust, presented_certificates
from hanse.crypto.xml.documents import new_parser
from hanse.crypto.xml.elements import DSIG, EXCLUSIVE_C14N, XmlElement, new_element
from hanse.crypto.xml.errors import MalformedXml, SignatureRefused

SIGNATURE: Final = f"{{{DSIG}}}Signature"
_KEY_INFO: Final = f"{{{DSIG}}}KeyInfo"
ENVELOPED: Final = f"{DSIG}enveloped-signature"
# Messages and assertions begin with their issuer, and the signature follows (SAML core, sections 2.3.3 and 3.2.1).
AFTER_ISSUER: Final = 1
# Metadata begins with its signature (SAML metadata, section 2.3.2).
FIRST: Final = 0
# The position at the end: the signature is the last child of a SAML 1.1 assertion (SAML 1.1 core, section 2.3.2).
LAST: Final = -1
DSIG11: Final = "http://www.w3.org/2009/xmldsig11#"
_CURVES: Final = {
    each.name: oid
    for each, oid in (
        (SECP256R1, EllipticCurveOID.SECP256R1),
        (SECP384R1, EllipticCurveOID.SECP384R1),
        (SECP521R1, EllipticCurveOID.SECP521R1),
    )
}


@dataclass(frozen=True)
class XmlSigningKey:
    """A private key and its certificate, and what signatures contain about it."""

    private: PrivateKey = field(repr=False)
    certificate: x509.Certificate
    # True if `KeyInfo` has the public key itself as well.
    includes_key_value: bool = False


@dataclass(frozen=True)
class VerifiedElement:
    """A signed element: what is read from it was covered by the signature, and nothing else is in it.

    The signature itself is not part of it.
    """

    element: XmlElement
    certificate: x509.Certificate
    algorithm: str


def sign_enveloped(
    element: XmlElement,
    signing_key: XmlSigningKey,
    *,
    algorithm: str,
    include_certificate: bool = True,
    position: int = AFTER_ISSUER,
    id_attribute: str = "ID",
) -> XmlElement:
    """Sign an element that has an identifier, insert the signature at the position, and return the element.

    The algorithm is a name of `SIGNATURE_ALGORITHMS`. Children must not be changed afterwards.
    """
    chosen = SIGNATURE_ALGORITHMS[algorithm]
    digest = hashes.Hash(chosen.hash)
    digest.update(element.canonical())
    transforms = [_algorithm("Transform", ENVELOPED), _algorithm("Transform", EXCLUSIVE_C14N)]
    signed_info = _ds(
        "SignedInfo",
        _algorithm("CanonicalizationMethod", EXCLUSIVE_C14N),
        _algorithm("SignatureMethod", chosen.uri),
        new_element(
            f"{{{DSIG}}}Reference",
            {"URI": f"#{element.attribute(id_attribute)}"},
            _ds("Transforms", *transforms),
            _algorithm("DigestMethod", chosen.digest_uri),
            _ds("DigestValue", b64encode(digest.finalize()).decode()),
        ),
    )
    value = sign_octets(signing_key.private, chosen, signed_info.canonical())
    key_info = _key_info(signing_key, include_certificate=include_certificate)
    signature = _ds("Signature", signed_info, _ds("SignatureValue", b64encode(value).decode()), key_info)
    element.insert(len(element.children()) if position == LAST else position, signature)
    return element


def has_signature(element: XmlElement) -> bool:
    """Return whether an element has a signature as its child; it may be a forged one."""
    return bool(element.children(SIGNATURE))


def verify_signed(
    element: XmlElement,
    *,
    certificates: Sequence[x509.Certificate],
    algorithms: AcceptedAlgorithms = MODERN,
    anchored: AnchoredTrust | None = None,
    position: int = AFTER_ISSUER,
) -> VerifiedElement:
    """Verify the signature of an element of a parsed document. Raises SignatureRefused.

    Certificates are used for their keys; the caller decides whether an expired one is still accepted. If none of them
    verifies the signature, the certificate that it contains may do so, if `anchored` trusts its names.
    """
    try:
        method, key_infos = _check_form(element, algorithms, position)
        for certificate in certificates:
            # A key of another type cannot verify the signature, and trying costs as much as a verification.
            verified = _verified(element, certificate, algorithms) if is_key_of(certificate, method) else None
            if verified is not None:
                return VerifiedElement(_expected(verified, element), certificate, method)
        if anchored is None:
            raise SignatureRefused("The signature does not verify with any certificate of the partner.")
        chain = anchored.chain(presented_certificates(key_infos))
    except MalformedXml as error:
        raise SignatureRefused(str(error)) from error
    verified = _verified(element, chain[0], algorithms) if is_key_of(chain[0], method) else None
    if verified is None:
        raise SignatureRefused("The signature does not verify with the certificate that it contains.")
    anchored.check_revocation(chain)
    return VerifiedElement(_expected(verified, element), chain[0], method)


def _expected(verified: XmlElement, element: XmlElement) -> XmlElement:
    """Return what a signature covers. Raises SignatureRefused if it is not the expected element."""
    if (verified.tag, verified.attribute("ID")) != (element.tag, element.attribute("ID")):
        raise SignatureRefused("The signature covers another element.")
    return verified


def _check_form(element: XmlElement, accepted: AcceptedAlgorithms, position: int) -> tuple[str, Sequence[XmlElement]]:
    """Return the algorithm of a signature that has the prescribed form, and its key information, which is not read."""
    children = element.children()
    if [index for index, each in enumerate(children) if each.tag == SIGNATURE] != [position]:
        raise SignatureRefused("There must be one signature, at the place that SAML prescribes.")
    signature = children[position]
    key_infos = signature.children(_KEY_INFO)
    signed_info, _value = _exactly(signature, "SignedInfo", "SignatureValue", unread=_KEY_INFO)
    c14n, method, reference = _exactly(signed_info, "CanonicalizationMethod", "SignatureMethod", "Reference")
    transforms, digest_method, _digest = _exactly(reference, "Transforms", "DigestMethod", "DigestValue")
    enveloped, exclusive = _exactly(transforms, "Transform", "Transform")
    identifier = element.attribute("ID")
    if not identifier or reference.attribute("URI") != f"#{identifier}":
        raise SignatureRefused("The reference of the signature must be the identifier of the signed element.")
    if enveloped.attribute("Algorithm") != ENVELOPED or enveloped.children():
        raise SignatureRefused("The first transform must be the enveloped signature.")
    for each in (c14n, exclusive):
        _check_canonicalization(each)
    if method.children() or method.attribute("Algorithm") not in accepted.signatures:
        raise SignatureRefused(f"The signature algorithm is not accepted: {method.attribute('Algorithm')}")
    if digest_method.children() or digest_method.attribute("Algorithm") not in accepted.digests:
        raise SignatureRefused(f"The digest algorithm is not accepted: {digest_method.attribute('Algorithm')}")
    return str(method.attribute("Algorithm")), key_infos


def _exactly(parent: XmlElement, *names: str, unread: str | None = None) -> list[XmlElement]:
    children = [each for each in parent.children() if each.tag != unread]
    if [each.tag for each in children] != [f"{{{DSIG}}}{name}" for name in names]:
        raise SignatureRefused(f"{parent.local_name} of the signature must consist of {', '.join(names)}.")
    return children


def _check_canonicalization(element: XmlElement) -> None:
    if element.attribute("Algorithm") != EXCLUSIVE_C14N:
        raise SignatureRefused("Only exclusive canonicalization without comments is accepted.")
    # The only parameter that the method has is a list of prefixes (W3C xml-exc-c14n, section 4).
    if [each.tag for each in element.children()] not in ([], [f"{{{EXCLUSIVE_C14N}}}InclusiveNamespaces"]):
        raise SignatureRefused("The canonicalization has unknown parameters.")


def _verified(element: XmlElement, certificate: x509.Certificate, accepted: AcceptedAlgorithms) -> XmlElement | None:
    """Return what the signature covers, or None if it does not verify with this certificate."""
    config = SignatureConfiguration(
        location="./",
        expect_references=1,
        signature_methods=_signature_methods(accepted),
        digest_algorithms=_digest_algorithms(accepted),
        # Without it, signxml would compare a `KeyValue` with the certificate.
        ignore_ambiguous_key_info=True,
        # signxml would compare the validity of the certificate with the machine's clock.
        verification_time=certificate.not_valid_before_utc,
        default_reference_c14n_method=CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0,
    )
    try:
        result = XMLVerifier().verify(
            # The element alone, with the namespaces that it inherits: nothing around it can be mistaken for it.
            element.serialized(),
            x509_cert=certificate,
            id_attribute="ID",
            expect_config=config,
            validate_schema=False,
            parser=new_parser(),
        )
    except Exception:  # noqa: BLE001 - whatever the library raises, the signature was not verified.
        return None
    # signxml parses the canonical bytes that the signature covers. They are part of a document within the limits.
    if isinstance(result, VerifyResult) and result.signed_xml is not None:
        return XmlElement(result.signed_xml)
    return None


@cache
def _signature_methods(accepted: AcceptedAlgorithms) -> frozenset[SignatureMethod]:
    return frozenset(SignatureMethod(uri) for uri in accepted.signatures)


@cache
def _digest_algorithms(accepted: AcceptedAlgorithms) -> frozenset[DigestAlgorithm]:
    return frozenset(DigestAlgorithm(uri) for uri in accepted.digests)


def _ds(name: str, *content: XmlElement | str | None) -> XmlElement:
    return new_element(f"{{{DSIG}}}{name}", None, *content)


def _algorithm(name: str, uri: str) -> XmlElement:
    return new_element(f"{{{DSIG}}}{name}", {"Algorithm": uri})


def _key_info(key: XmlSigningKey, *, include_certificate: bool) -> XmlElement | None:
    """Return what a signature says about its key (XML Signature, section 4.5); None if it says nothing."""
    text = b64encode(key.certificate.public_bytes(Encoding.DER)).decode()
    parts = (
        _ds("KeyValue", _key_value(key.private)) if key.includes_key_value else None,
        _ds("X509Data", _ds("X509Certificate", text)) if include_certificate else None,
    )
    return _ds("KeyInfo", *parts) if any(each is not None for each in parts) else None


def _key_value(private: PrivateKey) -> XmlElement:
    """Return the public key that belongs to a private key (XML Signature 1.1, sections 4.5.2.2 and 4.5.2.3)."""
    public = private.public_key()
    if isinstance(public, RSAPublicKey):
        numbers = public.public_numbers()
        return _ds("RSAKeyValue", _ds("Modulus", _octets(numbers.n)), _ds("Exponent", _octets(numbers.e)))
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    curve = new_element(f"{{{DSIG11}}}NamedCurve", {"URI": f"urn:oid:{_CURVES[public.curve.name].dotted_string}"})
    return new_element(
        f"{{{DSIG11}}}ECKeyValue",
        None,
        curve,
        new_element(f"{{{DSIG11}}}PublicKey", None, b64encode(point).decode()),
    )


def _octets(number: int) -> str:
    """Return a number as the standard's type CryptoBinary: the fewest octets, in base64."""
    return b64encode(number.to_bytes((number.bit_length() + 7) // 8)).decode()
