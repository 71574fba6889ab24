"""Rules for the names of client certificates that are trusted through a certificate authority."""

from collections.abc import Iterator

from hanse.crypto.distinguished_names import parsed_name
from hanse.kit.errors import FieldError

# The path of a field, and its value.
_Entered = tuple[str, str | None]


def certificate_name_errors(subject: _Entered, issuer: _Entered) -> Iterator[FieldError]:
    """Find texts that are not distinguished names, and an issuer without a subject."""
    if issuer[1] and not subject[1]:
        yield FieldError("This applies only together with a subject DN.", issuer[0], "not_applicable")
    for path, text in (subject, issuer):
        if text and not _is_distinguished_name(text):
            error = "Enter a distinguished name such as CN=app, O=Example."
            yield FieldError(error, path, "invalid_distinguished_name")


def _is_distinguished_name(text: str) -> bool:
    try:
        parsed_name(text)
    except ValueError:
        return False
    return True
