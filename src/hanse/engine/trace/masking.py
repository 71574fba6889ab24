"""Masks the attributes of users that adapters declare as masked."""

from collections.abc import Iterable, Mapping
from typing import Final, Self

from hanse.engine.snapshot.authentication_sources import find_source
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.sign_in_traces import TracedValue

MASK: Final = "********"


class AttributeMask:
    """Masks values by the name of their attribute, and wherever the same value appears under another name.

    A mapping can copy a masked attribute to an attribute of another name, whose contract has no masks.
    """

    def __init__(self, found: Iterable[tuple[Iterable[str], Mapping[str, TracedValue]]]) -> None:
        """`found` are the names of masked attributes, with the attributes that have their values."""
        self._names: set[str] = set()
        self._values: set[str] = set()
        for masked, attributes in found:
            names = set(masked)
            self._names |= names
            for name in names & attributes.keys():
                value = attributes[name]
                self._values.update([value] if isinstance(value, str) else value)

    @classmethod
    def of_adapters(cls, snapshot: Snapshot, found: Iterable[tuple[str, Mapping[str, TracedValue]]]) -> Self:
        """Return the mask of a sign-in; `found` are its adapters, each with its attributes."""
        return cls([(_masked_by(snapshot, adapter), attributes) for adapter, attributes in found])

    def applied(self, attributes: Mapping[str, TracedValue]) -> dict[str, TracedValue]:
        """Return attributes with masked values."""
        if not self._names:
            return dict(attributes)
        return {name: self._masked(name, value) for name, value in attributes.items()}

    def _masked(self, name: str, value: TracedValue) -> TracedValue:
        values = [value] if isinstance(value, str) else value
        return MASK if name in self._names or any(each in self._values for each in values if each) else value


def _masked_by(snapshot: Snapshot, adapter: str) -> list[str]:
    instance = find_source(snapshot, adapter)
    contract = None if instance is None else instance.settings.attribute_contract
    declared = () if contract is None else (*(contract.core_attributes or ()), *contract.extended_attributes)
    return [each.name for each in declared if each.masked]
