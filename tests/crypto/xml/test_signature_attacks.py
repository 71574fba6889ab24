"""Forged, wrapped and altered signatures are refused, or only the signed content is read.

The eight variants of signature wrapping are those of Somorovsky et al., "On Breaking SAML: Be Whoever You Want to Be"
(2012), and `in_key_info` is one more.
"""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives import serialization
from signxml.algorithms import CanonicalizationMethod, SignatureMethod
from signxml.signer import XMLSigner

from hanse.crypto.xml.algorithms import MODERN, WITH_SHA1
from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.errors import SignatureRefused, XmlRefused
from hanse.crypto.xml.signatures import SIGNATURE, sign_enveloped, verify_signed
from hanse.saml.assertions import ASSERTION
from hanse.saml.envelopes import open_envelope
from hanse.saml.responses import RESPONSE, ReceivedResponse, read_response
from hanse.saml.xml_names import samlp
from tests.support.saml import assertion, response, saml_key

PARTNER = saml_key()
KEY_INFO = "{http://www.w3.org/2000/09/xmldsig#}KeyInfo"
_EXCLUSIVE = CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0
EVIL = assertion(id="_evil", attributes=())


def parsed(element: XmlElement) -> XmlElement:
    return parse_document(element.serialized()).root


def read(message: XmlElement) -> ReceivedResponse:
    return read_response(open_envelope(message.serialized(), [RESPONSE]), PARTNER.trust)


def signed_response() -> XmlElement:
    return parsed(PARTNER.sign(response(assertion().to_element()).to_element()))


def signed_assertion() -> XmlElement:
    return parsed(response(PARTNER.sign(assertion().to_element())).to_element())


def evil_response() -> XmlElement:
    message = response(EVIL.to_element()).to_element()
    message.node.set("ID", "_evilresponse")
    return message


def take_signature(element: XmlElement) -> XmlElement:
    signature = element.required_child(SIGNATURE)
    element.remove(signature)
    return signature


def xsw1() -> XmlElement:
    """The evil response has the signature, in which the signed response is."""
    original, evil = signed_response(), evil_response()
    signature = take_signature(original)
    signature.append(original)
    evil.insert(1, signature)
    return evil


def xsw2() -> XmlElement:
    """The signed response stands before its signature, in the evil response."""
    original, evil = signed_response(), evil_response()
    signature = take_signature(original)
    evil.insert(1, original)
    evil.insert(2, signature)
    return evil


def xsw3() -> XmlElement:
    """The evil assertion stands before the signed one."""
    message = signed_assertion()
    message.insert(2, EVIL.to_element())
    return message


def xsw4() -> XmlElement:
    """The evil assertion contains the signed one."""
    message, evil = signed_assertion(), EVIL.to_element()
    original = message.required_child(ASSERTION)
    message.remove(original)
    evil.append(original)
    message.append(evil)
    return message


def xsw5() -> XmlElement:
    """The evil assertion has the signature, and the signed one follows."""
    message, evil = signed_assertion(), EVIL.to_element()
    original = message.required_child(ASSERTION)
    evil.insert(1, take_signature(original))
    message.insert(2, evil)
    return message


def xsw6() -> XmlElement:
    """The evil assertion has the signature, in which the signed assertion is."""
    message, evil = signed_assertion(), EVIL.to_element()
    original = message.required_child(ASSERTION)
    message.remove(original)
    signature = take_signature(original)
    signature.append(original)
    evil.insert(1, signature)
    message.append(evil)
    return message


def xsw7() -> XmlElement:
    """The signed assertion is in an extension, and the evil one is where it was."""
    message = signed_assertion()
    original = message.required_child(ASSERTION)
    message.remove(original)
    message.insert(1, new_element(samlp("Extensions"), None, original))
    message.append(EVIL.to_element())
    return message


def xsw8() -> XmlElement:
    """The evil assertion has the signature, and the signed assertion is in an object of the signature."""
    message, evil = signed_assertion(), EVIL.to_element()
    original = message.required_child(ASSERTION)
    message.remove(original)
    signature = take_signature(original)
    signature.append(new_element("{http://www.w3.org/2000/09/xmldsig#}Object", None, original))
    evil.insert(1, signature)
    message.append(evil)
    return message


def in_key_info() -> XmlElement:
    """The evil assertion has the signature, and the signed assertion is in its key information, which is not read."""
    message, evil = signed_assertion(), EVIL.to_element()
    original = message.required_child(ASSERTION)
    message.remove(original)
    signature = take_signature(original)
    signature.required_child(KEY_INFO).append(original)
    evil.insert(1, signature)
    message.append(evil)
    return message


VARIANTS = [xsw1, xsw2, xsw3, xsw4, xsw5, xsw6, xsw7, xsw8, in_key_info]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.__name__)
def test_signature_wrapping_is_refused(variant: Callable[[], XmlElement]) -> None:
    assert read(signed_response()).assertion == assertion()
    assert read(signed_assertion()).assertion == assertion()
    with pytest.raises(XmlRefused):
        read(variant())


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: each.__name__)
def test_wrapping_with_the_identifier_of_the_signed_element_is_refused(variant: Callable[[], XmlElement]) -> None:
    for evil, original in ((b"_evilresponse", b"_response1"), (b"_evil", b"_assertion1")):
        data = variant().serialized().replace(b'ID="' + evil + b'"', b'ID="' + original + b'"')
        with pytest.raises(XmlRefused):
            read_response(open_envelope(data, [RESPONSE]), PARTNER.trust)


