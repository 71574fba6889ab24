"""The reasons for which XML is refused. Their texts are for the log and never for strangers."""


class XmlRefused(ValueError):
    """Base class: a document, a signature or a ciphertext is not accepted."""


class MalformedXml(XmlRefused):
    """The bytes are no XML document within the limits, or an element is not as it was expected."""


class SignatureRefused(XmlRefused):
    """A signature is missing, has an unexpected form, or does not verify."""


class DecryptionFailed(XmlRefused):
    """A ciphertext cannot be decrypted, or its algorithm is not accepted."""
