"""The list of policies: their order, disabled policies, and the switch for all of them."""

import pytest

from tests.flows.frame_calls import POLICY
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account

LIST = "policies"
ENDS = {"action": {"type": "DONE"}}


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def test_policies_are_reordered_and_disabled_in_the_list(admin: Client) -> None:
    for name in ("Alpha", "Beta"):
        body = {"id": name.lower(), "name": name, "rootNode": ENDS}
        assert admin.post(f"{API}{POLICY}", body).status_code == 201

    def order() -> list[str]:
        items = admin.get(f"{API}{POLICY}").json()["items"]
        return [each["id"] for each in items if each["id"] in ("alpha", "beta")]

    assert order() == ["alpha", "beta"]
    shown = follow(admin, send(admin, visit(admin, LIST), {"_do": "down:alpha"})).text
    assert "Alpha was moved down." in shown
    assert order() == ["beta", "alpha"]
    send(admin, visit(admin, LIST), {"_do": "up:alpha"})
    assert order() == ["alpha", "beta"]
    assert "Beta is disabled." in follow(admin, send(admin, visit(admin, LIST), {"_do": "switch:beta"})).text
    assert admin.get(f"{API}{POLICY}/beta").json()["enabled"] is False
    assert send(admin, visit(admin, LIST), {"_do": "down:nobody"}).status == 404
    assert send(admin, visit(admin, LIST), {"_do": "remove:beta"}).status == 400


def test_the_list_says_that_policies_are_disabled_and_enables_them(shared_server: FlowServer, admin: Client) -> None:
    settings = f"{API}/authenticationPolicies/settings"
    before = admin.get(settings).json()
    assert admin.put(settings, {**before, "enableIdpAuthnSelection": False}).status_code == 200
    warning = "IdP authentication policies are disabled. No policy is used."
    page = visit(admin, LIST)
    assert warning in page.text
    reader = account("watcher.of.policies", [], auditor=True)
    assert admin.post(f"{API}/administrativeAccounts", reader).status_code in (200, 422)
    watched = visit(shared_server.client().sign_in("watcher.of.policies"), LIST)
    assert (warning in watched.text, "Enable Policies" in watched.text) == (True, False)
    page = follow(admin, send(admin, page, {"_do": "main-switch"}))
    assert "IdP authentication policies are enabled." in page.text
    assert warning not in page.text
    assert admin.get(settings).json()["enableIdpAuthnSelection"] is True
