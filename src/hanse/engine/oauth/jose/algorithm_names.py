"""The JOSE names (RFC 7518) of the algorithms in clients' settings."""

from typing import Final

from hanse.resources.applications.clients.choices import ContentEncryption, KeyEncryption

# RFC 7518, section 4.1.
KEY_ENCRYPTIONS: Final[dict[KeyEncryption, str]] = {
    KeyEncryption.DIR: "dir",
    KeyEncryption.A128KW: "A128KW",
    KeyEncryption.A192KW: "A192KW",
    KeyEncryption.A256KW: "A256KW",
    KeyEncryption.A128GCMKW: "A128GCMKW",
    KeyEncryption.A192GCMKW: "A192GCMKW",
    KeyEncryption.A256GCMKW: "A256GCMKW",
    KeyEncryption.ECDH_ES: "ECDH-ES",
    KeyEncryption.ECDH_ES_A128KW: "ECDH-ES+A128KW",
    KeyEncryption.ECDH_ES_A192KW: "ECDH-ES+A192KW",
    KeyEncryption.ECDH_ES_A256KW: "ECDH-ES+A256KW",
    KeyEncryption.RSA_OAEP: "RSA-OAEP",
    KeyEncryption.RSA_OAEP_256: "RSA-OAEP-256",
}
# RFC 7518, section 5.1.
CONTENT_ENCRYPTIONS: Final[dict[ContentEncryption, str]] = {
    ContentEncryption.AES_128_CBC_HMAC_SHA_256: "A128CBC-HS256",
    ContentEncryption.AES_192_CBC_HMAC_SHA_384: "A192CBC-HS384",
    ContentEncryption.AES_256_CBC_HMAC_SHA_512: "A256CBC-HS512",
    ContentEncryption.AES_128_GCM: "A128GCM",
    ContentEncryption.AES_192_GCM: "A192GCM",
    ContentEncryption.AES_256_GCM: "A256GCM",
}
NONE: Final = "none"
