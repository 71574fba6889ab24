"""Ends of validity of certificates in documents, as values."""

from dataclasses import dataclass
from datetime import datetime

from hanse.kit.clock import to_text


@dataclass(frozen=True)
class Expiration:
    """The end of validity of a certificate, which a resource reads from a document (`StorageOptions.expirations`)."""

    # The time in the API's format (`kit.clock`), which sorts by time.
    expires: str
    # The subject of the certificate.
    name: str
    # Identifies the certificate among those of its document; empty if a document has only one.
    part: str = ""
    # True if the server replaces the certificate in time by itself.
    is_renewed: bool = False


@dataclass(frozen=True)
class DocumentExpiration:
    """The end of validity of a certificate with the document that contains it."""

    kind: str
    id: str
    expiration: Expiration

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Return the position in lists, which are sorted by time."""
        return self.expiration.expires, self.kind, self.id, self.expiration.part


@dataclass(frozen=True)
class ExpirationQuery:
    """Certificates of some kinds of documents that end in a period, the earliest first."""

    kinds: tuple[str, ...]
    # Includes the beginning of the period and excludes its end; None for no limit.
    begins: datetime | None = None
    ends: datetime | None = None
    # The position of the last item before; see `DocumentExpiration.key`.
    after: tuple[str, str, str, str] | None = None
    limit: int | None = None
    # True to leave out certificates that the server replaces by itself.
    is_manual: bool = False

    @property
    def first(self) -> str | None:
        """Return the beginning of the period in the form of stored times."""
        return None if self.begins is None else to_text(self.begins)

    @property
    def end(self) -> str | None:
        """Return the end of the period in the form of stored times."""
        return None if self.ends is None else to_text(self.ends)
