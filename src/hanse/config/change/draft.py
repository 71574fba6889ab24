"""A document that is being saved, with derived values that are computed once."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from hanse.config.change import bodies
from hanse.config.change.reference_checks import references_of
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ports import Ports
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal
from hanse.config.declare.validation import parse_stored, to_body
from hanse.config.list_query import StoredDocument
from hanse.config.references import Reference
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import FieldError

M = TypeVar("M", bound=ConfigModel)
Body = dict[str, Any]


@dataclass
class Draft(Generic[M]):
    """The new version of a document; `old` is None at creation. Steps change the body, and add what they find."""

    resource: Resource[M]
    id: str
    body: Body
    old: StoredDocument | None
    registry: Registry
    findings: list[FieldError] = field(default_factory=list)

    @cached_property
    def model(self) -> M:
        """The body as a model.

        It is read from the body and not taken from the caller: the server has put its own values in, and models that
        actions have copied with changes were never validated.
        """
        return _as_model(self.resource, self.body)

    @cached_property
    def old_model(self) -> M | None:
        """The stored version as a model."""
        return None if self.old is None else _as_model(self.resource, self.old.body)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """The references to other documents, with the places at which the caller has sent them."""
        return tuple(references_of(self.resource, self.body, self.registry))

    @cached_property
    def unique_values(self) -> tuple[tuple[str, str, str, str], ...]:
        """The values that no other document may have: field, value in normal form, path and message."""
        return tuple(bodies.unique_values(self.resource, self.body))

    @property
    def is_new(self) -> bool:
        """Whether the document is created."""
        return self.old is None

    @property
    def is_unchanged(self) -> bool:
        """Whether exactly this is stored already."""
        return self.old is not None and bool(self.old.revision) and self.body == self.old.body

    @property
    def logged_before(self) -> Body | None:
        """The version before this one in the log of revisions. A default that was never saved is not in the log."""
        return self.old.body if self.old is not None and self.old.revision else None

    def proposal(self, view: TransactionView, ports: Ports) -> Proposal[M]:
        """Return the draft as the rules of resources see it."""
        return Proposal(self.model, self.old_model, view, ports)

    def replace(self, model: M) -> None:
        """Put another model in place of the draft's, as a resource prepares it."""
        self.__dict__["model"] = model
        self.body = to_body(model)

    def sort_sets(self) -> None:
        """Sort sets, so that equal ones are stored as equal texts. References then have other paths."""
        if bodies.sort_sets(self.resource, self.body):
            self.__dict__.pop("references", None)


def _as_model(resource: Resource[M], body: Body) -> M:
    return parse_stored(resource.model, body)