def test_a_comment_in_a_name_identifier_changes_nothing() -> None:
    data = PARTNER.sign(response(assertion().to_element()).to_element()).serialized()
    changed = data.replace(b"joe@partner.example</saml:NameID>", b"joe@partner<!-- x -->.example</saml:NameID>")
    assert changed != data
    assert read_response(open_envelope(changed, [RESPONSE]), PARTNER.trust).assertion == assertion()


def test_a_mac_with_the_public_key_is_refused() -> None:
    public = PARTNER.rsa_key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    signer = XMLSigner(signature_algorithm=SignatureMethod.HMAC_SHA256, c14n_algorithm=_EXCLUSIVE)
    forged = signer.sign(assertion().to_element().node, key=public, reference_uri="#_assertion1", id_attribute="ID")
    _at_its_place(forged)
    with pytest.raises(SignatureRefused, match="algorithm is not accepted"):
        verify_signed(parsed(XmlElement(forged)), certificates=[PARTNER.certificate], algorithms=WITH_SHA1)


def test_a_key_value_in_the_signature_is_not_used() -> None:
    other = saml_key("other")
    signer = XMLSigner(c14n_algorithm=_EXCLUSIVE)
    forged = signer.sign(
        assertion().to_element().node,
        key=other.rsa_key,
        cert=[other.certificate],
        reference_uri="#_assertion1",
        id_attribute="ID",
        always_add_key_value=True,
    )
    _at_its_place(forged)
    element = parsed(XmlElement(forged))
    assert verify_signed(element, certificates=[other.certificate])
    with pytest.raises(SignatureRefused, match="does not verify"):
        verify_signed(element, certificates=[PARTNER.certificate])


def test_key_information_that_somebody_exchanged_is_not_used() -> None:
    other = replace(saml_key("other").signing_key, includes_key_value=True)
    foreign = sign_enveloped(assertion().to_element(), other, algorithm="SHA256withRSA").required_child(SIGNATURE)
    element = PARTNER.sign(assertion().to_element())
    signature = element.required_child(SIGNATURE)
    signature.remove(signature.required_child(KEY_INFO))
    signature.append(foreign.required_child(KEY_INFO))
    found = verify_signed(parsed(element), certificates=[PARTNER.certificate])
    assert found.certificate == PARTNER.certificate


CHANGES = {
    "no reference": (rb"<ds:Reference .*</ds:Reference>", b""),
    "two references": (rb"(<ds:Reference .*</ds:Reference>)", rb"\1\1"),
    "the whole document": (rb'URI="#_assertion1"', b'URI=""'),
    "no URI": (rb' URI="#_assertion1"', b""),
    "another element": (rb'URI="#_assertion1"', b'URI="#_other"'),
    "an external address": (rb'URI="#_assertion1"', b'URI="http://127.0.0.1:9/x"'),
    "an XPointer": (rb'URI="#_assertion1"', b"URI=\"#xpointer(id('_assertion1'))\""),
    "an XSLT transform": (rb"xmldsig#enveloped-signature", b"xmldsig#XSLT"),
    "an XPath transform": (rb"http://www.w3.org/2000/09/xmldsig#enveloped-signature", b"http://www.w3.org/TR/1999/x"),
    "a third transform": (rb"(<ds:Transform [^>]*enveloped[^>]*>)", rb"\1\1"),
    "one transform": (rb"<ds:Transform [^>]*enveloped[^>]*/>", b""),
    "comments in the canonical form": (rb"xml-exc-c14n#", b"xml-exc-c14n#WithComments"),
    "inclusive canonicalization": (
        rb"http://www.w3.org/2001/10/xml-exc-c14n#",
        b"http://www.w3.org/2006/12/xml-c14n11",
    ),
    "a weak digest": (rb"http://www.w3.org/2001/04/xmlenc#sha256", b"http://www.w3.org/2001/04/xmldsig-more#md5"),
    "a truncated MAC": (
        rb"(<ds:SignatureMethod [^>]*)/>",
        rb"\1><ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>",
    ),
    "no signature value": (
        rb"<ds:SignatureValue>[^<]*</ds:SignatureValue>",
        b"<ds:SignatureValue></ds:SignatureValue>",
    ),
    "an object": (rb"</ds:Signature>", b"<ds:Object>x</ds:Object></ds:Signature>"),
    "a second signature": (rb"(<ds:Signature .*</ds:Signature>)", rb"\1\1"),
    "a signature at the end": (rb"(<ds:Signature .*</ds:Signature>)(.*)(</saml:Assertion>)", rb"\2\1\3"),
    "no signature": (rb"<ds:Signature .*</ds:Signature>", b""),
    "no identifier": (rb' ID="_assertion1"', b""),
    "a changed attribute": (rb"admins", b"Admins"),
    "a changed digest": (rb"<ds:DigestValue>.", b"<ds:DigestValue>="),
}


@pytest.mark.parametrize("change", list(CHANGES))
def test_a_signature_of_another_form_is_refused(change: str) -> None:
    data = PARTNER.sign(assertion().to_element()).serialized()
    pattern, replacement = CHANGES[change]
    changed = re.sub(pattern, replacement, data)
    assert changed != data
    for algorithms in (MODERN, WITH_SHA1):
        with pytest.raises(SignatureRefused):
            verify_signed(parse_document(changed).root, certificates=[PARTNER.certificate], algorithms=algorithms)


def _at_its_place(element: object) -> None:
    """Move signxml's signature, which it adds at the end, to the place that SAML prescribes."""
    node = XmlElement(element)  # type: ignore[arg-type]  # signxml's own elements.
    node.insert(1, take_signature(node))
