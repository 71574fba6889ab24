"""The contract of IdP adapters."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from hanse.config.plugins.plugin import Plugin
from hanse.kit.errors import Unavailable
from hanse.plugins.conformance.adapter_services import LocalServices, Passwords
from hanse.plugins.conformance.example import NOW, Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, Trial, is_json, is_plain_line
from hanse.plugins.contracts.adapters import (
    AdapterRequest,
    AdapterResult,
    AdapterServices,
    Failure,
    IdpAdapter,
    Redirect,
    ShowPage,
    Success,
)

_RESUME: Final = "https://issuer.example/as/flow-1/resume/as/authorization.ping"
_TEMPLATE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,255}")
# RFC 6265, section 4.1.1: a token. The server encodes the value, which may be any text.
_COOKIE_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}")
_LONGEST_COOKIE: Final = 3_000
# What the server keeps of a flow between two pages.
_MOST_STATE: Final = 64 * 1024
_MARK: Final = "Secret-4711-mark"
_LONGEST_CODE: Final = 100
_RESULTS: Final = (ShowPage, Redirect, Success, Failure)


def check_adapter(plugin: Plugin[IdpAdapter], example: Example, trial: Trial) -> None:
    """Find results that the server cannot use, errors on hostile forms, and secrets on their way to the browser."""
    for passwords in Passwords:
        for request in _first_requests(example, passwords):
            _check_flow(plugin, example, request, passwords, trial)
    if example.forms:
        _check_example(plugin, example, trial)


def _first_requests(example: Example, passwords: Passwords) -> Iterator[AdapterRequest]:
    first = AdapterRequest(
        now=NOW,
        services=_services(passwords),
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
    # What comes from a browser, or from an earlier step, may be anything.
    for text in HOSTILE_TEXTS:
        yield replace(first, user_id=text, cookies={"remembered": text}, parameters={"login_hint": (text,)})


def _check_flow(
    plugin: Plugin[IdpAdapter], example: Example, first: AdapterRequest, passwords: Passwords, trial: Trial
) -> None:
    page = _called(plugin, example, "begin", first, trial)
    states = [page.state] if isinstance(page, (ShowPage, Redirect)) else []
    # A form may come without its page, as after an update of the plug-in.
    for state in (*states, {}):
        for form in _forms(example, first):
            request = replace(first, form=form, state=state, services=_services(passwords))
            following = _called(plugin, example, "resume", request, trial)
            if isinstance(following, (ShowPage, Redirect)):
                _called(plugin, example, "resume", replace(request, state=following.state, form={}), trial)


def _services(passwords: Passwords) -> AdapterServices:
    return LocalServices(passwords)


def _forms(example: Example, first: AdapterRequest) -> Iterator[Mapping[str, str]]:
    names = sorted({name for form in example.forms for name in form} | {"pf.username", "pf.pass", "pf.ok"})
    yield {}
    yield {"unknown": "field"}
    # The first request of a scenario gets every form, the others a few: what they differ in is not in the form.
    for text in HOSTILE_TEXTS if not first.user_id else HOSTILE_TEXTS[:4]:
        yield dict.fromkeys(names, text)
        for form in example.forms:
            yield from ({**form, name: text} for name in form)
    for name in names:
        yield {name: "clicked"}


def _called(
    plugin: Plugin[IdpAdapter], example: Example, what: str, request: AdapterRequest, trial: Trial
) -> AdapterResult | None:
    """Return what a new instance returns: the pages of one sign-in are answered by several processes."""
    adapter = plugin.make(example.settings(plugin.form))
    call = adapter.begin if what == "begin" else adapter.resume
    marked = _marked(request, example)
    result = trial.call(what, call, marked, documented=(Unavailable,))
    if result is None:
        return None
    if not trial.expect(isinstance(result, _RESULTS), f"{what} returns {type(result).__name__}, which is no result."):
        return None
    _check_result(trial, what, result, plugin)
    trial.expect(_MARK not in _visible(result), f"{what} passes on a secret that the user entered.")
    return result


def _marked(request: AdapterRequest, example: Example) -> AdapterRequest:
    if request.form is None:
        return request
    secrets = {name: f"{value}{_MARK}" for name, value in request.form.items() if name in example.secrets}
    return replace(request, form={**request.form, **secrets})


def _visible(result: AdapterResult) -> str:
    """Return what leaves the adapter other than to the application."""
    if isinstance(result, ShowPage):
        return repr((result.template, result.values, result.state, result.cookies))
    if isinstance(result, Redirect):
        return repr((result.url, result.state))
    return repr((result.cookies, result.code if isinstance(result, Failure) else ""))


def _check_result(trial: Trial, what: str, result: AdapterResult, plugin: Plugin[IdpAdapter]) -> None:
    if isinstance(result, ShowPage):
        for name in (result.template, *filter(None, (result.fallback,))):
            named = _TEMPLATE.fullmatch(name) is not None
            trial.expect(named, f"{what} shows a page whose template is no file name: {name!r}.")
        trial.expect(is_json(_plain(result.values)), f"{what} shows a page with values that are no JSON.")
    if isinstance(result, (ShowPage, Redirect)):
        trial.expect(is_json(dict(result.state)), f"{what} returns a state that is no JSON.")
        small = len(json.dumps(_plain(result.state), default=str)) <= _MOST_STATE
        trial.expect(small, f"{what} returns a state of more than {_MOST_STATE:,} characters.")
    if isinstance(result, Redirect):
        trial.expect(_is_address(result.url), f"{what} redirects to what is no absolute address.")
    else:
        _check_cookies(trial, what, result.cookies)
    if isinstance(result, Success):
        _check_success(trial, what, result, plugin)
    if isinstance(result, Failure):
        is_code = bool(result.code) and is_plain_line(result.code, _LONGEST_CODE)
        trial.expect(is_code, f"{what} returns a failure whose code is no short line.")
        trial.expect(isinstance(result.message, str), f"{what} returns a failure whose message is no text.")


def _check_success(trial: Trial, what: str, result: Success, plugin: Plugin[IdpAdapter]) -> None:
    for name, value in result.attributes.items():
        is_texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
        is_good = isinstance(name, str) and (isinstance(value, str) or is_texts)
        trial.expect(is_good, f"{what} returns an attribute that is neither a text nor a list of texts.")
    if plugin.pseudonym:
        said = result.attributes.get(plugin.pseudonym)
        trial.expect(bool(said), f"{what} signs a user in without the attribute {plugin.pseudonym!r}.")
    are_texts = all(isinstance(each, str) and each for each in (*result.amr, result.acr or "-"))
    trial.expect(are_texts, f"{what} returns authentication methods that are no texts.")


def _check_cookies(trial: Trial, what: str, cookies: Sequence[Any]) -> None:
    for cookie in cookies:
        good = _COOKIE_NAME.fullmatch(cookie.name) and len(cookie.value) <= _LONGEST_COOKIE and cookie.seconds >= 0
        trial.expect(bool(good), f"{what} sets a cookie that no browser takes: {cookie.name!r}.")


def _check_example(plugin: Plugin[IdpAdapter], example: Example, trial: Trial) -> None:
    """Walk through the example's forms: each but the last leads to a page, and the last signs the user in."""
    request = next(_first_requests(example, Passwords.RIGHT))
    result = trial.call("begin", plugin.make(example.settings(plugin.form)).begin, request)
    for number, form in enumerate(example.forms, start=1):
        if not isinstance(result, (ShowPage, Redirect)):
            trial.finding(f"The example has a form number {number}, and no page asks for it.")
            return
        following = replace(request, form=form, state=json.loads(json.dumps(_plain(result.state), default=str)))
        adapter = plugin.make(example.settings(plugin.form))
        result = trial.call("resume", adapter.resume, following)
    trial.expect(isinstance(result, Success), "The forms of the example do not sign the user in.")


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("https", "http") and bool(parts.netloc) and url.isprintable() and " " not in url


def _plain(value: Any) -> Any:
    """Return mappings as dictionaries and sequences as lists: both are JSON."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, (list, tuple)) else value
