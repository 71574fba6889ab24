"""Every function and operator of the language, with the maximum size and cost of a call.

`docs/user-guide/expressions.md` describes them, and a test checks that it names each.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hanse.expressions import tree
from hanse.expressions.bound import UpperBound

# A number as text, and the longest result of a format (`%f` of the largest double, `%.999f`).
_NUMBER = 32.0
_FORMATTED = 500.0
# Approximate cost of reading a time zone's rules, and of calling back into Python for a network.
_TIME_ZONE = 300.0
_CALL_BACK = 10_000.0
# Cost of comparing an element of a list, or a character.
_COMPARED = 3.0
# Characters are compared many at a time.
_AT_ONCE = 64.0


@dataclass(frozen=True)
class CallCost:
    """The size of a call's result and the cost of computing it, in addition to its arguments."""

    weight: UpperBound
    work: UpperBound
    makes_list: bool = False


Cost = Callable[[Sequence[tree.Node], Sequence[UpperBound], Sequence[float]], CallCost]


def _all(weights: Sequence[UpperBound]) -> UpperBound:
    return sum(weights, start=UpperBound())


def _answer(factor: float = 1.0, fixed: float = 1.0) -> Cost:
    """A boolean, a number or a time, computed by reading the arguments once."""
    return lambda _, weights, __: CallCost(UpperBound(1), _all(weights) * factor + fixed)


def _part(factor: float = 1.0) -> Cost:
    """A result as large as the arguments, or a multiple of them."""
    return lambda _, weights, __: CallCost(_all(weights) * factor + 1, _all(weights) * factor)


def _either(_: Sequence[tree.Node], weights: Sequence[UpperBound], __: Sequence[float]) -> CallCost:
    largest = UpperBound()
    for weight in weights:
        largest = largest.either(weight)
    return CallCost(largest, UpperBound(1))


def _found(_: Sequence[tree.Node], weights: Sequence[UpperBound], peaks: Sequence[float]) -> CallCost:
    """A search of one text in another, which in the worst case compares both at every position."""
    # Linear in the argument that changes in each iteration, if only one does.
    is_fixed = not weights[0].times
    product = weights[1] * (peaks[0] / _AT_ONCE) if is_fixed else weights[0] * (peaks[1] / _AT_ONCE)
    return CallCost(UpperBound(1), product + weights[0] + weights[1])


def _taken(_: Sequence[tree.Node], weights: Sequence[UpperBound], __: Sequence[float]) -> CallCost:
    """An element or a field, which is at most as large as the whole."""
    return CallCost(weights[0], _all(weights))


def _replaced(_: Sequence[tree.Node], weights: Sequence[UpperBound], peaks: Sequence[float]) -> CallCost:
    whole = weights[0] * (1 + peaks[2]) + weights[2]
    return CallCost(whole, whole + weights[0] * (peaks[1] / _AT_ONCE) + weights[1])


def _joined(_: Sequence[tree.Node], weights: Sequence[UpperBound], peaks: Sequence[float]) -> CallCost:
    whole = weights[0] * (1 + (peaks[1] if len(peaks) > 1 else 0))
    return CallCost(whole, whole)


def _formatted(_: Sequence[tree.Node], weights: Sequence[UpperBound], __: Sequence[float]) -> CallCost:
    # Precision goes up to 1,000 in a pattern of six letters.
    whole = weights[0] * _FORMATTED + weights[1] * _FORMATTED
    return CallCost(whole, whole)


def _matched(nodes: Sequence[tree.Node], weights: Sequence[UpperBound], peaks: Sequence[float]) -> CallCost:
    """A regular expression match: RE2 takes linear time in text and pattern, and compiles it for each call."""
    pattern = nodes[-1].text if isinstance(nodes[-1], tree.Constant) else None
    # Repetitions are expanded when a pattern is compiled; RE2 allows a thousand.
    program = peaks[1] * (1_000 if "{" in (pattern or "{") else 1)
    return CallCost(UpperBound(1), weights[0] * (2 + program / 4) + program * 100 + 2_000)


_COMPARISONS = ("_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_")
_LOGIC = ("_&&_", "_||_", "!_", "@not_strictly_false")
_ARITHMETIC = ("_-_", "_*_", "_/_", "_%_", "-_")
_CONVERSIONS = ("bool", "int", "uint", "double", "duration", "timestamp", "type", "startsWith", "endsWith", "size")
_CALENDAR = (
    "getFullYear",
    "getMonth",
    "getDate",
    "getDayOfMonth",
    "getDayOfWeek",
    "getDayOfYear",
    "getHours",
    "getMinutes",
    "getSeconds",
    "getMilliseconds",
)
_TEXTS = ("charAt", "lowerAscii", "upperAscii", "substring", "trim", "reverse", "dyn", "bytes")

COSTS: Mapping[str, Cost] = {
    **dict.fromkeys(_COMPARISONS, _answer(_COMPARED)),
    **dict.fromkeys((*_LOGIC, *_ARITHMETIC), _answer(0.0)),
    **dict.fromkeys(_CONVERSIONS, _answer()),
    **dict.fromkeys(_CALENDAR, _answer(1.0, _TIME_ZONE)),
    **dict.fromkeys(_TEXTS, _part()),
    "string": lambda _, weights, __: CallCost(_all(weights) + _NUMBER, _all(weights) + _NUMBER),
    "_?_:_": _either,
    "_+_": _part(),
    "strings.quote": _part(4.0),
    "split": lambda _, weights, __: CallCost(_all(weights) * 2 + 1, _all(weights) * 8, makes_list=True),
    "_[_]": _taken,
    "@in": _answer(_COMPARED),
    "contains": _found,
    "indexOf": _found,
    "lastIndexOf": _found,
    "replace": _replaced,
    "join": _joined,
    "format": _formatted,
    "matches": _matched,
    "inNetwork": _answer(1.0, _CALL_BACK),
}
