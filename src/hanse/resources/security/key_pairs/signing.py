"""The key pairs that sign tokens, assertions and metadata, and decrypt what partners encrypt."""

from hanse.resources.security.key_pairs.family import key_pairs

SIGNING_KEY_PAIRS = key_pairs(
    "/keyPairs/signing",
    title="Signing Key Pair",
    description="Private keys and certificates for signing and decryption.",
    page="/security/certificate-and-key-management/signing-decryption-keys-certificates",
)
