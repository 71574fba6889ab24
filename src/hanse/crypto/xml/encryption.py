"""XML Encryption of assertions and name identifiers (XML Encryption 1.1; SAML core, section 6).

A new AES key encrypts the element, and RSA-OAEP encrypts that key for the recipient. AES-GCM is the default. AES-CBC is
used only for partners that need it, because it does not reveal that a ciphertext was changed. RSA PKCS #1 v1.5 is never
accepted.
"""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from hanse.crypto.xml.documents import MESSAGE_LIMITS, XmlDocument, XmlLimits, parse_document
from hanse.crypto.xml.elements import DSIG, XENC, XENC11, XmlElement, new_element
from hanse.crypto.xml.errors import DecryptionFailed, XmlRefused
from hanse.kit.randomness import Randomness

ENCRYPTED_DATA: Final = f"{{{XENC}}}EncryptedData"
_ENCRYPTED_KEY: Final = f"{{{XENC}}}EncryptedKey"
_METHOD: Final = f"{{{XENC}}}EncryptionMethod"
_DIGEST_METHOD: Final = f"{{{DSIG}}}DigestMethod"
_MGF: Final = f"{{{XENC11}}}MGF"
_OAEP_MGF1P: Final = f"{XENC}rsa-oaep-mgf1p"
_OAEP: Final = f"{XENC11}rsa-oaep"
_ELEMENT_TYPE: Final = f"{XENC}Element"
# A message for several recipients has a key for each.
_MOST_KEYS: Final = 8
_NONCE, _TAG, _BLOCK = 12, 16, 16


@dataclass(frozen=True)
class BlockCipher:
    """A content encryption algorithm."""

    name: str
    uri: str
    key_octets: int
    is_gcm: bool


_CIPHERS: Final = (
    BlockCipher("AES_128_GCM", f"{XENC11}aes128-gcm", 16, is_gcm=True),
    BlockCipher("AES_192_GCM", f"{XENC11}aes192-gcm", 24, is_gcm=True),
    BlockCipher("AES_256_GCM", f"{XENC11}aes256-gcm", 32, is_gcm=True),
    BlockCipher("AES_128", f"{XENC}aes128-cbc", 16, is_gcm=False),
    BlockCipher("AES_192", f"{XENC}aes192-cbc", 24, is_gcm=False),
    BlockCipher("AES_256", f"{XENC}aes256-cbc", 32, is_gcm=False),
)
BLOCK_CIPHERS: Final = {each.name: each for each in _CIPHERS}
DEFAULT_CIPHER: Final = "AES_256_GCM"
# The digest of OAEP, by the name of the key transport algorithm. OAEP needs no resistance to collisions, so that SHA-1
# is safe here, and all partners support it.
KEY_TRANSPORTS: Final[dict[str, type[hashes.HashAlgorithm]]] = {
    "RSA_OAEP": hashes.SHA1,
    "RSA_OAEP_256": hashes.SHA256,
}
DEFAULT_TRANSPORT: Final = "RSA_OAEP"
_DIGESTS: Final[dict[str, type[hashes.HashAlgorithm]]] = {
    f"{DSIG}sha1": hashes.SHA1,
    f"{XENC}sha256": hashes.SHA256,
    "http://www.w3.org/2001/04/xmldsig-more#sha384": hashes.SHA384,
    f"{XENC}sha512": hashes.SHA512,
}
_MGF_DIGESTS: Final[dict[str, type[hashes.HashAlgorithm]]] = {
    f"{XENC11}mgf1sha1": hashes.SHA1,
    f"{XENC11}mgf1sha256": hashes.SHA256,
    f"{XENC11}mgf1sha384": hashes.SHA384,
    f"{XENC11}mgf1sha512": hashes.SHA512,
}


def encrypt_element(
    element: XmlElement,
    recipient: x509.Certificate,
    *,
    randomness: Randomness,
    cipher: str = DEFAULT_CIPHER,
    key_transport: str = DEFAULT_TRANSPORT,
) -> XmlElement:
    """Return the `EncryptedData` of an element, with its key. Raises ValueError if the certificate has no RSA key."""
    public = recipient.public_key()
    if not isinstance(public, rsa.RSAPublicKey):
        raise ValueError("Encryption needs a certificate with an RSA key.")  # noqa: TRY004 - the key is the value.
    chosen = BLOCK_CIPHERS[cipher]
    key = randomness.token_bytes(chosen.key_octets)
    digest = KEY_TRANSPORTS[key_transport]()
    wrapped = public.encrypt(key, padding.OAEP(padding.MGF1(digest), digest, None))
    encrypted_key = new_element(_ENCRYPTED_KEY, None, _transport_method(key_transport), _cipher_data(wrapped))
    return new_element(
        ENCRYPTED_DATA,
        {"Type": _ELEMENT_TYPE},
        new_element(_METHOD, {"Algorithm": chosen.uri}),
        new_element(f"{{{DSIG}}}KeyInfo", None, encrypted_key),
        _cipher_data(_encrypt(chosen, key, element.serialized(), randomness)),
    )


