"""Selection of the encoding of an asset for a browser (RFC 9110, section 12.5.3)."""

from collections.abc import Iterable


def choose_encoding(accept_encoding: str, available: Iterable[str]) -> str:
    """Return the preferred available encoding; among equals the first; `identity` if none is acceptable."""
    weights = _weights(accept_encoding)
    best, best_weight = "identity", 0.0
    for encoding in available:
        weight = weights.get(encoding, weights.get("*", 0.0)) if encoding != "identity" else 0.0
        if weight > best_weight:
            best, best_weight = encoding, weight
    return best


def _weights(accept_encoding: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for part in accept_encoding.lower().split(","):
        coding, *parameters = (piece.strip() for piece in part.split(";"))
        if coding:
            weights[coding] = _quality(parameters)
    return weights


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return min(max(float(value), 0.0), 1.0)
            except ValueError:
                return 0.0
    return 1.0
