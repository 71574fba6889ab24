"""Frame pages of OAuth clients and of the settings for all clients."""

import re
from typing import Any

import pytest

from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.flows.frame_calls import CLIENTS
from tests.flows.pages import follow, send, set_base_url, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.clients import client
from tests.support.configurations import AUTHOR, as_model, read
from tests.support.instances import validator

SCOPES = f"{API}/oauth/authServerSettings/scopes"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    made = shared_server.client().sign_in()
    common, exclusive = ("harbour", "crane"), ("toll", "quay")
    for collection, names in (("commonScopes", common), ("exclusiveScopes", exclusive)):
        for name in names:
            answer = made.post(f"{SCOPES}/{collection}", {"name": name, "description": name})
            assert answer.status_code in (201, 422), answer.text
    group = {"name": "port", "description": "port", "scopes": list(common)}
    assert made.post(f"{SCOPES}/commonScopeGroups", group).status_code in (201, 422)
    return made


def stored(admin: Client, id_: str) -> dict[str, Any]:
    found: dict[str, Any] = admin.get(f"{API}{CLIENTS}/{id_}").json()
    return found


def test_a_client_is_added_with_a_secret_that_is_shown_once(admin: Client) -> None:
    page = visit(admin, "oauthClients/add")
    entered = {"clientId": "cog", "name": "Cog", "grantTypes": "CLIENT_CREDENTIALS", "clientAuth.type": "SECRET"}
    page = send(admin, page, {**entered, "_do": "make:clientAuth.secret"})
    secret = page.fields["clientAuth.secret"][0]
    assert len(secret) == 43
    assert "Copy the value now" in page.text
    listed = follow(admin, send(admin, page, {"_do": ""}))
    assert "Cog was saved." in listed.text
    page = visit(admin, "oauthClients/edit/cog")
    assert page.fields["clientAuth.secret"] == [""]
    assert secret not in page.answer.text
    assert "Set, since" in page.text
    # An ID that cannot be changed is not marked as required.
    [id_] = re.findall(r'<input[^>]* name="clientId"[^>]*>', page.answer.text)
    assert ("readonly" in id_, "aria-required" in id_) == (True, False)
    # A save without a new secret keeps the stored one.
    before = stored(admin, "cog")
    assert follow(admin, send(admin, page, {"description": "A ship"})).status == 200
    assert stored(admin, "cog")["clientAuth"] == before["clientAuth"]
    assert stored(admin, "cog")["description"] == "A ship"


def test_a_conflict_shows_exactly_the_differences(admin: Client) -> None:
    # API clients send the grant types in another order than the page.
    grants = {"grantTypes": ["REFRESH_TOKEN", "AUTHORIZATION_CODE"]}
    assert admin.post(f"{API}{CLIENTS}", client("dinghy", **grants)).status_code == 201
    page = visit(admin, "oauthClients/edit/dinghy")
    assert admin.put(f"{API}{CLIENTS}/dinghy", client("dinghy", **grants, enabled=False)).status_code == 200
    conflict = send(admin, page, {"description": "Mine"})
    assert conflict.status == 409
    assert conflict.differences == [("Description", "Mine", "Ünïcödé"), ("Enabled", "Yes", "No")]


def test_fields_that_do_not_apply_are_no_difference(admin: Client) -> None:
    assert admin.post(f"{API}{CLIENTS}", client("lighter", grantTypes=["CLIENT_CREDENTIALS"])).status_code == 201
    page = visit(admin, "oauthClients/edit/lighter")
    # A browser does not post what the page hides, and the API answers these members with their defaults.
    hidden = {name: None for name in page.fields if name.startswith(("refresh", "requireOffline", "offlineAccess"))}
    assert len(hidden) > 2, sorted(page.fields)
    body = admin.get(f"{API}{CLIENTS}/lighter").json()
    assert admin.put(f"{API}{CLIENTS}/lighter", {**body, "enabled": False}).status_code == 200
    conflict = send(admin, page, hidden)
    assert conflict.differences == [("Enabled", "Yes", "No")]


