"""The contract of IdP adapters."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, Final, cast
from urllib.parse import parse_qsl, urlsplit

from hanse.config.plugins.plugin import Plugin
from hanse.kit.errors import Unavailable
from hanse.plugins.conformance.adapter_results import check_result, plain
from hanse.plugins.conformance.adapter_services import LocalServices, PasswordAnswers
from hanse.plugins.conformance.authentication_api import check_api_state
from hanse.plugins.conformance.example import NOW, Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.adapters import (
    Adapter,
    AdapterRequest,
    AdapterResult,
    Failure,
    Redirect,
    ShowPage,
    Success,
)

_RESUME: Final = "https://issuer.example/as/flow-1/resume/as/authorization.ping"
# Pages are distinguished by words, and not by names or codes.
_LONGEST_WORD: Final = 12
_MOST_PAGES: Final = 12
_TEXTS_FOR_EACH_FIELD: Final = 5
_FILLED: Final = "Fill-1234"
_MARK: Final = "Secret-4711-mark"
_RESULTS: Final = (ShowPage, Redirect, Success, Failure)


def check_adapter(plugin: Plugin[Adapter], example: Example, trial: PluginTrial) -> None:
    """Find unusable results, errors on hostile forms, and secrets that are sent to the browser."""
    for passwords in PasswordAnswers:
        for request in _first_requests(example, passwords):
            _check_flow(plugin, example, request, passwords, trial)
    if example.forms:
        _check_example(plugin, example, trial)


def _first_requests(example: Example, passwords: PasswordAnswers) -> Iterator[AdapterRequest]:
    first = AdapterRequest(
        now=NOW,
        services=LocalServices(passwords),
        form=None,
        state={},
        cookies={},
        client_address="192.0.2.7",
        client_id="portal",
        application_name="The portal",
        locales=("en",),
        resume_url=_RESUME,
    )
    yield first
    yield replace(first, user_id=example.username)
    yield replace(first, user_id=example.username, user_id_fixed=True)
    fixed = replace(first, user_id=example.username, user_id_fixed=True)
    yield replace(fixed, user_id_authenticated=True, has_authenticated=True)
    # Input from a browser, or from an earlier step, can be anything.
    for text in HOSTILE_TEXTS:
        yield replace(first, user_id=text, cookies={"remembered": text}, parameters={"login_hint": (text,)})


def _check_flow(
    plugin: Plugin[Adapter], example: Example, first: AdapterRequest, passwords: PasswordAnswers, trial: PluginTrial
) -> None:
    """Send forms to the first page, and, as long as no user is known, to the pages that follow."""
    page = _called(plugin, example, "begin", first, trial)
    is_thorough = not first.user_id
    # Pages with the state of the server. A form may arrive without its page, for example after an update of the
    # plug-in.
    waiting: list[tuple[Mapping[str, Any], LocalServices]] = [({}, LocalServices(passwords))]
    if isinstance(page, (ShowPage, Redirect)):
        waiting.append((page.state, LocalServices(passwords)))
    seen: set[object] = set()
    while waiting and len(seen) < (_MOST_PAGES if is_thorough else 2):
        state, services = waiting.pop(0)
        if (kind := _kind_of(state, example)) in seen:
            continue
        seen.add(kind)
        for form in _all_forms(example, services) if is_thorough else _few_forms(example):
            request = replace(first, form=form, state=state, services=deepcopy(services))
            following = _called(plugin, example, "resume", request, trial)
            if isinstance(following, (ShowPage, Redirect)):
                waiting.append((following.state, cast("LocalServices", request.services)))


def _kind_of(state: Mapping[str, Any], example: Example) -> object:
    """Return what distinguishes pages: the members of the state, and words among their values."""
    entered = {_FILLED, *HOSTILE_TEXTS, *(value for form in example.forms for value in form.values())}
    words = {
        name: value
        for name, value in state.items()
        if isinstance(value, str) and value.isalpha() and len(value) <= _LONGEST_WORD and value not in entered
    }
    return tuple(sorted(state)), tuple(sorted(words.items()))


def _few_forms(example: Example) -> Iterator[Mapping[str, str]]:
    yield {}
    yield from example.forms


def _all_forms(example: Example, services: LocalServices) -> Iterator[Mapping[str, str]]:
    fields = sorted({name for form in example.forms for name in form} | set(example.fields))
    filled = {**dict.fromkeys(fields, _FILLED), **(example.forms[0] if example.forms else {})}
    yield {}
    yield {"unknown": "field"}
    yield filled
    yield from example.forms
    yield from (dict.fromkeys(fields, text) for text in HOSTILE_TEXTS)
    for name in fields:
        yield from ({**filled, name: text} for text in HOSTILE_TEXTS[:_TEXTS_FOR_EACH_FIELD])
    for name in example.buttons:
        yield {name: "clicked"}
        yield {**filled, name: "clicked"}
    # Codes and links that were sent to the user.
    for value in {value for _to, _template, values in services.sent for value in values.values()}:
        yield from ({**filled, name: value} for name in fields)
        yield dict(parse_qsl(urlsplit(value).query))


def _called(
    plugin: Plugin[Adapter], example: Example, what: str, request: AdapterRequest, trial: PluginTrial
) -> AdapterResult | None:
    """Return the result of a new instance: the pages of one sign-in may be answered by several processes."""
    adapter = plugin.make(example.settings(plugin.form))
    call = adapter.begin if what == "begin" else adapter.resume
    marked = _marked(request, example)
    result = trial.call(what, call, marked, documented=(Unavailable,))
    if result is None:
        return None
    if not trial.expect(
        isinstance(result, _RESULTS), f"{what} returns {type(result).__name__}, which is not a result."
    ):
        return None
    check_result(trial, what, result, plugin)
    trial.expect(_MARK not in _visible(result), f"{what} passes on a secret that the user entered.")
    check_api_state(trial, what, adapter, result, _MARK)
    return result


def _marked(request: AdapterRequest, example: Example) -> AdapterRequest:
    if request.form is None:
        return request
    secrets = {name: f"{value}{_MARK}" for name, value in request.form.items() if name in example.secrets}
    return replace(request, form={**request.form, **secrets})


def _visible(result: AdapterResult) -> str:
    """Return everything that the adapter sends to the browser."""
    if isinstance(result, ShowPage):
        return repr((result.template, result.values, result.state, result.cookies))
    if isinstance(result, Redirect):
        return repr((result.url, result.state))
    return repr((result.cookies, result.code if isinstance(result, Failure) else ""))


def _check_example(plugin: Plugin[Adapter], example: Example, trial: PluginTrial) -> None:
    """Walk through the example's forms: each but the last leads to a page, and the last signs the user in."""
    request = next(_first_requests(example, PasswordAnswers.RIGHT))
    result = trial.call("begin", plugin.make(example.settings(plugin.form)).begin, request)
    for number, form in enumerate(example.forms, start=1):
        if not isinstance(result, (ShowPage, Redirect)):
            trial.finding(f"The example has a form number {number}, and no page asks for it.")
            return
        following = replace(request, form=form, state=json.loads(json.dumps(plain(result.state), default=str)))
        adapter = plugin.make(example.settings(plugin.form))
        result = trial.call("resume", adapter.resume, following)
    trial.expect(isinstance(result, Success), "The forms of the example do not sign the user in.")
