"""Request parameters from a query string or a form body."""

from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import unquote_plus

from hanse.engine.errors import InvalidRequest

MOST_PARAMETERS: Final = 200


class Parameters:
    """The parameters of one request. Parameters without a value are treated as absent (RFC 6749, section 3.1)."""

    __slots__ = ("_values",)

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        values: dict[str, list[str]] = {}
        for name, value in pairs:
            if value:
                values.setdefault(name, []).append(value)
        self._values: Mapping[str, list[str]] = values

    @classmethod
    def parse(cls, encoded: bytes) -> "Parameters":
        """Parse an `application/x-www-form-urlencoded` text. Raises InvalidRequest."""
        if encoded.count(b"&") >= MOST_PARAMETERS:
            raise InvalidRequest("The parameters cannot be read.")
        try:
            fields = (field.partition("=") for field in encoded.decode("ascii").split("&"))
            return cls([(_decoded(name), _decoded(value)) for name, _, value in fields])
        except UnicodeDecodeError as error:
            raise InvalidRequest("The parameters cannot be read.") from error

    def one(self, name: str) -> str | None:
        """Return the only value of a parameter, or None. Raises InvalidRequest if it is repeated."""
        found = self._values.get(name)
        if found is None:
            return None
        if len(found) > 1:
            raise InvalidRequest(f"The parameter {name} must not be repeated.")
        return found[0]

    def required(self, name: str) -> str:
        """Return the only value of a parameter. Raises InvalidRequest if it is missing or repeated."""
        value = self.one(name)
        if value is None:
            raise InvalidRequest(f"The parameter {name} is required.")
        return value

    def all(self, name: str) -> tuple[str, ...]:
        """Return all values of a parameter that may be repeated, such as `resource` (RFC 8707)."""
        return tuple(self._values.get(name, ()))

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return names and values; a repeated parameter has one pair for each value."""
        return tuple((name, value) for name, values in self._values.items() for value in values)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)


def _decoded(text: str) -> str:
    """Return a decoded name or value. Most contain no escapes, and checking is faster than decoding."""
    return unquote_plus(text, errors="strict") if "%" in text or "+" in text else text
