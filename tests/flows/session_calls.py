"""Valid calls for session policies, and the roles that may make them."""

from functools import partial
from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.token_calls import SERIALS, calls_of, settings_of
from tests.flows.valid_call import GoodCall, Key
from tests.support.instances import adapter
from tests.support.sessions import source_session
from tests.tools.cloud.serving import RunningCloud

POLICIES = "/session/authenticationSessionPolicies"
SINGLETONS = ("/session/settings", "/session/quotas", "/session/applicationSessionPolicy", f"{POLICIES}/global")
TARGET = "session-0"


def add_sessions(admin: Client) -> None:
    """Create the items that the calls need, unless they exist. Each session policy has an adapter of its own."""
    sources = ((f"{API}/idp/adapters", adapter(f"session-{serial}")) for serial in ("0", *SERIALS))
    for path, body in (*sources, (f"{API}{POLICIES}", _policy("0", id=TARGET))):
        made = admin.post(path, body)
        assert made.status_code in (201, 422), made.text


def _policy(serial: str, **more: Any) -> dict[str, Any]:
    return source_session(f"session-{serial}", **{"id": f"made-{serial}", **more})


def _body(path: str, _serial: str, _cloud: RunningCloud) -> dict[str, Any]:
    required = {f"{POLICIES}/global": {"enableSessions": True}, "/session/quotas": {"enableSessionQuotas": False}}
    return required.get(path, {})


SESSION_CALLS: dict[Key, GoodCall] = {
    **{
        key: call for path in SINGLETONS for key, call in settings_of(path, GoodCall(body=partial(_body, path))).items()
    },
    **calls_of(
        POLICIES,
        GoodCall(201, body=lambda serial, _c: _policy(serial)),
        GoodCall(body=lambda _s, _c: _policy("0", id=TARGET, persistent=True), target=TARGET),
    ),
}


def session_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    once = (document(f"{API}{path}", sees=sees, changes=configures) for path in SINGLETONS)
    return {
        **{key: who for lines in once for key, who in lines.items()},
        **collection(f"{API}{POLICIES}", sees=sees, changes=configures),
        ("DELETE", f"{API}{POLICIES}/{{id}}"): configures,
    }
