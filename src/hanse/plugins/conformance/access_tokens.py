"""The contract of access token managers."""

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import timedelta
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance.example import NOW, Example
from hanse.plugins.conformance.token_keys import services
from hanse.plugins.conformance.token_reading import check_reading
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial, is_json
from hanse.plugins.contracts.access_tokens import AccessToken, TokenContent, TokenManager

# RFC 6750, section 2.1: characters allowed after `Bearer`.
_TOKEN: Final = re.compile(r"[A-Za-z0-9\-._~+/]+=*")
# RFC 6749, section 10.10: 2^-128 for a guess, in characters of base64.
_SHORTEST: Final = 22
_EVIL: Final = "evil"
# Claims that the server sets in every token (RFC 7519, section 4.1).
_ALWAYS_OWN: Final = frozenset({"iss", "exp", "iat", "nbf", "jti", "aud"})
_PLAIN: Final = TokenContent(attributes={"sub": "joe"}, client_id="portal", scopes=("openid", "mail"), grant_id="g-1")
_JWS_PARTS = 3


def check_token_manager(plugin: Plugin[TokenManager], example: Example, trial: PluginTrial) -> None:
    """Find tokens that no header can carry, that end in the past, or that an attribute widens."""
    manager = plugin.make(example.settings(plugin.form))
    for name in ("expands_scope_groups", "is_quick", "binds_keys", "supports_exchange"):
        trial.expect(isinstance(getattr(manager, name, False), bool), f"{name} is not a boolean.")
    own = _own_claims(manager, trial)
    for content in _contents(own):
        before = deepcopy(content)
        token = _issued(manager, content, trial)
        trial.expect(content == before, "issue changes the content.")
        if token is not None:
            _check_claims(trial, token, content, own)
    _check_binding(manager, trial)
    _check_exchange(manager, trial)
    _check_extension(manager, trial)
    _check_opaque(manager, trial)
    check_reading(manager, _PLAIN, trial)


def _issued(manager: TokenManager, content: TokenContent, trial: PluginTrial) -> AccessToken | None:
    token = trial.call("issue", manager.issue, content, services())
    if token is None or not trial.expect(isinstance(token, AccessToken), "issue does not return an AccessToken."):
        return None
    trial.expect(_TOKEN.fullmatch(token.text) is not None, "issue returns a text that a Bearer header cannot contain.")
    trial.expect(token.expires.tzinfo is not None and token.expires > NOW, "issue returns a token that has expired.")
    trial.expect(is_json(dict(token.claims)), "issue returns claims that are not a JSON object.")
    return token


def _check_exchange(manager: TokenManager, trial: PluginTrial) -> None:
    """Find tokens of a manager that supports token exchange which expire too late, or name no actor (RFC 8693)."""
    if getattr(manager, "supports_exchange", False) is not True:
        return
    limit, actor = NOW + timedelta(seconds=10), {"sub": "actor"}
    token = _issued(manager, replace(_PLAIN, actor=actor, expires_by=limit), trial)
    if token is None:
        return
    trial.expect(token.expires <= limit, "issue exceeds the time limit of a token that is issued in exchange.")
    if claims := _claims_of(token):
        trial.expect(claims.get("act") == actor, "The claim act does not name the actor of the exchange.")


def _check_binding(manager: TokenManager, trial: PluginTrial) -> None:
    """Find tokens of a manager that binds keys which do not name the key, or another one (RFC 9449, section 6)."""
    if not getattr(manager, "binds_keys", False):
        return
    confirmation = {"jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"}
    content = replace(_PLAIN, confirmation=confirmation, attributes={"sub": "joe", "cnf": _EVIL})
    token = _issued(manager, content, trial)
    claims = {} if token is None else _claims_of(token)
    if claims:
        trial.expect(claims.get("cnf") == confirmation, "The claim cnf does not name the key of the request.")


def _own_claims(manager: TokenManager, trial: PluginTrial) -> frozenset[str]:
    """Return the claims that the manager sets itself, by the names in its settings."""
    token = _issued(manager, replace(_PLAIN, attributes={}, authorization_details=({"type": "pay"},)), trial)
    return _ALWAYS_OWN if token is None else _ALWAYS_OWN | _claims_of(token).keys()


def _check_claims(trial: PluginTrial, token: AccessToken, content: TokenContent, own: frozenset[str]) -> None:
    claims = _claims_of(token)
    for name in own:
        trial.expect(_EVIL not in str(claims.get(name, "")), f"An attribute takes the place of the claim {name}.")
    if "scope" in own:
        granted = claims.get("scope", [])
        scopes = set(granted.split() if isinstance(granted, str) else granted)
        trial.expect(scopes <= set(content.scopes), "scope has more than was granted.")
    if isinstance(claims.get("exp"), int):
        trial.expect(claims["exp"] == int(token.expires.timestamp()), "exp is not the end that issue returns.")


def _claims_of(token: AccessToken) -> Mapping[str, Any]:
    """Return the readable claims: of a signed token its payload, and otherwise the claims that the server stores."""
    parts = token.text.split(".")
    if len(parts) == _JWS_PARTS:
        try:
            payload = json.loads(urlsafe_b64decode(parts[1] + "=="))
        except ValueError:
            return token.claims
        return payload if isinstance(payload, dict) else token.claims
    return token.claims


def _check_extension(manager: TokenManager, trial: PluginTrial) -> None:
    token = _issued(manager, _PLAIN, trial)
    if token is None:
        return
    life = token.expires - NOW
    for share in (0.0, 0.5, 0.9, 1.0, 2.0):
        for has_grant in (True, False):
            now = NOW + life * share
            extended = partial(manager.extended, token, NOW, now, has_grant=has_grant)
            longer = trial.call("extended", extended)
            if longer is not None:
                trial.expect(now < token.expires, "extended revives a token that has expired.")
                trial.expect(longer.expires > token.expires, "extended returns a token that does not live longer.")
                trial.expect(longer.text == token.text, "extended returns another token.")


def _check_opaque(manager: TokenManager, trial: PluginTrial) -> None:
    first, second = _issued(manager, _PLAIN, trial), _issued(manager, _PLAIN, trial)
    if first is not None and second is not None and first.claims:
        trial.expect(first.text != second.text, "issue returns the same reference token twice.")
        trial.expect(len(first.text) >= _SHORTEST, "issue returns a reference token that can be guessed.")


def _contents(own: frozenset[str]) -> Iterator[TokenContent]:
    yield _PLAIN
    yield TokenContent(attributes={}, client_id="portal")
    yield replace(_PLAIN, attributes=dict.fromkeys((*own, "subject"), _EVIL))
    yield TokenContent(attributes={name: [_EVIL, _EVIL] for name in own}, client_id="portal")
    yield replace(_PLAIN, attributes={"groups": [], "one": ["a"], "two": ["a", "b"]}, multi_valued=frozenset({"one"}))
    yield replace(_PLAIN, authorization_details=({"type": "pay", "amount": {"value": 1.5}},))
    for text in HOSTILE_TEXTS:
        yield replace(_PLAIN, attributes={"sub": text, "list": [text, text]}, scopes=())
