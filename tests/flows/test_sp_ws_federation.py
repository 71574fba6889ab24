"""SP connections with WS-Federation over the admin API and on their pages: members, defaults and refusals."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.flows.connection_calls import SP_CONNECTIONS
from tests.flows.key_calls import RSA_PAIR
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.sp_connections import CONTRACT_MAPPINGS, browser_sso, contract_mapping, sp_connection

CONNECTIONS = f"{API}{SP_CONNECTIONS}"
SSO = "spBrowserSso"
SERVICE = "https://rp.example.com/wsfed"
PAGE = "spConnections"
ONLY_SAML = "This setting is for SAML 2.0."


@pytest.fixture(scope="module")
def server_client(filled_server: FlowServer) -> Client:
    return filled_server.basic("Administrator")


@pytest.fixture
def admin(server_client: Client) -> Iterator[Client]:
    """An administrator; connections of the test are deleted after it, because the license allows ten."""
    yield server_client
    for each in server_client.get(CONNECTIONS).json()["items"]:
        if each["id"] not in ("sp-0", "sp-1"):
            server_client.delete(f"{CONNECTIONS}/{each['id']}")


def sso(**more: Any) -> dict[str, Any]:
    """Return the settings of Browser SSO with the members that the protocol needs."""
    return {
        "protocol": "WSFED",
        "ssoServiceEndpoints": [{"url": SERVICE}],
        "attributeContract": {},
        "adapterMappings": [],
        CONTRACT_MAPPINGS: [contract_mapping("apc-0")],
        **more,
    }


def connection(name: str = "wsfed", *, given: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return sp_connection(name, sso=given or sso(), **more)


def findings(admin: Client, body: dict[str, Any]) -> list[tuple[str | None, str]]:
    answer = admin.post(CONNECTIONS, body)
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath"), each["message"]) for each in answer.json()["validationErrors"]]


def test_a_connection_has_the_defaults_of_the_protocol(admin: Client) -> None:
    made = admin.post(CONNECTIONS, connection())
    assert made.status_code == 201, made.text
    shown = made.json()[SSO]
    assert (shown["wsFedTokenType"], shown["wsTrustVersion"]) == ("SAML11", "WSTRUST12")
    assert shown["spWsFedIdentityMapping"] == "EMAIL_ADDRESS"
    assert "urlWhitelistEntries" not in shown
    # Clients would report members of SAML as differences from what they have sent.
    assert not {"enabledProfiles", "incomingBindings", "spSamlIdentityMapping", "signResponseAsRequired"} & set(shown)
    assert shown["ssoServiceEndpoints"] == [{"url": SERVICE, "isDefault": False}]
    assert shown["attributeContract"]["coreAttributes"] == [{"name": "SAML_SUBJECT"}]
    # An answer can be saved again.
    again = admin.put(f"{CONNECTIONS}/sp-wsfed", made.json())
    assert (again.status_code, again.json()[SSO]) == (200, shown)


def test_all_members_are_stored(admin: Client) -> None:
    entry = {
        "validDomain": "*.example.com",
        "validPath": "/in",
        "allowQueryAndFragment": True,
        "requireHttps": False,
    }
    members = {
        "wsFedTokenType": "JWT",
        "wsTrustVersion": "WSTRUST13",
        "spWsFedIdentityMapping": "USER_PRINCIPLE_NAME",
        "urlWhitelistEntries": [entry],
    }
    shown = admin.post(CONNECTIONS, connection(given=sso(**members))).json()[SSO]
    assert {name: shown[name] for name in members} == members


def test_a_connection_with_saml_has_no_members_of_ws_federation(admin: Client) -> None:
    shown = admin.get(f"{CONNECTIONS}/sp-1").json()[SSO]
    unset = ("wsFedTokenType", "wsTrustVersion", "spWsFedIdentityMapping", "urlWhitelistEntries")
    assert not any(shown.get(name) for name in unset)
    members = {
        "wsFedTokenType": "SAML20",
        "wsTrustVersion": "WSTRUST12",
        "spWsFedIdentityMapping": "COMMON_NAME",
        "urlWhitelistEntries": [{"validDomain": "app.example.com"}],
    }
    expected = [(f"{SSO}.{name}", "This setting is for WS-Federation.") for name in members]
    assert findings(admin, sp_connection("saml", sso=browser_sso(**members))) == expected


@pytest.mark.parametrize(
    ("member", "value", "path"),
    [
        ("enabledProfiles", ["IDP_INITIATED_SSO"], "enabledProfiles"),
        ("incomingBindings", ["POST"], "incomingBindings"),
        ("sloServiceEndpoints", [{"binding": "POST", "url": SERVICE}], "sloServiceEndpoints"),
        ("artifact", {"lifetime": 90}, "artifact"),
        ("alwaysSignArtifactResponse", True, "alwaysSignArtifactResponse"),
        ("requireSignedAuthnRequests", True, "requireSignedAuthnRequests"),
        ("spSamlIdentityMapping", "TRANSIENT", "spSamlIdentityMapping"),
    ],
)
def test_members_of_saml_are_refused(admin: Client, member: str, value: Any, path: str) -> None:
    assert (f"{SSO}.{path}", ONLY_SAML) in findings(admin, connection(given=sso(**{member: value})))


def test_encryption_attribute_queries_and_metadata_are_refused(admin: Client) -> None:
    given = sso(encryptionPolicy={"encryptAssertion": True})
    query = {
        "attributes": ["mail"],
        "attributeContractFulfillment": {"mail": {"source": {"type": "TEXT"}, "value": "m"}},
    }
    found = findings(admin, connection(given=given, attributeQuery=query))
    assert (f"{SSO}.encryptionPolicy.encryptAssertion", ONLY_SAML) in found
    assert ("attributeQuery", ONLY_SAML) in found
    address = {"id": "wsfed-metadata", "name": "WS-Fed metadata", "url": "https://rp.example.com/metadata"}
    assert admin.post(f"{API}/metadataUrls", {**address, "validateSignature": False}).status_code == 201
    settings = {"metadataUrlRef": {"id": address["id"]}}
    assert ("metadataReloadSettings", ONLY_SAML) in findings(admin, connection(metadataReloadSettings=settings))


def test_a_connection_needs_a_service_url_that_receives_posts(admin: Client) -> None:
    path = f"{SSO}.ssoServiceEndpoints"
    assert findings(admin, connection(given=sso(ssoServiceEndpoints=[]))) == [
        (path, "Add the service URL of the partner.")
    ]
    endpoint = {"binding": "ARTIFACT", "url": SERVICE}
    text = "Tokens of WS-Federation are sent by the binding POST."
    assert (f"{path}[0].binding", text) in findings(admin, connection(given=sso(ssoServiceEndpoints=[endpoint])))
    text = "Enter an http or https URL."
    assert findings(admin, connection(given=sso(ssoServiceEndpoints=[{"url": "javascript:alert(1)"}]))) == [
        (f"{path}[0].url", text)
    ]


@pytest.mark.parametrize("domain", ["https://app.example.com", "*", "app.example.com/x", "*.*.example.com", "a b"])
def test_an_additional_address_has_a_host_name(admin: Client, domain: str) -> None:
    given = sso(urlWhitelistEntries=[{"validDomain": domain}])
    text = "Enter a host name such as app.example.com or *.example.com."
    assert findings(admin, connection(given=given)) == [(f"{SSO}.urlWhitelistEntries[0].validDomain", text)]


@pytest.mark.parametrize("path", ["in", "/in?x=1", "/in#x", "/a\\b", "/a\n"])
def test_an_additional_address_has_a_plain_path(admin: Client, path: str) -> None:
    given = sso(urlWhitelistEntries=[{"validDomain": "app.example.com", "validPath": path}])
    text = "The path must start with a slash and must not contain spaces, a query or a fragment."
    assert findings(admin, connection(given=given)) == [(f"{SSO}.urlWhitelistEntries[0].validPath", text)]


def test_an_active_connection_needs_a_signing_key(admin: Client) -> None:
    text = "An active connection needs a signing key."
    assert findings(admin, connection(active=True)) == [("credentials.signingSettings.signingKeyPairRef", text)]
    signed = {"signingSettings": {"signingKeyPairRef": {"id": RSA_PAIR}}}
    # The settings for signatures of SAML do not apply.
    given = sso(signResponseAsRequired=False, signAssertions=False)
    made = admin.post(CONNECTIONS, connection(given=given, active=True, credentials=signed))
    assert made.status_code == 201, made.text


def test_lists_are_filtered_by_the_protocol(admin: Client) -> None:
    assert admin.post(CONNECTIONS, connection()).status_code == 201
    found = admin.get(f"{CONNECTIONS}?{SSO}.protocol=WSFED")
    assert found.status_code == 200, found.text
    assert [each["id"] for each in found.json()["items"]] == ["sp-wsfed"]


def test_metadata_is_exported_with_the_realm_of_the_connection(admin: Client) -> None:
    given = sso(wsFedTokenType="SAML20", attributeContract={"extendedAttributes": [{"name": "urn:mail"}]})
    given[CONTRACT_MAPPINGS][0]["attributeContractFulfillment"]["urn:mail"] = {"source": {"type": "TEXT"}, "value": "a"}
    own: dict[str, Any] = {"virtualEntityIds": ["urn:own"], "defaultVirtualEntityId": "urn:own"}
    made = admin.post(CONNECTIONS, connection(given=given, **own))
    assert made.status_code == 201, made.text
    exported = {"connectionType": "SP", "connectionId": "sp-wsfed"}
    answer = admin.post(f"{API}/connectionMetadata/export", exported)
    assert answer.status_code == 200, answer.text
    assert 'entityID="urn:own"' in answer.text
    assert 'xsi:type="fed:SecurityTokenServiceType"' in answer.text
    assert 'Uri="urn:mail"' in answer.text
    assert "/idp/prp.wsf" in answer.text
    unknown = admin.post(f"{API}/connectionMetadata/export", {**exported, "virtualServerId": "urn:other"})
    assert unknown.status_code == 422


def test_metadata_needs_the_realm_of_this_server(admin: Client) -> None:
    assert admin.post(CONNECTIONS, connection()).status_code == 201
    answer = admin.post(f"{API}/connectionMetadata/export", {"connectionType": "SP", "connectionId": "sp-wsfed"})
    assert answer.status_code == 422
    assert answer.json()["validationErrors"][0]["message"] == "This server has no WS-Federation realm."


def test_the_form_has_the_fields_of_the_chosen_protocol(admin: Client, filled_server: FlowServer) -> None:
    console = filled_server.client().sign_in()
    page = send(console, visit(console, f"{PAGE}/add"), {f"{SSO}.protocol": "WSFED", "_do": f"edit:{SSO}.protocol"})
    assert f"{SSO}.wsFedTokenType" in page.fields
    page = send(console, page, {"_do": f"add:{SSO}.ssoServiceEndpoints"})
    page = send(console, page, {"name": "Realm", "entityId": "urn:realm", "_do": f"add:{SSO}.{CONTRACT_MAPPINGS}"})
    row = f"{SSO}.{CONTRACT_MAPPINGS}[0]"
    chosen = {f"{row}.authenticationPolicyContractRef": "apc-0", f"{SSO}.ssoServiceEndpoints[0].url": SERVICE}
    page = send(console, page, {**chosen, "_do": f"edit:{row}.authenticationPolicyContractRef"})
    source = {f"{row}.attributeContractFulfillment[0].source": "AUTHENTICATION_POLICY_CONTRACT|apc-0"}
    page = send(console, page, {**source, "_do": f"edit:{row}.attributeContractFulfillment[0].source"})
    entered = {f"{row}.attributeContractFulfillment[0].value": "subject", f"{SSO}.wsFedTokenType": "SAML20", "_do": ""}
    assert "Realm was saved." in follow(console, send(console, page, entered)).text
    [made] = [each for each in admin.get(CONNECTIONS).json()["items"] if each["name"] == "Realm"]
    assert made[SSO]["wsFedTokenType"] == "SAML20"
    listed = visit(console, f"{PAGE}?{SSO}.protocol=WSFED").text
    assert "WS-Federation" in listed
    assert "Realm" in listed
    summary = visit(console, f"{PAGE}/edit/{made['id']}").text
    assert "This server has no WS-Federation realm." in summary
    assert "Token type" in summary
    assert "Sign responses" not in summary
