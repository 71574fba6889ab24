"""Encrypted elements are decrypted with the recipient's key, and no failure says more than another."""

from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import padding

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.encryption import BLOCK_CIPHERS, KEY_TRANSPORTS, decrypt_element, encrypt_element
from hanse.crypto.xml.errors import DecryptionFailed
from hanse.kit.randomness import SystemRandomness
from hanse.saml.assertions import ENCRYPTED_ASSERTION
from tests.support.saml import assertion, saml_key

OWN = saml_key("own")
CIPHERS, BROKEN = ("AES_256_GCM", "AES_256"), ("short", "empty", "no Base64")
XENC = "http://www.w3.org/2001/04/xmlenc#"


def encrypted(cipher: str = "AES_256_GCM", key_transport: str = "RSA_OAEP") -> XmlElement:
    data = encrypt_element(
        assertion().to_element(),
        OWN.certificate,
        randomness=SystemRandomness(),
        cipher=cipher,
        key_transport=key_transport,
    )
    return parse_document(new_element(ENCRYPTED_ASSERTION, None, data).serialized()).root


@pytest.mark.parametrize("cipher", list(BLOCK_CIPHERS))
@pytest.mark.parametrize("key_transport", list(KEY_TRANSPORTS))
def test_what_was_encrypted_is_decrypted(cipher: str, key_transport: str) -> None:
    element = encrypted(cipher, key_transport)
    assert b"joe@partner" not in element.serialized()
    keys = [saml_key("other").rsa_key, OWN.rsa_key]
    found = decrypt_element(element, keys, allow_cbc=True)
    assert found.root.canonical() == assertion().to_element().canonical()


def test_the_key_may_stand_beside_the_data() -> None:
    element = encrypted()
    data = element.required_child(f"{{{XENC}}}EncryptedData")
    info = data.required_child("{http://www.w3.org/2000/09/xmldsig#}KeyInfo")
    element.append(info.required_child(f"{{{XENC}}}EncryptedKey"))
    data.remove(info)
    assert decrypt_element(element, [OWN.rsa_key])


def test_an_ec_key_cannot_be_a_recipient() -> None:
    with pytest.raises(ValueError, match="RSA"):
        encrypt_element(assertion().to_element(), saml_key("ec", "EC", 256).certificate, randomness=SystemRandomness())


def test_other_key_transports_are_refused() -> None:
    key = SystemRandomness().token_bytes(32)
    wrapped = OWN.rsa_key.public_key().encrypt(key, padding.PKCS1v15())
    element = encrypted()
    data = element.required_child(f"{{{XENC}}}EncryptedData")
    found = next(data.descendants(f"{{{XENC}}}EncryptedKey"))
    found.required_child(f"{{{XENC}}}EncryptionMethod").node.set("Algorithm", f"{XENC}rsa-1_5")
    value = next(found.descendants(f"{{{XENC}}}CipherValue"))
    value.node.text = b64encode(wrapped).decode()
    with pytest.raises(DecryptionFailed, match="key transport algorithm is not accepted"):
        decrypt_element(element, [OWN.rsa_key], allow_cbc=True)


@pytest.mark.parametrize(
    ("cipher", "change"),
    # AES-CBC does not reveal all changes of the first and the last octets, so that only a signature can.
    [
        *(("AES_256_GCM", each) for each in ("first", "last")),
        *((each, change) for each in CIPHERS for change in BROKEN),
    ],
)
def test_a_changed_ciphertext_fails_with_one_text(cipher: str, change: str) -> None:
    element = encrypted(cipher)
    value = element.required_child(f"{{{XENC}}}EncryptedData").required_child(f"{{{XENC}}}CipherData").children()[0]
    text = value.text()
    value.node.text = {
        "first": ("A" if text[0] != "A" else "B") + text[1:],
        "last": f"{text[:-8]}AAAAAAA=",
        "short": text[:20],
        "empty": "",
        "no Base64": "%%%",
    }[change]
    with pytest.raises(DecryptionFailed, match=r"^The encrypted element cannot be decrypted\.$"):
        decrypt_element(element, [OWN.rsa_key], allow_cbc=True)
