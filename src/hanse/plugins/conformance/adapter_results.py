"""Checks that the server can use the results of an adapter."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote, urlsplit

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.trial import PluginTrial, is_json, is_plain_line
from hanse.plugins.contracts.adapters import Adapter, AdapterResult, Failure, Redirect, ShowPage, Success

_TEMPLATE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,255}")
# RFC 6265, section 4.1.1: a token. The server encodes the value, which may be any text.
_COOKIE_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}")
_LONGEST_COOKIE: Final = 3_000
# Size limit of a flow's state between two pages.
_MOST_STATE: Final = 64 * 1024
_LONGEST_CODE: Final = 100


def check_result(trial: PluginTrial, what: str, result: AdapterResult, plugin: Plugin[Adapter]) -> None:
    """Find errors in the result of a call."""
    if isinstance(result, ShowPage):
        for name in (result.template, *filter(None, (result.fallback,))):
            named = _TEMPLATE.fullmatch(name) is not None
            trial.expect(named, f"{what} shows a page whose template is not a file name: {name!r}.")
        trial.expect(is_json(plain(result.values)), f"{what} shows a page with values that are not JSON.")
    if isinstance(result, (ShowPage, Redirect)):
        trial.expect(is_json(dict(result.state)), f"{what} returns a state that is not JSON.")
        small = len(json.dumps(plain(result.state), default=str)) <= _MOST_STATE
        trial.expect(small, f"{what} returns a state of more than {_MOST_STATE:,} characters.")
    if isinstance(result, Redirect):
        trial.expect(_is_address(result.url), f"{what} redirects to an address that is not absolute.")
    else:
        _check_cookies(trial, what, result.cookies)
    if isinstance(result, Success):
        _check_success(trial, what, result, plugin)
    if isinstance(result, Failure):
        is_code = bool(result.code) and is_plain_line(result.code, _LONGEST_CODE)
        trial.expect(is_code, f"{what} returns a failure whose code is not a short line.")
        trial.expect(isinstance(result.message, str), f"{what} returns a failure whose message is not a string.")


def _check_success(trial: PluginTrial, what: str, result: Success, plugin: Plugin[Adapter]) -> None:
    for name, value in result.attributes.items():
        is_texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
        is_good = isinstance(name, str) and (isinstance(value, str) or is_texts)
        trial.expect(is_good, f"{what} returns an attribute that is neither a string nor a list of strings.")
    if plugin.pseudonym:
        pseudonym = result.attributes.get(plugin.pseudonym)
        trial.expect(bool(pseudonym), f"{what} signs a user in without the attribute {plugin.pseudonym!r}.")
    are_texts = all(isinstance(each, str) and each for each in (*result.amr, result.acr or "-"))
    trial.expect(are_texts, f"{what} returns authentication methods that are not strings.")


def _check_cookies(trial: PluginTrial, what: str, cookies: Sequence[Any]) -> None:
    for cookie in cookies:
        good = (
            _COOKIE_NAME.fullmatch(cookie.name)
            and len(quote(cookie.value, safe="")) <= _LONGEST_COOKIE
            and cookie.seconds >= 0
        )
        trial.expect(bool(good), f"{what} sets a cookie that browsers reject: {cookie.name!r}.")


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("https", "http") and bool(parts.netloc) and url.isprintable() and " " not in url


def plain(value: Any) -> Any:
    """Return mappings as dictionaries and sequences as lists: both are JSON."""
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value
