"""Good calls about backchannel authentication, and what they are about."""

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.valid_call import GoodCall, Key
from tests.support.ciba import EMAIL_AUTHENTICATOR, authenticator, request_policy

AUTHENTICATORS, POLICIES = f"{API}/oauth/outOfBandAuthPlugins", f"{API}/oauth/cibaServerPolicy/requestPolicies"
SETTINGS = f"{API}/oauth/cibaServerPolicy/settings"
EFFECTIVE = f"{API}/internal/effective/oauth/outOfBandAuthPlugins/{{id}}"
HISTORY, USED_BY = f"{API}/internal/history/oauth", f"{API}/internal/usedBy/oauth"
ACTIONS = f"{AUTHENTICATORS}/{{id}}/actions"
# One authenticator is used by the policies, the other can be deleted.
USED, SPARE, POLICY = "authenticator-0", "authenticator-1", "policy-1"


def add_backchannel(admin: Client) -> None:
    """Make what the calls are about, where it is not there."""
    bodies = (
        *((AUTHENTICATORS, authenticator(number)) for number in (0, 1)),
        *((POLICIES, request_policy(number)) for number in (0, 1)),
    )
    for path, body in bodies:
        made = admin.post(path, body)
        assert made.status_code in (201, 422), made.text


CIBA_CALLS: dict[Key, GoodCall] = {
    ("GET", AUTHENTICATORS): GoodCall(),
    ("POST", AUTHENTICATORS): GoodCall(201, body=lambda serial, _c: authenticator(f"made-{serial}")),
    ("GET", f"{AUTHENTICATORS}/descriptors"): GoodCall(),
    ("GET", f"{AUTHENTICATORS}/descriptors/{{id}}"): GoodCall(target=EMAIL_AUTHENTICATOR),
    ("GET", f"{AUTHENTICATORS}/{{id}}"): GoodCall(target=SPARE),
    ("PUT", f"{AUTHENTICATORS}/{{id}}"): GoodCall(
        body=lambda serial, _c: authenticator(1, name=f"New {serial}"), target=SPARE
    ),
    ("DELETE", f"{AUTHENTICATORS}/{{id}}"): GoodCall(204, target=SPARE),
    ("GET", f"{HISTORY}/outOfBandAuthPlugins/{{id}}"): GoodCall(target=SPARE),
    ("GET", f"{USED_BY}/outOfBandAuthPlugins/{{id}}"): GoodCall(target=SPARE),
    ("GET", EFFECTIVE): GoodCall(target=SPARE),
    # The plug-in has no actions.
    ("GET", ACTIONS): GoodCall(target=SPARE),
    ("GET", f"{ACTIONS}/{{actionId}}"): GoodCall(404, target=SPARE),
    ("POST", f"{ACTIONS}/{{actionId}}/invokeAction"): GoodCall(
        404, body=lambda _s, _c: {"parameters": []}, target=SPARE
    ),
    ("GET", POLICIES): GoodCall(),
    ("POST", POLICIES): GoodCall(201, body=lambda serial, _c: request_policy(f"made-{serial}")),
    ("GET", f"{POLICIES}/{{id}}"): GoodCall(target=POLICY),
    ("PUT", f"{POLICIES}/{{id}}"): GoodCall(
        body=lambda serial, _c: request_policy(1, name=f"New {serial}"), target=POLICY
    ),
    ("DELETE", f"{POLICIES}/{{id}}"): GoodCall(204, target=POLICY),
    ("GET", f"{HISTORY}/cibaServerPolicy/requestPolicies/{{id}}"): GoodCall(target=POLICY),
    ("GET", f"{USED_BY}/cibaServerPolicy/requestPolicies/{{id}}"): GoodCall(target=POLICY),
    ("GET", SETTINGS): GoodCall(),
    ("PUT", SETTINGS): GoodCall(body=lambda _s, _c: {"defaultRequestPolicyRef": {"id": "policy-0"}}),
    ("GET", f"{HISTORY}/cibaServerPolicy/settings"): GoodCall(),
    ("GET", f"{USED_BY}/cibaServerPolicy/settings"): GoodCall(),
}


def ciba_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return who may make these calls; in this order, as an authenticator that is used cannot be deleted."""
    return {
        **collection(AUTHENTICATORS, sees=sees, changes=configures),
        ("GET", EFFECTIVE): sees,
        ("GET", f"{AUTHENTICATORS}/descriptors"): sees,
        ("GET", f"{AUTHENTICATORS}/descriptors/{{id}}"): sees,
        ("GET", ACTIONS): sees,
        ("GET", f"{ACTIONS}/{{actionId}}"): sees,
        ("POST", f"{ACTIONS}/{{actionId}}/invokeAction"): configures,
        **collection(POLICIES, sees=sees, changes=configures),
        **document(SETTINGS, sees=sees, changes=configures),
        ("DELETE", f"{POLICIES}/{{id}}"): configures,
        ("DELETE", f"{AUTHENTICATORS}/{{id}}"): configures,
    }
