"""The language: converts texts to expressions, or refuses them."""

import base64
import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from hanse.expressions.cost import MOST_WORK, AttributeSize, cost
from hanse.expressions.engine import CompiledExpression, compiled
from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.kit.clock import to_text
from hanse.kit.texts.messages import message

Attribute: TypeAlias = str | list[str]

LONGEST_TEXT = 4_096
# Size limits of attributes, the largest first; an expression gets the first of them that it can process in time.
SIZES = tuple(AttributeSize(weight, weight // 32) for weight in (131_072, 65_536, 32_768, 16_384, 8_192, 4_096))
_TOO_COSTLY = "The expression needs too much time or memory even for a user with few attributes."
_TOO_DEEP = "The expression is nested too deeply."


class Expression:
    """A compiled expression. It may be evaluated on several threads."""

    def __init__(self, engine: CompiledExpression, limit: AttributeSize) -> None:
        self._engine = engine
        self._limit = limit

    @property
    def may_be_condition(self) -> bool:
        """Return whether its type allows a boolean result."""
        return self._engine.type_name in {"BOOL", "DYN"}

    def evaluate(self, attributes: Mapping[str, Attribute], now: datetime) -> Any:
        """Return the value for these attributes. Raises EvaluationFailed, also for attributes that are too large."""
        weight = 1 + len(attributes)
        elements = len(attributes)
        for name, value in attributes.items():
            values = [value] if isinstance(value, str) else value
            if any("\0" in each for each in (name, *values)):
                # The engine treats a null character as the end of a text.
                raise EvaluationFailed("An attribute contains a NUL character.")
            weight += 1 + len(name) + sum(2 + len(each) for each in values)
            elements = max(elements, len(values))
        if weight > self._limit.weight or elements > self._limit.elements:
            raise EvaluationFailed(
                message(
                    "The attributes are too large for this expression, which accepts {weight:,} characters and "
                    "{elements:,} values of one attribute.",
                    weight=self._limit.weight,
                    elements=self._limit.elements,
                )
            )
        return self._engine.evaluate(attributes, now)


def compile_expression(text: str) -> Expression:
    """Return an expression with limited evaluation. Raises ExpressionRefused."""
    if not text.strip():
        raise ExpressionRefused("The expression is empty.")
    if len(text) > LONGEST_TEXT:
        raise ExpressionRefused(message("The expression is longer than {limit:,} characters.", limit=LONGEST_TEXT))
    try:
        engine = compiled(text)
        return Expression(engine, _limit(engine))
    except RecursionError:
        raise ExpressionRefused(_TOO_DEEP) from None


def as_text(value: Any) -> str:
    """Return a value as text: texts and times unchanged, and lists and maps as JSON."""
    plain = _plain(value)
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def _limit(engine: CompiledExpression) -> AttributeSize:
    fitting: Iterable[AttributeSize] = (size for size in SIZES if cost(engine.tree, size) <= MOST_WORK)
    limit = next(iter(fitting), None)
    if limit is None:
        raise ExpressionRefused(_TOO_COSTLY)
    return limit


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {as_text(key): _plain(each) for key, each in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else _scalar(value)


def _scalar(value: Any) -> str:
    match value:
        case bytes() | bytearray():
            return base64.b64encode(value).decode()
        case datetime():
            return to_text(value)
        case timedelta():
            return f"{value.total_seconds():.9f}".rstrip("0").rstrip(".") + "s"
        case _:
            return str(value)