def test_scopes_chosen_in_the_dialog_are_in_the_form_and_not_yet_saved(admin: Client) -> None:
    body = client("hulk", restrictScopes=True, restrictedScopes=["crane"], exclusiveScopes=["toll"])
    assert admin.post(f"{API}{CLIENTS}", body).status_code == 201
    page = visit(admin, "oauthClients/edit/hulk")
    assert page.fields["restrictedScopes"] == ["crane"]
    chosen = {"_do": "scopes:restrictedScopes", "scopeType": "commonScope", "selectedScopes": "harbour openid"}
    with_scopes = send(admin, page, chosen)
    assert with_scopes.fields["restrictedScopes"] == ["harbour\nopenid"]
    assert "data-unsaved" in with_scopes.answer.text
    assert stored(admin, "hulk")["restrictedScopes"] == ["crane"]
    # The dialog posts the selected scopes of both types, as both may have been chosen.
    both = {**chosen, "scopeType": "other", "selectedScopes": "toll quay", "otherSelectedScopes": "openid"}
    other = send(admin, page, both)
    assert (other.fields["restrictedScopes"], other.fields["exclusiveScopes"]) == (["openid"], ["toll\nquay"])
    assert follow(admin, send(admin, with_scopes, {"_do": ""})).status == 200
    assert stored(admin, "hulk")["restrictedScopes"] == ["harbour", "openid"]


def test_common_scopes_chosen_in_the_dialog_switch_the_restriction_on(admin: Client) -> None:
    assert admin.post(f"{API}{CLIENTS}", client("skiff", exclusiveScopes=["toll"])).status_code == 201
    page = visit(admin, "oauthClients/edit/skiff")
    both = {"scopeType": "other", "selectedScopes": "toll", "otherSelectedScopes": "crane"}
    with_scopes = send(admin, page, {"_do": "scopes:exclusiveScopes", **both})
    assert follow(admin, send(admin, with_scopes, {"_do": ""})).status == 200
    saved = stored(admin, "skiff")
    assert (saved["restrictScopes"], saved["restrictedScopes"]) == (True, ["crane"])


def test_a_list_of_scopes_labels_groups(admin: Client) -> None:
    body = client("ferry", restrictScopes=True, restrictedScopes=["crane", "port"])
    assert admin.post(f"{API}{CLIENTS}", body).status_code == 201
    assert 'data-groups="port"' in visit(admin, "oauthClients/edit/ferry").answer.text


@pytest.mark.parametrize(
    "posted",
    [
        {"_do": "scopes:restrictedScopes", "scopeType": "toString", "selectedScopes": "x"},
        {"_do": "scopes:redirectUris", "scopeType": "commonScope", "selectedScopes": "x"},
        {"_do": "make:clientAuth.type"},
        {"_do": "make:name"},
    ],
)
def test_the_form_accepts_only_scopes_from_the_dialog(admin: Client, posted: dict[str, str]) -> None:
    assert send(admin, visit(admin, "oauthClients/add"), posted).status == 400


def test_an_unknown_scope_is_refused_at_its_field(admin: Client) -> None:
    page = visit(admin, "oauthClients/add")
    entered = {"clientId": "raft", "name": "Raft", "grantTypes": "DEVICE_CODE", "restrictScopes": "true"}
    refused = send(admin, page, {**entered, "restrictedScopes": "crane\r\nnowhere"})
    assert refused.status == 422
    assert "Restricted Common Scopes: Common Scope 'nowhere' was not found." in refused.text


def test_extended_properties_are_fields_of_the_form(admin: Client) -> None:
    declared = admin.get(f"{API}/extendedProperties").json()
    items = [*declared["items"], {"name": "Owner of it"}]
    assert admin.put(f"{API}/extendedProperties", {"items": items}).status_code == 200
    page = visit(admin, "oauthClients/add")
    entered = {"clientId": "barge", "name": "Barge", "grantTypes": "DEVICE_CODE"}
    saved = send(admin, page, {**entered, "extendedParameters.Owner of it": "Lübeck"})
    assert follow(admin, saved).status == 200
    assert stored(admin, "barge")["extendedParameters"] == {"Owner of it": {"values": ["Lübeck"]}}
    assert admin.delete(f"{API}{CLIENTS}/barge").status_code == 204
    assert admin.put(f"{API}/extendedProperties", {"items": declared["items"]}).status_code == 200


