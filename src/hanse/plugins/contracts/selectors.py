"""What a selector does; implemented by plug-ins, called by authentication policies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

YES, NO = "Yes", "No"
KIND = "authenticationSelector"


@dataclass(frozen=True)
class Facts:
    """What is known of a request before anybody has signed in."""

    # The address of the browser, by which nothing is proved.
    address: str = ""
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    scopes: frozenset[str] = frozenset()
    client_id: str = ""


@dataclass(frozen=True)
class Selected:
    """What came of it; no result where none of the selector's fits, and what is to be remembered of the user."""

    result: str | None
    attributes: Mapping[str, str] = field(default_factory=dict)


class Selector(Protocol):
    """Chooses by the facts of a request; safe to call from several threads."""

    def results(self, values: Sequence[str]) -> Sequence[str]:
        """Return what can come of it; `values` are the result values that the instance's contract has."""
        ...

    def select(self, facts: Facts, values: Sequence[str]) -> Selected:
        """Return what comes of a request."""
        ...


def yes_or_no(*, is_yes: bool, **attributes: str) -> Selected:
    """Return the result of a selector that knows two."""
    return Selected(YES if is_yes else NO, attributes)
