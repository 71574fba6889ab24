"""The exceptions of this package. Their messages are for the author of the expression."""


class ExpressionRefused(Exception):
    """The text is no expression of this language; `line` and `column` start at 1 and are None for the whole text."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        at = f" (line {line}, column {column})" if line is not None and column is not None else ""
        super().__init__(reason.removesuffix(".") + at if at else reason)
        self.reason = reason
        self.line = line
        self.column = column


class EvaluationFailed(Exception):
    """The expression has no value for these attributes."""
