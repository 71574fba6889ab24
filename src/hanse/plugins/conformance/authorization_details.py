"""The contract of authorization detail processors (RFC 9396)."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial, is_json
from hanse.plugins.contracts.authorization_details import DetailProcessor

_LONGEST_DESCRIPTION = 10_000
_DEPTH = 200


def check_detail_processor(plugin: Plugin[DetailProcessor], example: Example, trial: PluginTrial) -> None:
    """Find details that a processor cannot handle, and answers that cannot be used for consent."""
    processor = plugin.make(example.settings(plugin.form))
    for detail in _hostile_details(example):
        _check_validation(processor, detail, trial)
    if not trial.expect(bool(example.detail), "The example has no detail."):
        return
    findings = _check_validation(processor, dict(example.detail), trial)
    if findings is not None and trial.expect(not findings, f"validate refuses the example's detail: {findings[:3]}"):
        _check_good(processor, dict(example.detail), trial)


def _check_validation(processor: DetailProcessor, detail: dict[str, Any], trial: PluginTrial) -> list[str] | None:
    before = deepcopy(detail)
    found = trial.call("validate", lambda: list(processor.validate(detail)))
    trial.expect(detail == before, "validate changes the detail.")
    if found is not None:
        trial.expect(
            all(isinstance(each, str) and each for each in found), "validate returns findings that are not strings."
        )
        if not found:
            _check_description(processor, detail, trial)
    return found


def _check_description(processor: DetailProcessor, detail: dict[str, Any], trial: PluginTrial) -> None:
    text = trial.call("describe", processor.describe, detail)
    if not isinstance(text, str) or not text.strip():
        trial.finding("describe returns no string for a valid detail.")
        return
    trial.expect(len(text) <= _LONGEST_DESCRIPTION, "describe returns a text that is too long for a consent page.")
    clean = all(character.isprintable() or character == "\n" for character in text)
    trial.expect(clean, "describe returns control characters.")


def _check_good(processor: DetailProcessor, detail: dict[str, Any], trial: PluginTrial) -> None:
    enriched = trial.call("enrich", processor.enrich, deepcopy(detail))
    if enriched is not None:
        trial.expect(is_json(dict(enriched)), "enrich does not return a JSON object.")
        trial.expect(enriched.get("type") == detail.get("type"), "enrich changes the type.")
        again = trial.call("validate", lambda: list(processor.validate(enriched)))
        trial.expect(not again, "validate refuses what enrich returns.")
    same = trial.call("is_equal_or_subset", processor.is_equal_or_subset, deepcopy(detail), deepcopy(detail))
    trial.expect(same is True, "is_equal_or_subset says that a detail exceeds itself.")
    for other in ({**detail, "type": "another"}, {**detail, "x-unknown": True}):
        exceeds = trial.call("is_equal_or_subset", processor.is_equal_or_subset, other, detail)
        trial.expect(exceeds is False, "is_equal_or_subset grants a detail that has more than what was granted.")


def _hostile_details(example: Example) -> Iterator[dict[str, Any]]:
    type_ = example.detail.get("type", "anything")
    yield {"type": type_}
    yield {"type": ["a", "list"]}
    nested: Any = 1
    for _ in range(_DEPTH):
        nested = [nested]
    values: tuple[Any, ...] = (*HOSTILE_TEXTS, None, True, -1, 1e300, [], {}, ["a", 1, None], {"a": {"b": [1]}}, nested)
    for value in values:
        yield {"type": type_, "actions": value, "locations": value, "privileges": value}
        for name in example.detail:
            if name != "type":
                yield {**example.detail, name: value}
    yield {**example.detail, **{f"member-{number}": number for number in range(2_000)}}
