"""Errors for XML that is refused. Their texts are written to the log and never sent to the sender."""


class XmlRefused(ValueError):
    """Base class: a document, a signature or a ciphertext is not accepted."""


class MalformedXml(XmlRefused):
    """The bytes are not an XML document within the limits, or an element does not have the expected form."""


class SignatureRefused(XmlRefused):
    """A signature is missing, has an unexpected form, or does not verify."""


class DecryptionFailed(XmlRefused):
    """A ciphertext cannot be decrypted, or its algorithm is not accepted."""
