"""Upper bounds of sizes for `cost`: linear in the variables of the surrounding loops."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class UpperBound:
    """A constant, plus a factor for the weight of each of some variables."""

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
        """Return a bound that is at least as large as both."""
        names = {*self.times, *other.times}
        times = {name: max(self.times.get(name, 0), other.times.get(name, 0)) for name in names}
        return UpperBound(max(self.constant, other.constant), times)

    def without(self, name: str, value: "UpperBound") -> "UpperBound":
        """Return this bound with a value in place of a variable."""
        rest = {other: times for other, times in self.times.items() if other != name}
        return UpperBound(self.constant, rest) + value * self.times.get(name, 0)

    def at(self, peaks: Mapping[str, float]) -> float:
        """Return the number for the maximum weights of the variables."""
        return self.constant + sum(times * peaks[name] for name, times in self.times.items())
