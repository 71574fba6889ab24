"""Frame pages of settings and defaults."""

import pytest

from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.instances import adapter, publisher, validator

PUBLISHERS, SETTINGS = "notificationPublishers", f"{API}/notificationPublishers/settings"
MEMBER = "defaultNotificationPublisherRef"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def test_the_default_is_set_and_cleared_in_the_list(shared_server: FlowServer, admin: Client) -> None:
    for serial in ("first", "second"):
        assert admin.post(f"{API}/notificationPublishers", publisher(serial)).status_code in (201, 422)
    page = visit(admin, PUBLISHERS)
    assert "Default" not in page.texts
    chosen = send(admin, page, {"_do": "default:publisher-first"})
    assert chosen.answer.headers["Location"].endswith("#f-default-publisher-first")
    listed = follow(admin, chosen)
    assert "Publisher first is the default." in listed.text
    assert (listed.texts.count("Default"), listed.texts.count("Clear Default")) == (1, 1)
    assert admin.get(SETTINGS).json() == {MEMBER: {"id": "publisher-first"}}
    assert "Delete Publisher first?" in visit(admin, f"{PUBLISHERS}/delete/publisher-first").text
    follow(admin, send(admin, listed, {"_do": "default:publisher-second"}))
    assert admin.get(SETTINGS).json() == {MEMBER: {"id": "publisher-second"}}
    assert send(admin, listed, {"_do": "default:nobody"}).status == 404
    assert send(admin, listed, {"_do": "up:publisher-first"}).status == 400
    made = admin.post(f"{API}/administrativeAccounts", account("default-auditor", auditor=True))
    assert made.status_code in (200, 422), made.text
    auditor = shared_server.client().sign_in("default-auditor")
    seen = visit(auditor, PUBLISHERS)
    assert ("Default" in seen.texts, "Set as Default" in seen.texts, "Clear Default" in seen.texts) == (
        True,
        False,
        False,
    )
    listed = follow(admin, send(admin, listed, {"_do": "no-default:publisher-second"}))
    assert "Publisher second is no longer the default." in listed.text
    assert admin.get(SETTINGS).json() == {}


def test_session_settings_are_overridden_for_one_source(admin: Client) -> None:
    admin.post(f"{API}/passwordCredentialValidators", validator("used"))
    assert admin.post(f"{API}/idp/adapters", adapter("override")).status_code in (201, 422)
    page = visit(admin, "sessions")
    assert page.links["Session Overrides"] == "/authentication/policies/session-overrides"
    form = visit(admin, "sessionOverrides/add")
    refused = send(admin, form, {"idleTimeoutMins": "500"})
    assert refused.status == 422
    chosen = {"authenticationSource.sourceRef": "adapter-override", "idleTimeoutMins": "30", "enableSessions": "true"}
    assert "was saved." in follow(admin, send(admin, refused, chosen)).text
    [stored] = [
        each
        for each in admin.get(f"{API}/session/authenticationSessionPolicies").json()["items"]
        if each["authenticationSource"] == {"type": "IDP_ADAPTER", "sourceRef": {"id": "adapter-override"}}
    ]
    assert (stored["idleTimeoutMins"], stored["userDeviceType"], stored["timeoutDisplayUnit"]) == (
        30,
        "PRIVATE",
        "MINUTES",
    )
    refused = send(admin, form, chosen)
    # The error is reported at the visible field.
    assert (
        refused.links["Authentication Source: This source already has a session policy."]
        == "#f-authenticationSource-sourceRef"
    )
    # A session override is listed and found by the name of its authentication source.
    assert "Adapter override" in visit(admin, "sessionOverrides?search=aDapter+over").links
    assert "No session overrides match" in visit(admin, "sessionOverrides?search=nobody").text
    in_use = visit(admin, "idpAdapters/delete/adapter-override")
    assert "cannot be deleted" in in_use.text
    assert in_use.links["Adapter override"] == f"/authentication/policies/session-overrides/edit/{stored['id']}"
    reserved = {**stored, "id": "global", "authenticationSource": {"type": "IDP_ADAPTER", "sourceRef": {"id": "no"}}}
    answer = admin.post(f"{API}/session/authenticationSessionPolicies", reserved)
    assert {each["errorId"] for each in answer.json()["validationErrors"]} == {"reserved_id", "reference_not_found"}


def test_settings_for_all_policies_have_their_own_pages(admin: Client) -> None:
    admin.post(f"{API}/passwordCredentialValidators", validator("used"))
    assert admin.post(f"{API}/idp/adapters", adapter("usual")).status_code in (201, 422)
    page = visit(admin, "policySettings")
    assert {"Policies", "Policy Settings", "Policy Defaults"} <= set(page.links)
    follow(admin, send(admin, page, {"enableIdpAuthnSelection": "true"}))
    assert admin.get(f"{API}/authenticationPolicies/settings").json()["enableIdpAuthnSelection"] is True
    page = send(admin, visit(admin, "policyDefaults"), {"_do": "add:defaultAuthenticationSources"})
    page = send(admin, page, {"_do": "add:trackedHttpParameters", "failIfNoSelection": "true"})
    chosen = {"defaultAuthenticationSources[0].sourceRef": "adapter-usual", "trackedHttpParameters[0]": "theme"}
    follow(admin, send(admin, page, {**chosen, "_do": ""}))
    stored = admin.get(f"{API}/authenticationPolicies/default").json()
    assert (stored["failIfNoSelection"], stored["trackedHttpParameters"]) == (True, ["theme"])
    assert stored["defaultAuthenticationSources"] == [{"type": "IDP_ADAPTER", "sourceRef": {"id": "adapter-usual"}}]
