"""Why a credential could not be read, used or confirmed."""


class CloudFailure(Exception):
    """What every failure here derives from.

    `message` is safe to show to an administrator, `detail` is for the log; neither ever holds a credential.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class MalformedCredential(CloudFailure):
    """The text is no gateway credential."""


class UnknownRegion(CloudFailure):
    """The credential names a region that is not in the configured list."""


class CredentialRefused(CloudFailure):
    """The region's service does not accept the credential: forged, revoked, or of something deleted."""


class CloudUnreachable(CloudFailure):
    """The region's service could not be reached, or not in time."""


class UnexpectedAnswer(CloudFailure):
    """The region's service answered something that this client does not take for an answer."""
