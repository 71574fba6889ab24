"""Reasons why a credential could not be read, used or confirmed."""


class CloudFailure(Exception):
    """Base class of the failures of this package.

    `message` can be shown to an administrator, `detail` is for the log; neither ever contains a credential. `result_id`
    identifies the cause for programs.
    """

    result_id = "cloud_failed"

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class MalformedCredential(CloudFailure):
    """The text is no gateway credential."""

    result_id = "credential_malformed"


class UnknownRegion(CloudFailure):
    """The credential names a region that is not in the configured list."""

    result_id = "credential_region_unknown"


class CredentialRefused(CloudFailure):
    """The region's service does not accept the credential: it is forged, revoked, or its environment was deleted."""

    result_id = "credential_refused"


class CredentialRevoked(CredentialRefused):
    """The region's service refuses a credential that it has signed itself, so the credential was valid once."""

    result_id = "credential_revoked"


class CloudUnreachable(CloudFailure):
    """The region's service could not be reached, or not in time."""

    result_id = "cloud_unreachable"


class CloudTimedOut(CloudUnreachable):
    """The region's service was reached, but did not answer in time."""

    result_id = "cloud_timeout"


class CloudBusy(CloudFailure):
    """The maximum number of simultaneous conversations with the region is reached."""

    result_id = "cloud_busy"


class UnexpectedAnswer(CloudFailure):
    """The region's service sent an answer that this client does not accept."""

    result_id = "cloud_answer_unexpected"
