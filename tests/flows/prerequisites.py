"""The panel of missing prerequisites on a client's page, and the items that a working client needs."""

from typing import Any

from tests.flows.frame_calls import CLIENTS
from tests.flows.pages import visit
from tests.flows.server import API, Client
from tests.flows.token_calls import MANAGER_SETTINGS
from tests.support.access_tokens import manager
from tests.support.clients import client

HEADING = "What is missing before this works"
NO_MANAGER = "There is no access token manager to issue tokens."
NO_DEFAULT = "The client has no access token manager, and none is the default."
NO_POLICY = "There is no authentication policy by which users sign in."
POLICIES_OFF = "IdP authentication policies are disabled."
NO_GRANTS = "No grant mapping covers a policy contract with which an authentication policy ends."
NO_OPENID = "No OpenID Connect policy applies to the client, which can request the scope openid."
AUTHORIZATION_SETTINGS = "/oauth/authServerSettings"
POLICY, SETTINGS = "/authenticationPolicies/policy", "/authenticationPolicies/settings"
OWN = {"restrictScopes": True, "restrictedScopes": []}


def add(admin: Client, path: str, body: dict[str, Any]) -> None:
    made = admin.post(f"{API}{path}", body)
    assert made.status_code in (200, 201), made.text


def add_client(admin: Client, id_: str, *grants: str, **more: Any) -> None:
    add(admin, CLIENTS, client(id_, grantTypes=list(grants), **{**OWN, **more}))


def missing(admin: Client, id_: str) -> list[str]:
    """Return the sentences of the panel on a client's page; empty if there is no panel."""
    texts = visit(admin, f"oauthClients/edit/{id_}").texts
    if HEADING not in texts:
        return []
    after = texts[texts.index(HEADING) + 1 :]
    return [each for each in after[: after.index("Security findings")] if each.endswith(".")]


def choose_manager(admin: Client) -> None:
    answer = admin.put(f"{API}{MANAGER_SETTINGS}", {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    assert answer.status_code == 200, answer.text


def unmapped(about: str) -> str:
    return f"No access token mapping covers {about}, for the manager {manager()['name']}."