def decrypt_element(
    wrapper: XmlElement,
    keys: Sequence[rsa.RSAPrivateKey],
    *,
    allow_cbc: bool = False,
    limits: XmlLimits = MESSAGE_LIMITS,
) -> XmlDocument:
    """Return the document in an element such as `EncryptedAssertion`. Raises DecryptionFailed, always with one text.

    Keys are `EncryptedKey` elements within the encrypted data or beside it (SAML core, section 2.3.4).
    """
    try:
        data = wrapper.required_child(ENCRYPTED_DATA)
        chosen = _cipher_of(data.required_child(_METHOD), allow_cbc=allow_cbc)
        key_info = data.child(f"{{{DSIG}}}KeyInfo")
        encrypted_keys = [*(key_info.children(_ENCRYPTED_KEY) if key_info else ()), *wrapper.children(_ENCRYPTED_KEY)]
        ciphertext = _octets(data)
        for encrypted in encrypted_keys[:_MOST_KEYS]:
            for private in keys:
                key = _unwrapped(encrypted, private)
                if key is not None and len(key) == chosen.key_octets:
                    return parse_document(_decrypt(chosen, key, ciphertext), limits=limits)
    except DecryptionFailed:
        raise
    except Exception as error:
        # Every cause has the same text, because an attacker could use differences to decrypt step by step.
        raise DecryptionFailed("The encrypted element cannot be decrypted.") from error
    raise DecryptionFailed("The encrypted element cannot be decrypted.")


def _cipher_of(method: XmlElement, *, allow_cbc: bool) -> BlockCipher:
    uri = method.attribute("Algorithm")
    for each in _CIPHERS:
        if each.uri == uri and (each.is_gcm or allow_cbc):
            return each
    raise DecryptionFailed("The content encryption algorithm is not accepted.")


def _unwrapped(encrypted: XmlElement, private: rsa.RSAPrivateKey) -> bytes | None:
    """Return the key in an `EncryptedKey`, or None if it was encrypted for another key."""
    oaep = _oaep(encrypted.required_child(_METHOD))
    try:
        return private.decrypt(_octets(encrypted), oaep)
    except ValueError:
        return None


def _oaep(method: XmlElement) -> padding.OAEP:
    uri = method.attribute("Algorithm")
    if uri not in (_OAEP_MGF1P, _OAEP):
        raise DecryptionFailed("The key transport algorithm is not accepted.")
    digest_method, mgf = method.child(_DIGEST_METHOD), method.child(_MGF)
    digest = _DIGESTS[str(digest_method.attribute("Algorithm"))] if digest_method else hashes.SHA1
    # XML Encryption 1.1, section 5.5.2: MGF1 with SHA-1 unless the newer algorithm has another.
    mask = _MGF_DIGESTS[str(mgf.attribute("Algorithm"))] if mgf and uri == _OAEP else hashes.SHA1
    return padding.OAEP(padding.MGF1(mask()), digest(), None)


def _transport_method(name: str) -> XmlElement:
    if name == "RSA_OAEP":
        digest = new_element(_DIGEST_METHOD, {"Algorithm": f"{DSIG}sha1"})
        return new_element(_METHOD, {"Algorithm": _OAEP_MGF1P}, digest)
    digest = new_element(_DIGEST_METHOD, {"Algorithm": f"{XENC}sha256"})
    return new_element(_METHOD, {"Algorithm": _OAEP}, digest, new_element(_MGF, {"Algorithm": f"{XENC11}mgf1sha256"}))


def _cipher_data(octets: bytes) -> XmlElement:
    value = new_element(f"{{{XENC}}}CipherValue", None, b64encode(octets).decode())
    return new_element(f"{{{XENC}}}CipherData", None, value)


def _octets(encrypted: XmlElement) -> bytes:
    value = encrypted.required_child(f"{{{XENC}}}CipherData").required_child(f"{{{XENC}}}CipherValue")
    return b64decode("".join(value.text().split()), validate=True)


def _encrypt(cipher: BlockCipher, key: bytes, content: bytes, randomness: Randomness) -> bytes:
    if cipher.is_gcm:
        nonce = randomness.token_bytes(_NONCE)
        return nonce + AESGCM(key).encrypt(nonce, content, None)
    # XML Encryption 1.1, section 5.2: the last octet is the length of the padding, the others are arbitrary.
    missing = _BLOCK - len(content) % _BLOCK
    start = randomness.token_bytes(_BLOCK)
    encryptor = Cipher(algorithms.AES(key), modes.CBC(start)).encryptor()
    return start + encryptor.update(content + bytes(missing - 1) + bytes([missing])) + encryptor.finalize()


def _decrypt(cipher: BlockCipher, key: bytes, octets: bytes) -> bytes:
    if cipher.is_gcm:
        return AESGCM(key).decrypt(octets[:_NONCE], octets[_NONCE:], None)
    decryptor = Cipher(algorithms.AES(key), modes.CBC(octets[:_BLOCK])).decryptor()
    content = decryptor.update(octets[_BLOCK:]) + decryptor.finalize()
    if not content or not 1 <= content[-1] <= _BLOCK:
        raise XmlRefused("The padding is wrong.")
    return content[: -content[-1]]
