"""Browser SSO of IdP connections over the admin API."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_plus

import pytest

from tests.flows.connection_calls import IDP_CONNECTIONS, idp_connection_errors
from tests.flows.pages import set_base_url, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.idp_connections import openid_connection, saml_connection
from tests.support.mappings import from_source
from tests.support.sp_adapters import sp_adapter

CONNECTIONS = f"{API}{IDP_CONNECTIONS}"
SSO = "idpBrowserSso"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


@pytest.fixture(autouse=True)
def no_further_connections(admin: Client) -> Iterator[None]:
    """Delete the connections that a test has created, because the license allows ten of them."""
    before = {each["id"] for each in admin.get(CONNECTIONS).json()["items"]}
    yield
    for each in admin.get(CONNECTIONS).json()["items"]:
        if each["id"] not in before:
            admin.delete(f"{CONNECTIONS}/{each['id']}")


@pytest.fixture
def filled_admin(filled_server: FlowServer) -> Client:
    return filled_server.basic("Administrator")


def test_a_saml_connection_is_stored_with_its_core_attribute(admin: Client) -> None:
    made = admin.post(CONNECTIONS, saml_connection("core"))
    assert made.status_code == 201, made.text
    contract = made.json()[SSO]["attributeContract"]
    assert contract["coreAttributes"] == [{"name": "SAML_SUBJECT", "masked": False}]
    assert "oidcProviderSettings" not in made.json()[SSO]
    assert "idpOAuthGrantAttributeMapping" not in made.json()
    again = admin.put(f"{CONNECTIONS}/saml-core", made.json())
    assert again.json() == made.json()


def test_the_secret_of_an_openid_connection_is_write_only_and_can_be_sent_back_sealed(admin: Client) -> None:
    made = admin.post(CONNECTIONS, openid_connection("secret"))
    assert made.status_code == 201, made.text
    assert "a-secret-of-the-provider" not in made.text
    shown = made.json()["oidcClientCredentials"]
    # `encryptedSecret` is the name of the API contract, whose clients send it back.
    assert set(shown) == {"clientId", "encryptedClientSecret", "encryptedSecret"}
    sent = {name: value for name, value in shown.items() if name != "encryptedClientSecret"}
    again = admin.put(f"{CONNECTIONS}/openid-secret", {**made.json(), "oidcClientCredentials": sent})
    assert again.status_code == 200, again.text
    assert again.json()["oidcClientCredentials"] == shown


def test_the_redirect_uri_of_an_openid_connection_is_shown(admin: Client) -> None:
    set_base_url(admin)
    made = admin.post(CONNECTIONS, openid_connection("uri", trackUserSessionsForLogout=True)).json()
    provider = made[SSO]["oidcProviderSettings"]
    assert provider["redirectUri"].startswith("https://sso.example.com/sp/")
    assert provider["redirectUri"].endswith("/cb.openid")
    page = visit(admin.server.client().sign_in(), "idpConnections/edit/openid-uri")
    assert provider["redirectUri"] in page.text
    assert provider["backChannelLogoutUri"] in page.text
    assert provider["frontChannelLogoutUri"].endswith("/fclogout.openid")
    assert provider["frontChannelLogoutUri"] in page.text
    assert provider["postLogoutRedirectUri"].endswith("/logout.openid")
    assert provider["postLogoutRedirectUri"] in page.text


def test_addresses_for_logouts_are_shown_only_if_they_are_tracked(admin: Client) -> None:
    set_base_url(admin)
    provider = admin.post(CONNECTIONS, openid_connection("quiet")).json()[SSO]["oidcProviderSettings"]
    assert provider["trackUserSessionsForLogout"] is False
    # As in the API contract, the front-channel address is always there.
    assert {"backChannelLogoutUri", "postLogoutRedirectUri", "frontChannelLogoutUri"} & set(provider) == {
        "frontChannelLogoutUri"
    }
    page = visit(admin.server.client().sign_in(), "idpConnections/edit/openid-quiet")
    assert provider["redirectUri"] in page.text
    assert "/bclogout.openid" not in page.text
    assert provider["frontChannelLogoutUri"] not in page.text


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"enabledProfiles": []}, "enabledProfiles"),
        ({"enabledProfiles": ["IDP_INITIATED_SSO", "ANY"]}, "enabledProfiles[1]"),
        ({"incomingBindings": ["POST", "ARTIFACT"]}, "artifact.resolverLocations"),
        ({"artifact": {"resolverLocations": [{"index": 0, "url": "/ars"}]}}, "artifact.resolverLocations[0].url"),
        (
            {"artifact": {"resolverLocations": [{"index": 1, "url": f"https://x.example/{n}"} for n in "ab"]}},
            "artifact.resolverLocations",
        ),
        (
            {"artifact": {"resolverLocations": [{"index": 0, "url": "https://x.example"}], "sourceId": "xyz"}},
            "artifact.sourceId",
        ),
        ({"ssoServiceEndpoints": []}, "ssoServiceEndpoints"),
        ({"ssoServiceEndpoints": [{"binding": "SOAP", "url": "https://x.example"}]}, "ssoServiceEndpoints[0].binding"),
        ({"ssoServiceEndpoints": [{"binding": "POST", "url": "javascript:x"}]}, "ssoServiceEndpoints[0].url"),
        ({"protocol": "WSFED"}, "protocol"),
        ({"idpIdentityMapping": "ACCOUNT_LINKING"}, "accountLinkingProfileRef"),
        (
            {"attributeContract": {"extendedAttributes": [{"name": "SAML_SUBJECT"}]}},
            "attributeContract.extendedAttributes[0].name",
        ),
    ],
)
def test_settings_that_cannot_work_are_refused(admin: Client, changes: dict[str, Any], path: str) -> None:
    assert {found for found, _ in idp_connection_errors(admin, saml_connection("bad", **changes))} == {f"{SSO}.{path}"}


@pytest.mark.parametrize(
    "changes",
    [
        {"ssoOAuthMapping": {"attributeContractFulfillment": {}, "attributeSources": [{}]}},
        {"messageCustomizations": [{"contextName": "AuthnRequest", "messageExpression": "x"}]},
    ],
)
def test_settings_that_have_no_effect_are_refused(admin: Client, changes: dict[str, Any]) -> None:
    [(path, text)] = idp_connection_errors(admin, saml_connection("bad", **changes))
    assert (path or "").startswith(SSO)
    assert "is not supported by this version. Leave it o" in text


def to_adapter(adapter: str = "sp-0", **more: Any) -> dict[str, Any]:
    """Return a mapping of a connection to an SP adapter."""
    fulfillment = {"sub": from_source("ASSERTION", "SAML_SUBJECT"), "mail": from_source("ASSERTION", "mail")}
    return {"spAdapterRef": {"id": adapter}, "attributeContractFulfillment": fulfillment, **more}


def to_contract(**more: Any) -> dict[str, Any]:
    """Return a mapping of a connection to a policy contract."""
    fulfillment = {"subject": from_source("ASSERTION", "mail"), "mail": from_source("TEXT", "x@example.com")}
    reference = {"authenticationPolicyContractRef": {"id": "apc-0"}}
    return {**reference, "attributeContractFulfillment": fulfillment, **more}


def mapped(name: str, **changes: Any) -> dict[str, Any]:
    """Return a connection with mappings to applications."""
    usual = {
        "enabledProfiles": ["IDP_INITIATED_SSO"],
        "ssoServiceEndpoints": [],
        "idpIdentityMapping": "ACCOUNT_MAPPING",
        "defaultTargetUrl": "https://app.example.com/start",
        "adapterMappings": [to_adapter()],
        "authenticationPolicyContractMappings": [to_contract()],
    }
    return saml_connection(name, **{**usual, **changes})


def test_mappings_to_applications_are_stored_as_they_were_sent(filled_admin: Client) -> None:
    made = filled_admin.post(CONNECTIONS, mapped("mapped"))
    assert made.status_code == 201, made.text
    sso = made.json()[SSO]
    restriction = {"restrictVirtualEntityIds": False, "restrictedVirtualEntityIds": []}
    assert sso["adapterMappings"] == [{"attributeSources": [], **restriction, **to_adapter()}]
    restriction = {"restrictVirtualServerIds": False, "restrictedVirtualServerIds": []}
    assert sso["authenticationPolicyContractMappings"] == [{"attributeSources": [], **restriction, **to_contract()}]
    assert sso["defaultTargetUrl"] == "https://app.example.com/start"
    again = filled_admin.put(f"{CONNECTIONS}/saml-mapped", made.json())
    assert (again.status_code, again.json()) == (200, made.json())
    assert filled_admin.delete(f"{CONNECTIONS}/saml-mapped").status_code == 204


def test_the_address_that_starts_a_sign_in_is_shown_if_users_are_handed_over(filled_admin: Client) -> None:
    set_base_url(filled_admin)
    made = filled_admin.post(CONNECTIONS, mapped("start", ssoApplicationEndpoint="https://other.example.com"))
    assert made.status_code == 201, made.text
    address = made.json()[SSO]["ssoApplicationEndpoint"]
    entity_id = quote_plus(made.json()["entityId"])
    assert address == f"https://sso.example.com/sp/startSSO.ping?PartnerIdpId={entity_id}"
    assert filled_admin.put(f"{CONNECTIONS}/saml-start", made.json()).headers["ETag"] == made.headers["ETag"]
    assert address in visit(filled_admin.server.client().sign_in(), "idpConnections/edit/saml-start").text
    unmapped = saml_connection("start", idpIdentityMapping="NONE")
    assert "ssoApplicationEndpoint" not in filled_admin.put(f"{CONNECTIONS}/saml-start", unmapped).json()[SSO]
    assert filled_admin.delete(f"{CONNECTIONS}/saml-start").status_code == 204


def test_an_sp_adapter_with_a_mapping_of_a_connection_cannot_be_deleted(filled_admin: Client) -> None:
    adapters = f"{API}/sp/adapters"
    assert filled_admin.post(adapters, sp_adapter("own")).status_code == 201
    body = mapped("holds", adapterMappings=[to_adapter("sp-own")], authenticationPolicyContractMappings=[])
    assert filled_admin.post(CONNECTIONS, body).status_code == 201
    refused = filled_admin.delete(f"{adapters}/sp-own")
    assert refused.status_code == 422
    assert "saml-holds" in refused.text
    assert filled_admin.delete(f"{CONNECTIONS}/saml-holds").status_code == 204
    assert filled_admin.delete(f"{adapters}/sp-own").status_code == 204


def test_mappings_can_be_restricted_to_virtual_server_ids_of_the_connection(filled_admin: Client) -> None:
    restricted: dict[str, Any] = {"restrictVirtualEntityIds": True, "restrictedVirtualEntityIds": ["urn:one"]}
    adapter = to_adapter(**restricted, adapterOverrideSettings=None)
    contract = to_contract(restrictVirtualServerIds=True, restrictedVirtualServerIds=["urn:two"])
    body = mapped("restricted", adapterMappings=[adapter], authenticationPolicyContractMappings=[contract])
    paths = [path for path, _ in idp_connection_errors(filled_admin, body)]
    assert paths == [
        f"{SSO}.adapterMappings[0].restrictedVirtualEntityIds[0]",
        f"{SSO}.authenticationPolicyContractMappings[0].restrictedVirtualServerIds[0]",
    ]
    made = filled_admin.post(CONNECTIONS, {**body, "virtualEntityIds": ["urn:one", "urn:two"]})
    assert made.status_code == 201, made.text
    assert restricted.items() <= made.json()[SSO]["adapterMappings"][0].items()
    assert made.json()[SSO]["authenticationPolicyContractMappings"][0]["restrictedVirtualServerIds"] == ["urn:two"]
    assert filled_admin.delete(f"{CONNECTIONS}/saml-restricted").status_code == 204


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"idpIdentityMapping": "NONE"}, "idpIdentityMapping"),
        ({"adapterMappings": [to_adapter(), to_adapter()]}, "adapterMappings[1].spAdapterRef"),
        (
            {"authenticationPolicyContractMappings": [to_contract(), to_contract()]},
            "authenticationPolicyContractMappings[1].authenticationPolicyContractRef",
        ),
        (
            {"adapterMappings": [to_adapter(attributeContractFulfillment={"sub": from_source("TEXT", "x")})]},
            "adapterMappings[0].attributeContractFulfillment.mail",
        ),
        (
            {
                "adapterMappings": [
                    to_adapter(
                        attributeContractFulfillment={
                            "sub": from_source("ASSERTION", "no_such_attribute"),
                            "mail": from_source("TEXT", "x"),
                        }
                    )
                ]
            },
            "adapterMappings[0].attributeContractFulfillment.sub.value",
        ),
        (
            {"adapterMappings": [to_adapter(restrictVirtualEntityIds=True)]},
            "adapterMappings[0].restrictedVirtualEntityIds",
        ),
        (
            {"authenticationPolicyContractMappings": [to_contract(restrictVirtualServerIds=True)]},
            "authenticationPolicyContractMappings[0].restrictedVirtualServerIds",
        ),
        ({"defaultTargetUrl": "javascript:x"}, "defaultTargetUrl"),
        ({"enabledProfiles": ["SP_INITIATED_SSO"]}, "ssoServiceEndpoints"),
    ],
)
def test_mappings_that_cannot_work_are_refused(filled_admin: Client, changes: dict[str, Any], path: str) -> None:
    assert [found for found, _ in idp_connection_errors(filled_admin, mapped("bad", **changes))] == [f"{SSO}.{path}"]


def test_the_claims_of_an_openid_provider_are_the_source_of_mappings(filled_admin: Client) -> None:
    body = openid_connection("claims")
    fulfillment = {"sub": from_source("CLAIMS", "sub"), "mail": from_source("CLAIMS", "sub")}
    mapping = to_adapter(attributeContractFulfillment=fulfillment)
    body[SSO] |= {"idpIdentityMapping": "ACCOUNT_MAPPING", "adapterMappings": [mapping]}
    assert filled_admin.post(CONNECTIONS, body).status_code == 201
    assert filled_admin.delete(f"{CONNECTIONS}/openid-claims").status_code == 204


@pytest.mark.parametrize(
    ("outbound", "path"),
    [
        ({"digitalSignature": True}, "signingSettings.signingKeyPairRef"),
        ({"httpBasicCredentials": {"username": "hanse"}}, "outboundBackChannelAuth.httpBasicCredentials.password"),
        ({"httpBasicCredentials": {"password": "secret"}}, "outboundBackChannelAuth.httpBasicCredentials.username"),
    ],
)
def test_authentication_on_the_back_channel_is_complete(admin: Client, outbound: dict[str, Any], path: str) -> None:
    body = saml_connection("bad")
    body["credentials"]["outboundBackChannelAuth"] = {"type": "OUTBOUND", **outbound}
    assert [found for found, _ in idp_connection_errors(admin, body)] == [f"credentials.{path}"]


def test_a_connection_needs_browser_sso_or_an_assertion_grant(admin: Client) -> None:
    body = saml_connection("bad")
    body.pop(SSO)
    text = "Choose a protocol for Browser SSO, or add access token mappings for assertion grants."
    assert [found for _, found in idp_connection_errors(admin, body)] == [text]


def test_a_connection_that_a_policy_uses_cannot_be_deleted(admin: Client) -> None:
    assert admin.post(CONNECTIONS, saml_connection("used")).status_code == 201
    source = {"type": "IDP_CONNECTION", "sourceRef": {"id": "saml-used"}}
    ends = [{"action": {"type": "DONE", "context": each}} for each in ("Fail", "Success")]
    tree = {"action": {"type": "AUTHN_SOURCE", "authenticationSource": source}, "children": ends}
    body = {"name": "By a used partner", "rootNode": tree, "enabled": False}
    made = admin.post(f"{API}/authenticationPolicies/policy", body)
    assert made.status_code == 201, made.text
    assert admin.delete(f"{CONNECTIONS}/saml-used").status_code == 422
