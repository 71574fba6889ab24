"""Which areas have frame forms, and what little a form says beyond the declaration of its resource."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hanse.admin.frames.widgets import Widget, form_of
from hanse.admin.session.navigation import TREE
from hanse.admin.session.nodes import Node
from hanse.config.fields import ConfigModel
from hanse.config.resource import Resource
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The pages of one node of the navigation: a form, or a list and the forms of its items."""

    node: str
    resource: Resource[Any]
    # One item, as in "Add policy contract".
    singular: str = ""
    # What lists show beside the name.
    columns: tuple[str, ...] = ()
    # What forms do not ask for; it stays as it is.
    left_out: frozenset[str] = frozenset()
    # What a list without items says: what would be here, and why one would want it.
    empty: str = ""

    @cached_property
    def title(self) -> str:
        """What the navigation calls it."""
        return _labels()[self.node]

    @property
    def name_member(self) -> str:
        """The member that items are known by to people."""
        return self.resource.sort_by or self.resource.id_field

    @cached_property
    def widgets(self) -> tuple[Widget, ...]:
        """The form."""
        left_out = self.left_out
        if not self.resource.is_singleton and not self._asks_for_id:
            left_out |= {self.resource.id_field}
        model: type[ConfigModel] = self.resource.model
        return form_of(model, left_out)

    @property
    def _asks_for_id(self) -> bool:
        """Whether an id is for people to choose, because the server makes none."""
        model: type[ConfigModel] = self.resource.model
        names = {info.alias or name: info for name, info in model.model_fields.items()}
        return names[self.resource.id_field].is_required()


FRAMES: tuple[Frame, ...] = (
    Frame(
        node="policyContracts",
        resource=POLICY_CONTRACTS,
        singular="Policy Contract",
        columns=("extendedAttributes", "lastModified"),
        left_out=frozenset({"coreAttributes"}),
        empty="A contract names the attributes that a policy hands on once a user is authenticated. Applications and "
        "partners that ask for a user get what the contract says, whichever way the user signed in.",
    ),
    Frame(node="redirectValidation", resource=REDIRECT_VALIDATION),
    Frame(node="extendedProperties", resource=EXTENDED_PROPERTIES),
)


def _labels() -> dict[str, str]:
    found: dict[str, str] = {}

    def look(node: Node) -> None:
        found[node.id] = node.label
        for child in node.children:
            look(child)

    for node in TREE:
        look(node)
    return found
