"""Good calls about plug-ins' instances, and who may make them: the same lines for every kind."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.flows.good_call import GoodCall, Key
from tests.flows.kinds import collection
from tests.flows.server import API, Client
from tests.support.instances import SIMPLE_VALIDATOR, validator


@dataclass(frozen=True)
class Kind:
    """A kind of plug-ins, in an order in which instances can be made and the other way round deleted."""

    path: str
    # The n-th body of an instance.
    sample: Callable[[Any], dict[str, Any]]
    descriptor: str

    @property
    def target(self) -> str:
        return str(self.sample(0)["id"])


KINDS = (Kind("/passwordCredentialValidators", validator, SIMPLE_VALIDATOR),)


def add_instances(admin: Client) -> None:
    """Make what the calls are about, where it is not there."""
    for kind in KINDS:
        made = admin.post(f"{API}{kind.path}", kind.sample(0))
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
    }


PLUGIN_CALLS: dict[Key, GoodCall] = {key: call for kind in KINDS for key, call in _calls(kind).items()}


def plugin_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return who may make these calls; deletions come last, from what refers to what is referred to."""
    lines: dict[Key, frozenset[str]] = {}
    for kind in KINDS:
        path = f"{API}{kind.path}"
        lines |= collection(path, sees=sees, changes=configures)
        lines["GET", f"{path}/descriptors"] = lines["GET", f"{path}/descriptors/{{id}}"] = sees
        lines["GET", f"{API}/internal/effective{kind.path}/{{id}}"] = sees
    return lines | {("DELETE", f"{API}{kind.path}/{{id}}"): configures for kind in reversed(KINDS)}
