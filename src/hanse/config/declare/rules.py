"""Rules of a resource for saving and deleting its documents."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.handles import Handle
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import ConfigurationReader, View
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message

M = TypeVar("M", bound=ConfigModel)


@dataclass(frozen=True)
class Proposal(Generic[M]):
    """A save that is about to happen, as rules see it; `old` is None for a new document."""

    new: M
    old: M | None
    view: View
    ports: Ports


Rule = Callable[[Proposal[M]], Iterable[FieldError]]
Preparation = Callable[[Proposal[M]], M]
Verification = Callable[[M, str | None, ConfigurationReader], Iterable[FieldError]]
DeletionRule = Callable[[M, View], Iterable[FieldError]]


def repeated_attributes(names: Iterable[str], known: Iterable[str], list_path: str) -> Iterator[FieldError]:
    """Find attributes of a contract that are in it twice, or among the known ones, such as its core attributes."""
    seen = set(known)
    for index, name in enumerate(names):
        if name in seen:
            text = message("The contract already has the attribute {name}.", name=name)
            yield FieldError(text, f"{list_path}[{index}].name", "value_in_use")
        seen.add(name)


@dataclass(frozen=True)
class UniqueTogether:
    """No two documents have equal values in all of these members; two absent values are equal.

    The finding is reported at the last member.
    """

    members: tuple[str, ...]
    message: str


@dataclass(frozen=True, kw_only=True)
class SaveRules(Generic[M]):
    """Rules for creating and replacing a document, in addition to the checks that its model declares."""

    # Fills in values that the server determines, such as dates and ids of another system. Runs before the rules.
    prepare: Preparation[M] | None = None
    rules: tuple[Rule[M], ...] = ()
    # Other resources that the rules read. When a document of theirs changes, the rules are checked again for
    # the documents that refer to it, and the change is refused if they would no longer hold.
    reads: frozenset[Handle[Any]] = frozenset()
    # Calls other systems about a document that is saved through the API; the id is None for a new document. Runs
    # outside any transaction, and not at all if the caller bypasses it.
    verify: Verification[M] | None = None
    # Combinations of members at the top of a document. A single unique member is marked `Unique` in the model.
    unique_together: tuple[UniqueTogether, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DeletionRules(Generic[M]):
    """Rules for deleting a document. A document in use is never deleted."""

    rules: tuple[DeletionRule[M], ...] = ()
    # The message for a document that is in use; by default it names the document.
    in_use: str | None = None
