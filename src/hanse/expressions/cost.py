"""Upper bounds of the time and memory of an expression, computed before it is evaluated.

A value *weighs* one for itself, for each character and for each element in it, however they are shared. A unit of work
is about ten nanoseconds. The computation follows the tree with the maximum weights and lengths of attributes. A loop's
body is linear in its element, so that all iterations together cost the weight of the list and not its length times the
longest element. Unknown functions have no bound, and such an expression is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hanse.expressions import tree
from hanse.expressions.bound import UpperBound
from hanse.expressions.engine import MOST_ROUNDS, is_pattern
from hanse.expressions.errors import ExpressionRefused
from hanse.expressions.functions import COSTS
from hanse.kit.texts.messages import message

DEEPEST = 3
# A fifth of a second.
MOST_WORK = 20_000_000
# A list grows by being copied: this much work for each pair of elements.
_APPEND = 10.0


@dataclass(frozen=True)
class AttributeSize:
    """Maximum size of attributes: their total weight, and the length of the longest list."""

    weight: int
    elements: int


@dataclass(frozen=True)
class _Value:
    weight: UpperBound
    count: float
    work: UpperBound


@dataclass(frozen=True)
class _Scope:
    """Maximum weights and lengths of the variables in scope; `depth` is the number of surrounding loops."""

    weights: Mapping[str, UpperBound]
    peaks: Mapping[str, float]
    counts: Mapping[str, float]
    depth: int = 0

    def with_name(self, name: str, weight: UpperBound, peak: float, count: float, deeper: int = 0) -> "_Scope":
        return _Scope(
            {**self.weights, name: weight},
            {**self.peaks, name: peak},
            {**self.counts, name: count},
            self.depth + deeper,
        )


def cost(node: tree.Node, size: AttributeSize) -> float:
    """Return an upper bound of the work, including the size of the value.

    Raises ExpressionRefused if there is none.
    """
    attributes = UpperBound(size.weight)
    scope = _Scope({"attributes": attributes, "now": UpperBound(1)}, {}, {"attributes": size.elements, "now": 1})
    value = _value(node, scope)
    return value.work.at({}) + value.weight.at({})


def _value(node: tree.Node, scope: _Scope) -> _Value:
    match node:
        case tree.Constant(text):
            weight = 1 + len(text or "")
            return _Value(UpperBound(weight), weight, UpperBound(1))
        case tree.Identifier(name):
            # Other names are those of types, such as `int`.
            return _Value(scope.weights.get(name, UpperBound(1)), scope.counts.get(name, 1), UpperBound(1))
        case tree.FieldSelection(operand):
            inner = _value(operand, scope)
            return _Value(inner.weight, inner.count, inner.work + 1)
        case tree.CollectionLiteral(elements):
            return _collection(elements, scope)
        case tree.FunctionCall():
            return _function(node, scope)
        case tree.Comprehension():
            return _loop(node, scope)
        case tree.MessageLiteral(name):
            raise ExpressionRefused(message("'{name}' is a message type, and there are none here.", name=name))


def _collection(elements: tuple[tree.Node, ...], scope: _Scope) -> _Value:
    weight, work, count = UpperBound(1), UpperBound(1), float(len(elements))
    for element in (_value(each, scope) for each in elements):
        weight, work, count = weight + element.weight, work + element.work, max(count, element.count)
    return _Value(weight, count, work + len(elements))


def _function(node: tree.FunctionCall, scope: _Scope) -> _Value:
    if node.name not in COSTS:
        raise ExpressionRefused(message("'{name}' is not a function of this language.", name=node.name))
    arguments = [_value(each, scope) for each in node.arguments]
    peaks = [each.weight.at(scope.peaks) for each in arguments]
    effect = COSTS[node.name](node.arguments, [each.weight for each in arguments], peaks)
    if node.name == "matches":
        # An expression that is refused for its cost is not compiled, because compiling a long repetition may take
        # seconds.
        _check_pattern(node.arguments[-1], is_affordable=effect.work.at(scope.peaks) <= MOST_WORK)
    work = sum((each.work for each in arguments), start=effect.work + 1)
    # Lists can be concatenated, and never have more elements than their weight.
    most = effect.weight.at(scope.peaks)
    counts = sum(each.count for each in arguments)
    return _Value(effect.weight, most if effect.makes_list else min(counts, most), work)


def _check_pattern(pattern: tree.Node, *, is_affordable: bool) -> None:
    if not isinstance(pattern, tree.Constant) or pattern.text is None:
        raise ExpressionRefused(
            "Write the pattern of matches as a literal. The cost of other patterns cannot be limited."
        )
    if is_affordable and not is_pattern(pattern.text):
        raise ExpressionRefused(message("'{text}' is not a regular expression (RE2).", text=pattern.text))


def _loop(node: tree.Comprehension, scope: _Scope) -> _Value:
    if scope.depth >= DEEPEST:
        raise ExpressionRefused(
            message("Loops are nested too deeply. At most {limit} levels are allowed.", limit=DEEPEST)
        )
    items, start = _value(node.items, scope), _value(node.start, scope)
    rounds = min(items.count, MOST_ROUNDS)
    peak = items.weight.at(scope.peaks)
    inner = scope.with_name(node.item, UpperBound(0, {node.item: 1}), peak, items.count, deeper=1)

    # First the growth of the accumulator in each iteration, then, with its final size, the cost of the iterations.
    growing = inner.with_name(node.total, UpperBound(0, {node.total: 1}), 0, 0)
    step = _value(node.step, growing)
    weight = _grown(step.weight, node, items, start, rounds)
    count = max(start.count, items.count, step.count)
    there = inner.with_name(node.total, UpperBound(0, {node.total: 1}), weight.at(scope.peaks), count)
    each = _value(node.step, there).work + _value(node.goes_on, there).work
    once = _value(node.result, scope.with_name(node.total, weight, weight.at(scope.peaks), count, deeper=1))

    copied = _APPEND * rounds * rounds if _appends(node) else 0
    all_rounds = UpperBound(each.constant, each.times).without(node.total, UpperBound(0))
    work = all_rounds.without(node.item, UpperBound(0)) * rounds + items.weight * all_rounds.times.get(node.item, 0)
    return _Value(once.weight, max(once.count, count), items.work + start.work + work + once.work + copied)


def _grown(step: UpperBound, node: tree.Comprehension, items: _Value, start: _Value, rounds: float) -> UpperBound:
    """Return the final weight of the accumulator."""
    if step.times.get(node.total, 0) > 1:
        raise ExpressionRefused(
            "The value grows with each iteration of a loop, so that the cost of the expression cannot be limited."
        )
    rest = step.without(node.total, UpperBound(0))
    return start.weight + rest.without(node.item, UpperBound(0)) * rounds + items.weight * rest.times.get(node.item, 0)


def _appends(node: tree.Comprehension) -> bool:
    return isinstance(node.start, tree.CollectionLiteral)
