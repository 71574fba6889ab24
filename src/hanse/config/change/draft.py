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
    """The new version of a document; `old` is None for a new document.

    Steps change the body, and add their findings.
    """

    resource: Resource[M]
    id: str
    body: Body
    old: StoredDocument | None
    registry: Registry
    findings: list[FieldError] = field(default_factory=list)

    @cached_property
    def model(self) -> M:
        """Return the body as a model.

        It is parsed from the body and not taken from the caller: the server has added its own values, and models that
        actions have copied with changes were never validated.
        """
        return _as_model(self.resource, self.body)

    @cached_property
    def old_model(self) -> M | None:
        """Return the stored version as a model."""
        return None if self.old is None else _as_model(self.resource, self.old.body)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Return the references to other documents, with the paths at which the caller has sent them."""
        return tuple(references_of(self.resource, self.body, self.registry))

    @cached_property
    def unique_values(self) -> tuple[tuple[str, str, str, str], ...]:
        """Return the values that no other document may have: field, value in normal form, path and message."""
        return tuple(bodies.unique_values(self.resource, self.body))

    @property
    def is_new(self) -> bool:
        """Return whether the document is created."""
        return self.old is None

    @property
    def is_unchanged(self) -> bool:
        """Return whether the draft equals the stored document."""
        return self.old is not None and bool(self.old.revision) and self.body == self.old.body

    @property
    def logged_before(self) -> Body | None:
        """Return the previous version in the log of revisions; None for a default that was never saved."""
        return self.old.body if self.old is not None and self.old.revision else None

    def proposal(self, view: TransactionView, ports: Ports) -> Proposal[M]:
        """Return the draft in the form for the rules of resources."""
        return Proposal(self.model, self.old_model, view, ports)

    def replace(self, model: M) -> None:
        """Replace the draft's model by the one that the resource has prepared."""
        self.__dict__["model"] = model
        self.body = to_body(model)

    def sort_sets(self) -> None:
        """Sort sets, so that equal ones are stored as equal texts. This changes the paths of references."""
        if bodies.sort_sets(self.resource, self.body):
            self.__dict__.pop("references", None)


def _as_model(resource: Resource[M], body: Body) -> M:
    return parse_stored(resource.model, body)
