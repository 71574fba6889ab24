"""The interface of authorization detail processors: validate, describe and compare details (RFC 9396)."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

KIND = "authorizationDetailProcessor"
# An element of `authorization_details`: a JSON object with a member `type` (RFC 9396, section 2).
Detail = Mapping[str, Any]


class DetailProcessor(Protocol):
    """Handles the details of one or more types. Its methods change nothing and are safe to call from several threads.

    Details come from clients and can be any JSON: no method may take long or raise.
    """

    def validate(self, detail: Detail) -> Sequence[str]:
        """Return the errors in a detail, each with its place. An empty result accepts it (section 5)."""
        ...

    def describe(self, detail: Detail) -> str:
        """Return the description of a valid detail for the consent page, as plain text."""
        ...

    def enrich(self, detail: Detail) -> Detail:
        """Return a valid detail in its granted form, with anything that the server adds (section 7.1)."""
        ...

    def is_equal_or_subset(self, requested: Detail, granted: Detail) -> bool:
        """Return whether a requested detail allows nothing that the granted one does not (sections 6.1 and 6.2)."""
        ...
