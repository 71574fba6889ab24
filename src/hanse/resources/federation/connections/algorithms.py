"""Algorithms of XML signatures and XML encryption, by the names that the API contract's clients use."""

from hanse.kit.texts.labels import Labeled


class SignatureAlgorithm(Labeled):
    """Algorithm of an XML signature. SHA-1 and RSASSA-PSS are not offered."""

    RSA_SHA256 = "SHA256withRSA", "RSA with SHA-256"
    RSA_SHA384 = "SHA384withRSA", "RSA with SHA-384"
    RSA_SHA512 = "SHA512withRSA", "RSA with SHA-512"
    ECDSA_SHA256 = "SHA256withECDSA", "ECDSA with SHA-256"
    ECDSA_SHA384 = "SHA384withECDSA", "ECDSA with SHA-384"
    ECDSA_SHA512 = "SHA512withECDSA", "ECDSA with SHA-512"

    @property
    def key_algorithm(self) -> str:
        """Return the algorithm of keys with which it signs: `RSA` or `EC`."""
        return "RSA" if self.value.endswith("RSA") else "EC"


class BlockEncryptionAlgorithm(Labeled):
    """Algorithm that encrypts the content of an XML element."""

    AES_128_GCM = "AES_128_GCM", "AES-128 GCM"
    AES_192_GCM = "AES_192_GCM", "AES-192 GCM"
    AES_256_GCM = "AES_256_GCM", "AES-256 GCM"
    AES_128 = "AES_128", "AES-128 CBC (not recommended)"
    AES_192 = "AES_192", "AES-192 CBC (not recommended)"
    AES_256 = "AES_256", "AES-256 CBC (not recommended)"


class KeyTransportAlgorithm(Labeled):
    """Algorithm that encrypts the key of an encrypted XML element."""

    RSA_OAEP = "RSA_OAEP", "RSA-OAEP"
    RSA_OAEP_256 = "RSA_OAEP_256", "RSA-OAEP with SHA-256"
