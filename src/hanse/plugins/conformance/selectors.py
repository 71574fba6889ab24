"""The contract of authentication selectors."""

from collections.abc import Iterator
from typing import Any

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.selectors import Selector, SelectorRequest, SelectorResult

_ADDRESSES = ("192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7", "fe80::1%eth0", "unknown")


def check_selector(plugin: Plugin[Selector], example: Example, trial: PluginTrial) -> None:
    """Find results that a selector does not declare, and requests that it cannot handle."""
    selector = plugin.make(example.settings(plugin.form))
    results = trial.call("results", lambda: tuple(selector.results(example.results)))
    if results is None:
        return
    trial.expect(all(isinstance(each, str) and each for each in results), "results has a value that is not a string.")
    trial.expect(len(set(results)) == len(results), "results has a text twice.")
    trial.expect(bool(results), "results is empty, so that no policy can branch on it.")
    for facts in _facts(example):
        found = trial.call("select", selector.select, facts, example.results)
        if found is None:
            trial.finding("select returns None in place of a SelectorResult, or raises.")
            continue
        _check_selected(trial, found, results)
        again = trial.call("select", selector.select, facts, example.results)
        trial.expect(again == found, "select returns another result for the same input.")


def _check_selected(trial: PluginTrial, found: Any, results: tuple[str, ...]) -> None:
    if not trial.expect(
        isinstance(found, SelectorResult), f"select returns {type(found).__name__} in place of a SelectorResult."
    ):
        return
    trial.expect(
        found.result is None or found.result in results,
        f"select returns {found.result!r}, which results does not have.",
    )
    are_texts = all(isinstance(name, str) and isinstance(value, str) for name, value in found.attributes.items())
    trial.expect(are_texts, "select returns attributes that are not strings.")
    trial.expect(isinstance(found.context, str), "select returns a context that is not a string.")


def _facts(example: Example) -> Iterator[SelectorRequest]:
    yield SelectorRequest()
    yield from (SelectorRequest(address=text) for text in (*_ADDRESSES, *HOSTILE_TEXTS))
    names = {*example.values.values(), "acr_values", ""}
    for text in (*HOSTILE_TEXTS, *example.results):
        yield SelectorRequest(parameters=dict.fromkeys(names, (text,)))
        yield SelectorRequest(parameters=dict.fromkeys(names, ("", text, text)))
        yield SelectorRequest(scopes=frozenset({text}), client_id=text)
        yield SelectorRequest(contexts=("", text, text))
        yield SelectorRequest(properties=dict.fromkeys(names, (text, "")))
    yield SelectorRequest(parameters=dict.fromkeys(names, ()))
    # Values from the settings: a scope, a client, a network.
    set_texts = frozenset(text for rows in example.tables.values() for row in rows for text in row.values())
    yield SelectorRequest(scopes=set_texts)
    yield from (SelectorRequest(address=text.partition("/")[0], client_id=text) for text in sorted(set_texts))
