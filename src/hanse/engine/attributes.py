"""Fulfills attribute contracts at run time: queries data stores, maps values, and checks issuance criteria.

The mapping itself is `resources.mapping.fulfillment`, a pure function. Here the attribute sources of a mapping are
looked up first, in their order, on the pool for blocking work; each can use the results of those before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol
from weakref import ref

from hanse.config.declare.ports import Ports
from hanse.data_stores.client_pool import DataStoreClients
from hanse.engine.attribute_lookups import AttributeLookups
from hanse.engine.services import Purpose, Work
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.data_stores import DATA_STORE_SETTINGS
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.clock import Clock
from hanse.resources.mapping.fulfillment import CompiledMapping, Values
from hanse.resources.mapping.model import AttributeMapping, SourceType


class IssuanceRefused(Exception):
    """The issuance criteria of a mapping are not met; the text is the configured error result."""


class CompiledMappings:
    """The compiled form of mappings, kept as long as the snapshot."""

    def __init__(self) -> None:
        self._by_id: dict[int, tuple[ref[AttributeMapping], CompiledMapping]] = {}

    def of(self, mapping: AttributeMapping) -> CompiledMapping:
        """Return a compiled mapping."""
        key = id(mapping)
        found = self._by_id.get(key)
        if found is not None and found[0]() is mapping:
            return found[1]
        compiled = CompiledMapping(mapping)
        self._by_id[key] = ref(mapping, lambda _gone: self._by_id.pop(key, None)), compiled
        return compiled


class FulfillmentServices(Protocol):
    """The services that fulfillment needs; `Services` has them."""

    @property
    def clock(self) -> Clock:
        """Return the clock for expressions."""
        ...

    @property
    def ports(self) -> Ports:
        """Return the ports with `data_stores.client_pool.DataStoreClients`."""
        ...

    @property
    def work(self) -> Work:
        """Return the thread pools for look-ups."""
        ...


@dataclass(frozen=True)
class AttributeFulfillment:
    """Fulfills mappings. Raises IssuanceRefused, `fulfillment.FulfillmentFailed`, and Unavailable for data stores."""

    services: FulfillmentServices
    _compiled: CompiledMappings = field(default_factory=CompiledMappings, repr=False)

    async def fulfill(self, snapshot: Snapshot, mapping: AttributeMapping, values: Values) -> dict[str, Value]:
        """Return the attributes of a contract; those without a value are omitted."""
        return await self.fulfill_compiled(snapshot, self._compiled.of(mapping), values)

    async def fulfill_compiled(self, snapshot: Snapshot, mapping: CompiledMapping, values: Values) -> dict[str, Value]:
        """Return the attributes of a contract that was compiled with the snapshot."""
        known = await self._with_lookups(snapshot, mapping, values) if mapping.lookups else values
        now = self.services.clock.now()
        fulfilled: dict[str, Value] = mapping.fulfill(known, now)
        if mapping.has_criteria:
            reason = mapping.refusal({**known, (SourceType.MAPPED_ATTRIBUTES, None): fulfilled}, now)
            if reason is not None:
                raise IssuanceRefused(reason)
        return fulfilled

    async def _with_lookups(self, snapshot: Snapshot, mapping: CompiledMapping, values: Values) -> Values:
        lookups = AttributeLookups(snapshot.part(DATA_STORE_SETTINGS), self.services.ports.get(DataStoreClients))
        return await self.services.work.run(Purpose.LOOKUPS, lookups.look_up, mapping.lookups, values)


def attributes_of(values: Values, type_: SourceType, id_: str | None = None) -> Mapping[str, Value]:
    """Return the attributes of one source."""
    return values.get((type_, id_), {})
