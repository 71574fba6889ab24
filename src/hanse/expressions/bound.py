"""Sizes as `cost` reckons with them: upper bounds that are linear in the variables of the loops around."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class UpperBound:
    """At most `constant`, and for each of these variables so many times what it weighs."""

    constant: float = 0
    times: Mapping[str, float] = field(default_factory=dict)

    def __add__(self, other: "UpperBound | float") -> "UpperBound":
        if not isinstance(other, UpperBound):
            return UpperBound(self.constant + other, self.times)
        names = {*self.times, *other.times}
        times = {name: self.times.get(name, 0) + other.times.get(name, 0) for name in names}
        return UpperBound(self.constant + other.constant, times)

    def __mul__(self, factor: float) -> "UpperBound":
        return UpperBound(self.constant * factor, {name: times * factor for name, times in self.times.items()})

    def either(self, other: "UpperBound") -> "UpperBound":
        """Return a bound of whichever is larger."""
        names = {*self.times, *other.times}
        times = {name: max(self.times.get(name, 0), other.times.get(name, 0)) for name in names}
        return UpperBound(max(self.constant, other.constant), times)

    def without(self, name: str, value: "UpperBound") -> "UpperBound":
        """Return this with a value in place of a variable."""
        rest = {other: times for other, times in self.times.items() if other != name}
        return UpperBound(self.constant, rest) + value * self.times.get(name, 0)

    def at(self, peaks: Mapping[str, float]) -> float:
        """Return the number, for what the variables weigh at most."""
        return self.constant + sum(times * peaks[name] for name, times in self.times.items())
