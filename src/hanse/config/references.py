"""References from one document to another, as values."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """One reference from a document: where it stands in the body, and what it names."""

    path: str
    target_kind: str
    target_id: str
    # The kinds that may have it instead.
    other_kinds: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of which one has it."""
        return (self.target_kind, *self.other_kinds)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """The documents, by kind and id, of which one is named."""
        return tuple((kind, self.target_id) for kind in self.kinds)


@dataclass(frozen=True)
class Usage:
    """One place that uses a document."""

    kind: str
    id: str
    path: str
