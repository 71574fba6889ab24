"""Plug-ins that keep their contracts. Tests derive plug-ins from them that violate one rule."""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from hanse.config.declare.plugin_fields import Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.randomness import new_token
from hanse.plugins.contracts.access_tokens import (
    AccessToken,
    ReadToken,
    TokenContent,
    TokenManagerServices,
    TokenReaderServices,
)
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure, ShowPage, Success
from hanse.plugins.contracts.notification import Notification, NotSent, Retries
from hanse.plugins.contracts.selectors import SelectorRequest, SelectorResult, yes_or_no
from hanse.plugins.contracts.validators import Attributes, ValidatorServices

PASSWORD = "right"


class Adapter:
    """Requests a password and then a code."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Show the page for the password."""
        return ShowPage(template="login.html", values={"username": request.user_id}, state={"step": "password"})

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Show the page for the code, or sign the user in."""
        form = request.form or {}
        if request.state.get("step") == "code":
            known = form.get("code") == "123456"
            return Success(attributes={"username": "joe"}) if known else Failure(code="wrong_code")
        checked = request.services.check_password("v", form.get("pf.username", ""), form.get("pf.pass", ""))
        step = "code" if checked.valid else "password"
        return ShowPage(template="login.html", values={}, state={"step": step})


class Selector:
    """Selects Yes for one client and No for all others."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def results(self, _values: Sequence[str]) -> Sequence[str]:
        """Return both results."""
        return ("Yes", "No")

    def select(self, facts: SelectorRequest, _values: Sequence[str]) -> SelectorResult:
        """Return Yes for the client `portal`."""
        return yes_or_no(is_yes=facts.client_id == "portal")


class Validator:
    """Accepts one user."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def validate(self, username: str, password: str, _services: ValidatorServices) -> Attributes | None:
        """Compare user name and password with those of the only user."""
        return {"username": username} if (username, password) == ("joe", PASSWORD) else None


class Manager:
    """Issues reference tokens."""

    expands_scope_groups = False

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def issue(self, content: TokenContent, services: TokenManagerServices) -> AccessToken:
        """Return a token."""
        own = {"client_id": content.client_id, "scope": " ".join(content.scopes)}
        return AccessToken(new_token(services.randomness), services.now + timedelta(minutes=5), own)

    def extended(self, token: AccessToken, _made: datetime, now: datetime, *, has_grant: bool) -> AccessToken | None:
        """Extend tokens without a grant."""
        longer = replace(token, expires=now + timedelta(minutes=5))
        is_extended = now < token.expires < longer.expires and not has_grant
        return longer if is_extended else None


class Reader(Manager):
    """Issues and reads self-contained tokens with a MAC."""

    revokes_by_id = False

    def issue(self, content: TokenContent, services: TokenManagerServices) -> AccessToken:
        """Return a token."""
        expires = services.now + timedelta(minutes=5)
        own = {"client_id": content.client_id, "scope": " ".join(content.scopes)}
        claims = {**own, "iss": services.issuer, "exp": int(expires.timestamp())}
        payload = urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
        return AccessToken(f"{payload}.{self.mac(payload)}", expires)

    def mac(self, payload: str) -> str:
        """Return a value that no other plug-in can create."""
        return hmac.digest(b"a secret", payload.encode(), "sha256").hex()

    def read(self, text: str, services: TokenReaderServices) -> ReadToken | None:
        """Return the content of a token, or None if it is not valid."""
        payload, _, mac = text.partition(".")
        if not hmac.compare_digest(mac.encode(), self.mac(payload).encode()):
            return None
        claims = json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        if claims["exp"] <= services.now.timestamp() or claims["iss"] != services.issuer:
            return None
        return ReadToken(
            claims=claims, client_id=claims["client_id"], scopes=tuple(claims["scope"].split()), expires=claims["exp"]
        )


class Processor:
    """Processes payment details with an amount."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def validate(self, detail: Mapping[str, Any]) -> Sequence[str]:
        """Check the members of the detail."""
        is_good = detail.keys() == {"type", "amount"} and detail["type"] == "pay" and detail["amount"] in (1, 2)
        return () if is_good else ("/: this is no payment",)

    def describe(self, detail: Mapping[str, Any]) -> str:
        """Return the amount as a text."""
        return f"Pay {detail['amount']}"

    def enrich(self, detail: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the detail unchanged."""
        return detail

    def is_equal_or_subset(self, requested: Mapping[str, Any], granted: Mapping[str, Any]) -> bool:
        """Compare whole details."""
        return dict(requested) == dict(granted)


class Publisher:
    """Accepts every message whose recipient and subject have one line each."""

    retries = Retries()

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def send(self, notification: Notification) -> None:
        """Raise NotSent if the recipient or the subject has control characters."""
        if not (notification.to.isprintable() and notification.subject.isprintable()):
            raise NotSent("one line")


def plugin_of(kind: str, make: Callable[[Settings], Any], **changes: Any) -> Plugin[Any]:
    """Return a plug-in with an empty form and the attribute `username`."""
    return Plugin(
        **{
            "kind": kind,
            "id": "toy",
            "name": "Toy",
            "make": make,
            "form": Form(),
            "attribute_contract": ("username",),
            "pseudonym": "username",
            **changes,
        }
    )


def raising(*_arguments: Any, **_named: Any) -> Any:
    """Raise an error that no contract has."""
    raise LookupError("defect")


def returning(value: Any) -> Any:
    """Return a function that always returns the value."""
    return lambda *_arguments, **_named: value
