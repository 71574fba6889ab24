"""Good calls about log settings."""

from tests.flows.server import API
from tests.flows.valid_call import GoodCall, Key

LOG_CALLS: dict[Key, GoodCall] = {
    ("GET", f"{API}/serverSettings/logSettings"): GoodCall(),
    ("PUT", f"{API}/serverSettings/logSettings"): GoodCall(
        body=lambda _s, _c: {"logCategories": [{"id": "keys", "enabled": True, "enabledForMinutes": 15}]}
    ),
    ("GET", f"{API}/internal/history/serverSettings/logSettings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/serverSettings/logSettings"): GoodCall(),
    ("GET", f"{API}/internal/logSettings/migratedConfiguration"): GoodCall(),
    # No file waits on the servers of these tests.
    ("POST", f"{API}/internal/logSettings/migratedConfiguration/merged"): GoodCall(404),
}
