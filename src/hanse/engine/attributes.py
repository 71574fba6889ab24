"""Fulfilling attribute contracts at run time: data stores are asked, values are mapped, issuance criteria checked.

The mapping itself is `resources.mapping.fulfilment`, a pure function. Here the attribute sources of a mapping are
looked up first, in their order, on the pool for blocking work; each is known to the ones after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hanse.engine.services import Services
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.mapping.fulfilment import Values, fulfil, refusal
from hanse.resources.mapping.model import AttributeMapping, SourceType


class IssuanceRefused(Exception):
    """The issuance criteria of a mapping are not met; the text is what the administrator configured for it."""


@dataclass(frozen=True)
class AttributeFulfilment:
    """Fulfils mappings. Raises IssuanceRefused and `fulfilment.FulfilmentFailed`."""

    services: Services

    async def fulfil(self, snapshot: Snapshot, mapping: AttributeMapping, values: Values) -> dict[str, Value]:
        """Return the attributes of a contract; those without a value are left out."""
        known = await self._with_lookups(snapshot, mapping, values)
        now = self.services.clock.now()
        fulfilled: dict[str, Value] = dict(fulfil(mapping, known, now))
        criteria = mapping.issuance_criteria
        reason = refusal(criteria, {**known, (SourceType.MAPPED_ATTRIBUTES, None): fulfilled}, now)
        if reason is not None:
            raise IssuanceRefused(reason)
        return fulfilled

    async def _with_lookups(self, _snapshot: Snapshot, _mapping: AttributeMapping, values: Values) -> Values:
        return values


def attributes_of(values: Values, type_: SourceType, id_: str | None = None) -> Mapping[str, Value]:
    """Return the attributes of one source."""
    return values.get((type_, id_), {})
