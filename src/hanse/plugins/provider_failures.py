"""The failures of a sign-in at another provider."""

from enum import StrEnum
from typing import Final

from hanse.plugins.contracts.adapters import NEEDS_USER

_LONGEST_MESSAGE: Final = 256


class FailureCode(StrEnum):
    """The codes of `contracts.adapters.Failure`, for the log and the trace."""

    # The provider does not respond, or its response contains no metadata, keys or tokens.
    UNREACHABLE = "provider_unreachable"
    # The provider has answered with an error.
    ERROR = "provider_error"
    # The user, or the provider on behalf of the user, denied the sign-in.
    DENIED = "provider_denied"
    # An answer or a token is not valid.
    INVALID = "provider_answer_invalid"
    # The signature of a message is missing, or does not verify with the provider's certificates.
    SIGNATURE = "provider_signature_invalid"
    # A message cannot be decrypted with the keys of this server.
    DECRYPTION = "provider_answer_not_decrypted"
    # The user's authentication at the provider is too old.
    TOO_OLD = "provider_authentication_too_old"
    # The provider would have to show a page in a silent sign-in.
    NEEDS_USER = NEEDS_USER


class ProviderFailure(Exception):
    """A sign-in cannot continue. The text is a sentence for the log and the trace, without secrets.

    `shown` is the provider's own error message, which connections can pass on to users and applications.
    """

    def __init__(self, code: FailureCode, text: str, shown: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.shown = shown


def passed_message(text: str | None) -> str:
    """Return an error message of another provider as one short line of text."""
    line = " ".join((text or "").split())
    return "".join(each for each in line if each.isprintable())[:_LONGEST_MESSAGE]
