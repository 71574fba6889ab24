"""Scopes and extended properties in use cannot be deleted, and the error names their users."""

from typing import Any

import pytest

from tests.flows.calls import AUTHORIZATION_SERVER, SCOPES
from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import manager
from tests.support.instances import instance
from tests.support.mappings import token_mapping
from tests.support.policies import done, policy

SELECTOR = "com.pingidentity.pf.selectors.oauthscope.OAuthScopeAdapterSelector"
REGISTRATION = "dynamicClientRegistration"
COMMON, EXCLUSIVE = f"{SCOPES}/commonScopes", f"{SCOPES}/exclusiveScopes"
PROPERTIES, POLICIES = f"{API}/extendedProperties", f"{API}/authenticationPolicies/policy"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


def found(answer: Any) -> list[tuple[str | None, str]]:
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath"), each["message"]) for each in answer.json()["validationErrors"]]


def scope(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": f"About {name}", **more}


def selector_for(name: str) -> dict[str, Any]:
    body = instance("scoped", "Selector", SELECTOR, Required_Scopes=[[{"name": "Scope", "value": name}]])
    return {**body, "name": "Scoped"}


def users(admin: Client, path: str) -> list[str]:
    return [each["type"] for each in admin.get(path.replace(API, f"{API}/internal/usedBy")).json()["items"]]


def offered(server: FlowServer, search: str) -> list[str]:
    field = f"field={REGISTRATION}.initialAccessTokenScope&q={search}"
    answer = server.client().sign_in("Administrator").get(f"/pf-admin-ui/frame/clientSettings/choices?{field}")
    return [each["value"] for each in answer.json()["items"]]


def test_a_scope_that_is_in_use_cannot_be_deleted(shared_server: FlowServer, admin: Client) -> None:
    not_found = "Common Scope 'nowhere' was not found."
    settings = f"{API}/oauth/clientSettings"
    selectors = f"{API}/authenticationSelectors"
    named = {"scopeForOAuthGrantManagement": "nowhere"}
    assert found(admin.put(AUTHORIZATION_SERVER, named)) == [("scopeForOAuthGrantManagement", not_found)]
    # Scripts send an empty text for no reference, and it is returned as sent.
    none = {"scopeForOAuthGrantManagement": "", "atmIdForOAuthGrantManagement": ""}
    answer = admin.put(AUTHORIZATION_SERVER, none)
    assert (answer.status_code, none.items() <= admin.get(AUTHORIZATION_SERVER).json().items()) == (200, True)
    registered = {REGISTRATION: {"initialAccessTokenScope": "nowhere"}}
    assert found(admin.put(settings, registered)) == [(f"{REGISTRATION}.initialAccessTokenScope", not_found)]
    assert found(admin.post(selectors, selector_for("nowhere")))[0][1] == not_found

    assert admin.post(EXCLUSIVE, scope("register")).status_code == 201
    assert admin.put(settings, {REGISTRATION: {"initialAccessTokenScope": "register"}}).status_code == 200
    assert admin.post(COMMON, scope("pay:*", dynamic=True)).status_code == 201
    assert admin.post(selectors, selector_for("pay:*")).status_code == 201
    # The scope openid exists without a stored description.
    assert admin.put(f"{selectors}/selector-scoped", selector_for("openid")).status_code == 200
    assert admin.put(f"{selectors}/selector-scoped", selector_for("pay:*")).status_code == 200
    # Pickers search all collections, and also offer scopes without a description.
    for search, name in (("regist", "register"), ("openid", "openid"), ("pay", "pay:*")):
        assert offered(shared_server, search) == [name]
    assert users(admin, f"{EXCLUSIVE}/register") == ["Client Settings"]
    assert found(admin.delete(f"{EXCLUSIVE}/register")) == [(None, "In use by Client Settings.")]
    assert found(admin.delete(f"{COMMON}/pay:*")) == [(None, "In use by Authentication Selector 'selector-scoped'.")]
    assert admin.put(settings, {}).status_code == 200
    assert admin.delete(f"{EXCLUSIVE}/register").status_code == 204
    assert admin.delete(f"{selectors}/selector-scoped").status_code == 204
    assert admin.delete(f"{COMMON}/pay:*").status_code == 204


def test_one_body_adds_or_removes_a_scope_together_with_its_use(admin: Client) -> None:
    named = {"scopeForOAuthGrantManagement": "manage"}
    whole = {**named, "exclusiveScopes": [scope("manage")]}
    assert admin.put(AUTHORIZATION_SERVER, whole).status_code == 200
    in_use = "'manage': This scope is in use and cannot be deleted."
    assert found(admin.put(AUTHORIZATION_SERVER, {"exclusiveScopes": [], **named}))[0][1] == (
        "Common Scope 'manage' was not found."
    )
    assert admin.get(f"{EXCLUSIVE}/manage").status_code == 200
    assert found(admin.delete(f"{EXCLUSIVE}/manage")) == [(None, "In use by Authorization Server Settings.")]
    assert admin.post(f"{SCOPES}/exclusiveScopeGroups", scope("all", scopes=["manage"])).status_code == 201
    assert (("exclusiveScopes", in_use)) in found(admin.put(AUTHORIZATION_SERVER, {"exclusiveScopes": []}))
    without_scopes: dict[str, Any] = {"exclusiveScopes": [], "exclusiveScopeGroups": []}
    assert admin.put(AUTHORIZATION_SERVER, without_scopes).status_code == 200
    assert admin.get(f"{EXCLUSIVE}/manage").status_code == 404


def rule(name: str) -> dict[str, Any]:
    source = {"type": "EXTENDED_PROPERTIES"}
    about = {"attributeSource": source, "attributeName": name, "condition": "EQUALS", "expectedValue": "x"}
    return {**about, "result": "Known"}


def test_a_property_used_in_a_rule_or_mapping_cannot_be_deleted(admin: Client) -> None:
    names = ("ruled", "mapped", "told", "free")
    properties = {"items": [{"name": name} for name in names]}
    assert admin.put(PROPERTIES, properties).status_code == 200
    fragment = {"id": "looked", "name": "Looked", "rootNode": {"action": {"type": "DONE"}}}
    assert admin.post(f"{API}/authenticationPolicies/fragments", fragment).status_code in (200, 201)
    action = {"type": "FRAGMENT", "fragment": {"id": "looked"}, "attributeRules": {"items": [rule("ruled")]}}
    root = {"action": action, "children": [done("Fail"), done("Known"), done()]}
    made = admin.post(POLICIES, policy("Looking", root))
    assert made.status_code in (200, 201), made.text
    assert admin.post(f"{API}/oauth/accessTokenManagers", manager()).status_code in (201, 422)
    mapping = token_mapping()
    fulfillment = {
        name: {"source": {"type": "EXTENDED_CLIENT_METADATA"}, "value": "mapped"}
        for name in mapping["attributeContractFulfillment"]
    }
    fulfillment[next(iter(fulfillment))] = {"source": {"type": "TEXT"}, "value": "It is ${client.told}."}
    mapped = admin.post(f"{API}/oauth/accessTokenMappings", {**mapping, "attributeContractFulfillment": fulfillment})
    assert mapped.status_code in (200, 201), mapped.text
    assert set(users(admin, PROPERTIES)) == {"Authentication Policy", "Access Token Mapping"}
    gone = found(admin.put(PROPERTIES, {"items": []}))
    assert [message.partition(" is in use by ")[0] for _, message in gone] == ["'ruled'", "'mapped'", "'told'"]
    assert gone[0][1] == "'ruled' is in use by Authentication Policy 'looking' and cannot be deleted or renamed."
    assert admin.delete(f"{POLICIES}/looking").status_code == 204
    assert admin.delete(f"{API}/oauth/accessTokenMappings/{mapped.json()['id']}").status_code == 204
    assert admin.put(PROPERTIES, {"items": []}).status_code == 200


def test_a_selector_names_a_declared_property(shared_server: FlowServer, admin: Client) -> None:
    type_ = "com.pingidentity.pf.selectors.ExtendedPropertyAuthnSelector"
    selectors = f"{API}/authenticationSelectors"
    body = instance("level", "Level", type_, [{"name": "Extended Property", "value": "level"}])
    body["attributeContract"] = {"extendedAttributes": [{"name": "gold"}]}
    missing = [("configuration.fields[0].value", "There is no extended property 'level'.")]
    assert found(admin.post(selectors, body)) == missing
    assert admin.put(PROPERTIES, {"items": [{"name": "level"}, {"name": "other"}]}).status_code == 200
    made = admin.post(selectors, body)
    assert made.status_code == 201, made.text
    gone = found(admin.put(PROPERTIES, {"items": [{"name": "other"}]}))
    user = "Authentication Selector 'level-level'"
    assert gone == [("items", f"'level' is in use by {user} and cannot be deleted or renamed.")]
    # The picker of the form searches the declared properties.
    browser = shared_server.client().sign_in("Administrator")
    choices = f"/pf-admin-ui/frame/selectors/choices?type={type_}&field=configuration.f0&q="
    for search, names in (("", ["level", "other"]), ("EV", ["level"]), ("none", [])):
        items = browser.get(f"{choices}{search}").json()["items"]
        assert [each["value"] for each in items] == names
    assert admin.delete(f"{selectors}/level-level").status_code == 204
    assert admin.put(PROPERTIES, {"items": []}).status_code == 200
