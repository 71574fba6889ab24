"""The two operations of specification 3, section 7: test and validate."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.expressions.language import as_text, compile_expression
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.translation import localized

PATH = f"{API}/internal/expressions"
TAG = "Expressions"
_INVALID = "invalid_expression"
_FIELD = "expression"
# Longer than an expression may be, so that the expression's own error message is shown.
_LONGEST = 65_536
# The same for attributes.
_MOST_VALUES = 10_000
_Name = Annotated[str, Field(max_length=4_096)]
_Value = Annotated[str, Field(max_length=262_144)]


class ExpressionTest(ConfigModel):
    """An expression, and the attributes for it."""

    expression: Annotated[str, Field(max_length=_LONGEST)]
    substitution_values: Annotated[
        dict[_Name, _Value | Annotated[list[_Value], Field(max_length=_MOST_VALUES)]],
        Field(
            max_length=_MOST_VALUES,
            default_factory=dict,
            description="Values by attribute name: a text or a list of texts.",
        ),
    ]


class ExpressionResult(ConfigModel):
    """The result of an expression as text; lists and maps as JSON."""

    item: str


class ExpressionFinding(ConfigModel):
    """The errors of an expression."""

    message: str


class ExpressionFindings(ConfigModel):
    """The errors of an expression; none if it is valid."""

    items: list[ExpressionFinding]


class ExpressionTestFailed(ValidationFailed):
    """There is no result; the body has the reason in place of the result (specification 3, section 7)."""

    def __init__(self, reason: str) -> None:
        super().__init__([FieldError(reason, _FIELD, _INVALID)], reason)
        self.members = {"item": localized(reason)}


class ExpressionInvalid(ValidationFailed):
    """The expression is refused; the body has the findings in a list (specification 3, section 7)."""

    def __init__(self, refused: ExpressionRefused) -> None:
        reason = str(refused)
        super().__init__([FieldError(reason, _FIELD, _INVALID)], reason)
        self.members = {"items": [{"message": localized(reason)}]}


@dataclass(frozen=True)
class ExpressionCalls:
    """Evaluates on the few threads for computing calls; the effort of an expression is limited before it begins."""

    clock: Clock

    def test(self, call: Call) -> OperationResult:
        """Evaluate the expression."""
        try:
            expression = compile_expression(call.body.expression)
            value = expression.evaluate(call.body.substitution_values, self.clock.now())
        except (ExpressionRefused, EvaluationFailed) as error:
            raise ExpressionTestFailed(str(error)) from error
        return OperationResult(ExpressionResult(item=as_text(value)))

    def validate(self, call: Call) -> OperationResult:
        """Answer with an empty list if the expression may be saved; raises ExpressionInvalid otherwise."""
        try:
            compile_expression(call.body.expression)
        except ExpressionRefused as refused:
            raise ExpressionInvalid(refused) from refused
        return OperationResult(ExpressionFindings(items=[]))

    def operations(self) -> list[Operation]:
        """Return the operations. They change nothing, but they run code, so auditors may not call them."""
        action = partial(
            Operation,
            method="POST",
            area=Area.EXPRESSIONS,
            tag=TAG,
            body=ExpressionTest,
            in_transaction=False,
            computes=True,
        )
        return [
            action(path=f"{PATH}/test", summary="Evaluate an expression", run=self.test, answer=ExpressionResult),
            action(
                path=f"{PATH}/validate", summary="Check an expression", run=self.validate, answer=ExpressionFindings
            ),
        ]
