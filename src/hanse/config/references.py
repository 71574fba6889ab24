"""References from one document to another, as values."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """A reference from a document: its path in the body, and its target."""

    path: str
    target_kind: str
    target_id: str
    # Further kinds to which the target may belong.
    other_kinds: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds to which the target may belong."""
        return (self.target_kind, *self.other_kinds)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Return the possible targets, by kind and id."""
        return tuple((kind, self.target_id) for kind in self.kinds)


@dataclass(frozen=True)
class Usage:
    """A place in a document that uses another document."""

    kind: str
    id: str
    path: str
