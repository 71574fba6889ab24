"""Valid calls for plug-in instances, and the roles that may make them; the same for every kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.valid_call import GoodCall, Key
from tests.support.instances import (
    ADAPTER,
    CIDR,
    RESPONSE_TYPES,
    SIMPLE_VALIDATOR,
    SMTP,
    adapter,
    publisher,
    registration_policy,
    selector,
    validator,
)


@dataclass(frozen=True)
class Kind:
    """A plug-in kind. Instances are created in the order of `KINDS` and deleted in reverse order."""

    path: str
    # Returns the body of the n-th instance.
    sample: Callable[[Any], dict[str, Any]]
    descriptor: str
    # An action of an instance. Blank if instances have no actions; None if the operations do not exist.
    action: str | None = None

    @property
    def target(self) -> str:
        return str(self.sample(0)["id"])


_RECIPIENT = {"name": "To", "value": "joe@example.com"}
KINDS = (
    Kind("/passwordCredentialValidators", validator, SIMPLE_VALIDATOR),
    Kind("/idp/adapters", adapter, ADAPTER, action=""),
    Kind("/authenticationSelectors", selector, CIDR),
    Kind("/notificationPublishers", publisher, SMTP, action="sendTest"),
    Kind("/oauth/clientRegistrationPolicies", registration_policy, RESPONSE_TYPES),
)


def add_instances(admin: Client) -> None:
    """Create the items that the calls need, unless they exist."""
    # The adapter uses this validator, so the other one can be deleted.
    made = admin.post(f"{API}/passwordCredentialValidators", validator("used"))
    assert made.status_code in (201, 422), made.text
    for kind in KINDS:
        made = admin.post(f"{API}{kind.path}", kind.sample(0))
        assert made.status_code in (201, 422), made.text
        if kind.action:
            made = admin.post(f"{API}{kind.path}", {**kind.sample(1), "id": kind.action})
            assert made.status_code in (201, 422), made.text


def _calls(kind: Kind) -> dict[Key, GoodCall]:
    path, target = f"{API}{kind.path}", kind.target
    changed = GoodCall(body=lambda serial, _c: {**kind.sample(0), "name": f"New {serial}"}, target=target)
    return {
        ("GET", path): GoodCall(),
        ("POST", path): GoodCall(201, body=lambda serial, _c: kind.sample(f"made-{serial}")),
        ("GET", f"{path}/descriptors"): GoodCall(),
        ("GET", f"{path}/descriptors/{{id}}"): GoodCall(target=kind.descriptor),
        ("GET", f"{path}/{{id}}"): GoodCall(target=target),
        ("PUT", f"{path}/{{id}}"): changed,
        ("DELETE", f"{path}/{{id}}"): GoodCall(204, target=target),
        **{
            ("GET", f"{API}/internal/{what}{kind.path}/{{id}}"): GoodCall(target=target)
            for what in ("history", "usedBy", "effective")
        },
        **_actions(kind),
    }


def _actions(kind: Kind) -> dict[Key, GoodCall]:
    if kind.action is None:
        return {}
    path = f"{API}{kind.path}/{{id}}/actions"
    # One target replaces both path parameters, so there is an instance whose ID is the name of an action.
    one = kind.action or kind.target
    return {
        ("GET", path): GoodCall(target=kind.target),
        ("GET", f"{path}/{{actionId}}"): GoodCall(200 if kind.action else 404, target=one),
        # No mail server listens at the address of the publisher.
        ("POST", f"{path}/{{actionId}}/invokeAction"): GoodCall(
            422 if kind.action else 404, body=lambda _s, _c: {"parameters": [_RECIPIENT]}, target=one
        ),
    }


_SETTINGS = "/notificationPublishers/settings"
_SIGN_IN_TEST = "/passwordCredentialValidators/{id}/testSignIn"
PLUGIN_CALLS: dict[Key, GoodCall] = {
    ("POST", f"{API}{_SIGN_IN_TEST}"): GoodCall(
        body=lambda _s, _c: {"username": "joe", "password": "Schiffer12"}, target=KINDS[0].target
    ),
    **{key: call for kind in KINDS for key, call in _calls(kind).items()},
    ("GET", f"{API}{_SETTINGS}"): GoodCall(),
    ("PUT", f"{API}{_SETTINGS}"): GoodCall(body=lambda _s, _c: {}),
    ("GET", f"{API}/internal/history{_SETTINGS}"): GoodCall(),
    ("GET", f"{API}/internal/usedBy{_SETTINGS}"): GoodCall(),
}


def plugin_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call. Deletions come last, users before the items that they refer to."""
    lines: dict[Key, frozenset[str]] = {}
    for kind in KINDS:
        path = f"{API}{kind.path}"
        lines |= collection(path, sees=sees, changes=configures)
        lines["GET", f"{path}/descriptors"] = lines["GET", f"{path}/descriptors/{{id}}"] = sees
        if kind.action is not None:
            lines["GET", f"{path}/{{id}}/actions"] = lines["GET", f"{path}/{{id}}/actions/{{actionId}}"] = sees
            lines["POST", f"{path}/{{id}}/actions/{{actionId}}/invokeAction"] = configures
        lines["GET", f"{API}/internal/effective{kind.path}/{{id}}"] = sees
    lines |= document(f"{API}/notificationPublishers/settings", sees=sees, changes=configures)
    lines["POST", f"{API}{_SIGN_IN_TEST}"] = configures
    return lines | {("DELETE", f"{API}{kind.path}/{{id}}"): configures for kind in reversed(KINDS)}
