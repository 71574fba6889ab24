"""What this package raises, and nothing else. Messages are made for the person who wrote the expression."""


class ExpressionRefused(Exception):
    """The text is no expression of this language; `line` and `column` count from 1 and are None for the whole."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        at = f" (line {line}, column {column})" if line is not None and column is not None else ""
        super().__init__(reason.removesuffix(".") + at if at else reason)
        self.reason = reason
        self.line = line
        self.column = column


class EvaluationFailed(Exception):
    """The expression has no value for these attributes."""