def test_settings_are_saved_and_the_scopes_of_the_server_stay(admin: Client) -> None:
    page = visit(admin, "clientSettings")
    done = send(admin, page, {"dynamicClientRegistration.allowedExclusiveScopes": "toll"})
    assert "Settings saved." in follow(admin, done).text
    settings = admin.get(f"{API}/oauth/clientSettings").json()
    assert settings["dynamicClientRegistration"]["allowedExclusiveScopes"] == ["toll"]
    before = admin.get(f"{API}/oauth/authServerSettings").json()
    done = send(admin, visit(admin, "authorizationServerSettings"), {"authorizationCodeTimeout": "90"})
    assert "Settings saved." in follow(admin, done).text
    after = admin.get(f"{API}/oauth/authServerSettings").json()
    assert after == {**before, "authorizationCodeTimeout": 90}


def test_the_form_of_registrations_shows_the_defaults_and_saves_them(admin: Client) -> None:
    settings = f"{API}/oauth/clientSettings"
    assert admin.put(settings, {"clientMetadata": []}).status_code == 200
    assert "dynamicClientRegistration" not in admin.get(settings).json()
    page = visit(admin, "clientSettings")
    assert page.fields["dynamicClientRegistration.maximumClients"] == ["10000"]
    done = send(admin, page, {"dynamicClientRegistration.allowOpenRegistration": "true"})
    assert "Settings saved." in follow(admin, done).text
    saved = admin.get(settings).json()["dynamicClientRegistration"]
    on_by_default = ("rotateClientSecret", "rotateRegistrationAccessToken", "allowOpenRegistration")
    assert {name: saved[name] for name in on_by_default} == dict.fromkeys(on_by_default, True)
    assert admin.put(settings, {"clientMetadata": []}).status_code == 200


def test_items_named_in_the_server_settings_can_be_chosen_and_not_deleted(admin: Client) -> None:
    validators = f"{API}/passwordCredentialValidators"
    assert admin.post(validators, validator("ledger")).status_code == 201
    page = visit(admin, "authorizationServerSettings")
    follow(admin, send(admin, page, {"adminWebServicePcvRef": "validator-ledger"}))
    assert admin.delete(f"{validators}/validator-ledger").status_code == 422
    gone = send(admin, visit(admin, "authorizationServerSettings"), {"adminWebServicePcvRef": ""})
    assert "Settings saved." in follow(admin, gone).text
    assert admin.delete(f"{validators}/validator-ledger").status_code == 204


def test_the_form_of_a_registered_client_keeps_its_record_and_shows_no_digest(
    admin: Client, shared_server: FlowServer
) -> None:
    digest = "a" * 64
    record = {
        "registered": "2026-01-01T00:00:00.000Z",
        "tokenEndpointAuthMethod": "client_secret_basic",
        "registrationAccessTokenDigest": digest,
    }
    configuration = shared_server.core.configuration
    model = as_model(OAUTH_CLIENTS, {**client("dc-1"), "dynamicRegistration": record})
    with configuration.changing(AUTHOR) as change:
        change.create(OAUTH_CLIENTS, model, by_server=True)
    page = visit(admin, "oauthClients/edit/dc-1")
    assert not [text for text in (digest, "tokenEndpointAuthMethod") if text in page.text]
    assert digest not in admin.get(f"{API}{CLIENTS}/dc-1").text
    send(admin, page, {"name": "New name"})
    body = read(configuration, OAUTH_CLIENTS, "dc-1").body
    assert (body["name"], body["dynamicRegistration"]) == (
        "New name",
        {**record, "applicationType": "web", "contacts": []},
    )


def test_a_client_with_an_initiate_login_uri_has_a_link_that_starts_a_sign_in(admin: Client) -> None:
    set_base_url(admin)
    for id_, address in (("galley", "https://galley.example.com/start?tenant=a"), ("raft", "")):
        body = client(id_, oidcPolicy={"initiateLoginUri": address})
        assert admin.post(f"{API}{CLIENTS}", body).status_code == 201
    page = visit(admin, "oauthClients/edit/galley")
    link = "https://galley.example.com/start?tenant=a&iss=https%3A%2F%2Fsso.example.com"
    assert page.links[link] == link
    assert "Start a sign-in" in page.text
    assert "Start a sign-in" not in visit(admin, "oauthClients/edit/raft").text
