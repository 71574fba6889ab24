"""The contract of custom data stores."""

from collections.abc import Mapping

from hanse.config.plugins.plugin import Plugin
from hanse.data_stores.settings import HttpAnswer, HttpRequest, HttpSettings, SourceFailed, SourceUnreachable
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.data_stores import CustomDataStore, HttpSender

_STATUSES = (200, 204, 301, 401, 404, 429, 500)
_CONTENTS = (b"", b"null", b"[]", b"{}", b'{"a": [1, {"b": null}]}', b"<html>", b"\xff\xfe", b"[" * 100_000)


class _Service:
    """A service that gives one answer to all requests; without an answer, it is unreachable."""

    tags = frozenset({"eu"})

    def __init__(self, answer: HttpAnswer | None) -> None:
        self._answer = answer
        self.sent: list[HttpRequest] = []

    def http(self, _settings: HttpSettings) -> HttpSender:
        """Return this service for all connections."""
        return self

    def send(self, request: HttpRequest) -> HttpAnswer:
        """Record a request."""
        self.sent.append(request)
        if self._answer is None:
            raise SourceUnreachable("The service is not there.")
        return self._answer


def check_data_store(plugin: Plugin[CustomDataStore], example: Example, trial: PluginTrial) -> None:
    """Find errors that the server does not expect, values that are not texts, and injected header fields."""
    store = plugin.make(example.settings(plugin.form))
    trial.expect(bool(store.attributes), "A data store has no attributes.")
    trial.expect(
        all(isinstance(each, str) and each for each in store.attributes), "The name of an attribute is no text."
    )
    answers: list[HttpAnswer | None] = [HttpAnswer(status, content) for status in _STATUSES for content in _CONTENTS]
    for answer in (*answers, None):
        trial.call("check", store.check, _Service(answer), documented=(SourceFailed,))
        _look_up(store, {each.name: "" for each in store.filter_fields}, {}, _Service(answer), trial)
    for text in HOSTILE_TEXTS:
        filters = {each.name: "/${name}" for each in store.filter_fields}
        _look_up(store, filters, {"name": text}, _Service(HttpAnswer(200, b"{}")), trial)


def _look_up(
    store: CustomDataStore, filters: Mapping[str, str], values: Mapping[str, str], service: _Service, trial: PluginTrial
) -> None:
    found = trial.call("look_up", store.look_up, filters, values, service, documented=(SourceFailed,))
    if found is not None:
        trial.expect(set(found) <= set(store.attributes), "look_up returns an attribute that the data store has not.")
        trial.expect(
            all(isinstance(value, str) for values in found.values() for value in values),
            "look_up returns a value that is no text.",
        )
    trial.expect(
        all(text.isprintable() for each in service.sent for text in (each.url, *sum(each.headers, ()))),
        "look_up sends a request with control characters in its URL or header.",
    )
