"""Valid calls for the server settings and the log settings."""

from tests.flows.server import API
from tests.flows.valid_call import GoodCall, Key

SETTINGS_CALLS: dict[Key, GoodCall] = {
    ("GET", f"{API}/serverSettings/logSettings"): GoodCall(),
    ("PUT", f"{API}/serverSettings/logSettings"): GoodCall(
        body=lambda _s, _c: {"logCategories": [{"id": "keys", "enabled": True, "enabledForMinutes": 15}]}
    ),
    ("GET", f"{API}/internal/history/serverSettings/logSettings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/serverSettings/logSettings"): GoodCall(),
    ("GET", f"{API}/serverSettings/auditLogSettings"): GoodCall(),
    ("PUT", f"{API}/serverSettings/auditLogSettings"): GoodCall(body=lambda _s, _c: {"failureMode": "CONTINUE"}),
    ("GET", f"{API}/internal/history/serverSettings/auditLogSettings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/serverSettings/auditLogSettings"): GoodCall(),
    ("GET", f"{API}/internal/logSettings/migratedConfiguration"): GoodCall(),
    # The servers of these tests have no migrated file.
    ("POST", f"{API}/internal/logSettings/migratedConfiguration/merged"): GoodCall(404),
    ("GET", f"{API}/serverSettings"): GoodCall(),
    ("GET", f"{API}/serverSettings/federationInfo"): GoodCall(),
    ("PUT", f"{API}/serverSettings/federationInfo"): GoodCall(
        body=lambda _s, _c: {"baseUrl": "https://sso.example.com:9031"}
    ),
    ("PUT", f"{API}/serverSettings"): GoodCall(
        body=lambda serial, _c: {"federationInfo": {"baseUrl": f"https://{serial}.example"}}
    ),
    ("GET", f"{API}/internal/history/serverSettings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/serverSettings"): GoodCall(),
}
