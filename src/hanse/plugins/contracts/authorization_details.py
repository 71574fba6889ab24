"""What a processor of authorization details does; implemented by plug-ins, called by the OAuth engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

KIND = "authorizationDetailProcessor"
# An element of `authorization_details`: a JSON object with a member `type` (RFC 9396, section 2).
Detail = Mapping[str, Any]


class DetailProcessor(Protocol):
    """Understands details. Its methods are pure, bounded, and safe to call from several threads."""

    def validate(self, detail: Detail) -> Sequence[str]:
        """Return what is wrong with a detail, each with the place; nothing when it can be granted (section 5)."""
        ...

    def describe(self, detail: Detail) -> str:
        """Return what a person is told who is asked for consent: plain text, to be escaped where it is shown."""
        ...

    def enrich(self, detail: Detail) -> Detail:
        """Return the detail as it is granted, with what the server adds to it (section 7.1)."""
        ...

    def is_equal_or_subset(self, requested: Detail, granted: Detail) -> bool:
        """Tell whether a requested detail gives nothing that the granted one does not (sections 6.1 and 6.2)."""
        ...
