"""Mappings of a connection that are used only for some of its virtual server IDs."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from pydantic import Field

from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.model import MOST_VIRTUAL_IDS, EntityId
from hanse.resources.mapping.model import AttributeMapping

IsRestricted = Annotated[
    bool,
    Field(
        title="Restrict virtual server IDs",
        description="Use the mapping only for some of the connection's virtual server IDs. If off, it is used for all"
        " of them.",
    ),
]
RestrictedIds = Annotated[
    list[EntityId],
    Field(title="Virtual server IDs of the mapping", max_length=MOST_VIRTUAL_IDS, default_factory=list),
]
_MEMBER: Final = "restrictedVirtualEntityIds"


class RestrictedMapping(AttributeMapping):
    """A mapping that can be restricted to virtual server IDs."""

    restrict_virtual_entity_ids: IsRestricted = False
    restricted_virtual_entity_ids: RestrictedIds

    def applies_to(self, virtual_id: str) -> bool:
        """Return whether the mapping is used for a virtual server ID; it is empty for the server's own entity ID."""
        return not self.restrict_virtual_entity_ids or virtual_id in self.restricted_virtual_entity_ids

    def virtual_id_errors(self, known: Sequence[str], path: str) -> Iterator[FieldError]:
        """Find IDs that the connection does not have, and a restriction without IDs."""
        return restriction_errors(
            known,
            self.restricted_virtual_entity_ids,
            f"{path}.{_MEMBER}",
            is_restricted=self.restrict_virtual_entity_ids,
        )


def restriction_errors(
    known: Sequence[str], chosen: Sequence[str], path: str, *, is_restricted: bool
) -> Iterator[FieldError]:
    """Find errors in the virtual server IDs that are chosen for a mapping, given those of the connection."""
    for index, each in enumerate(chosen):
        if each not in known:
            yield FieldError("The connection has no such virtual server ID.", f"{path}[{index}]", "reference_not_found")
    if is_restricted and not chosen:
        yield FieldError("Choose the virtual server IDs of the mapping.", path, "required_field")
