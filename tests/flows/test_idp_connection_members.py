"""Members of IdP connections that belong to no single protocol, over the admin API."""

from collections.abc import Iterator

import pytest

from tests.flows.connection_calls import IDP_CONNECTIONS, idp_connection_errors
from tests.flows.pages import send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.idp_connections import openid_connection, saml_connection

CONNECTIONS = f"{API}{IDP_CONNECTIONS}"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


@pytest.fixture(autouse=True)
def connections(admin: Client) -> Iterator[None]:
    """Delete the connections of a test, because the license allows ten of them."""
    yield
    for id_ in ("saml-paths", "openid-issuers", "saml-issuers", "saml-usual", "saml-logged"):
        admin.delete(f"{CONNECTIONS}/{id_}")


def test_endpoints_are_addresses_or_paths_below_the_base_url(admin: Client) -> None:
    paths = {
        "enabledProfiles": ["SP_INITIATED_SSO"],
        "incomingBindings": ["POST", "ARTIFACT"],
        "ssoServiceEndpoints": [{"binding": "REDIRECT", "url": "/sso"}],
        "sloServiceEndpoints": [{"binding": "REDIRECT", "url": "/slo"}],
        "artifact": {"resolverLocations": [{"index": 1, "url": "/ars"}]},
    }
    body = saml_connection("paths", **paths)
    names = ("artifact.resolverLocations", "ssoServiceEndpoints", "sloServiceEndpoints")
    text = "Enter a complete URL, or a base URL of the connection."
    assert idp_connection_errors(admin, body) == [(f"idpBrowserSso.{name}[0].url", text) for name in names]
    made = admin.post(CONNECTIONS, {**body, "baseUrl": "https://idp.example.com"})
    assert (made.status_code, made.json()["baseUrl"]) == (201, "https://idp.example.com"), made.text


def test_additional_issuers_are_for_openid_connect(admin: Client) -> None:
    member = "additionalAllowedEntitiesConfiguration"
    off = {"allowAdditionalEntities": False, "allowAllEntities": False, "additionalAllowedEntities": []}
    made = admin.post(CONNECTIONS, {**openid_connection("issuers"), member: off})
    assert (made.status_code, made.json()[member]) == (201, off), made.text
    one = {"entityId": "https://tenant.example.com", "entityDescription": "A tenant"}
    on = {**off, "allowAdditionalEntities": True, "additionalAllowedEntities": [one]}
    changed = admin.put(f"{CONNECTIONS}/openid-issuers", {**made.json(), member: on})
    assert changed.json()[member] == on
    saml = saml_connection("issuers")
    assert member not in admin.post(CONNECTIONS, {**saml, member: off}).json()
    text = "Only connections with OpenID Connect accept additional issuers."
    assert idp_connection_errors(admin, {**saml_connection("bad"), member: on}) == [(member, text)]
    repeated = {**on, "additionalAllowedEntities": [one, one]}
    path = f"{member}.additionalAllowedEntities"
    for value, text in (
        (repeated, "An issuer is in the list twice."),
        ({**on, "additionalAllowedEntities": []}, "Add an issuer, or turn off additional issuers."),
    ):
        assert idp_connection_errors(admin, {**openid_connection("bad"), member: value}) == [(path, text)]


def test_extended_properties_of_a_connection_are_declared_ones(admin: Client) -> None:
    body = {**saml_connection("properties"), "extendedProperties": {"nowhere": {"values": ["x"]}}}
    text = "There is no extended property 'nowhere'."
    assert idp_connection_errors(admin, body) == [("extendedProperties.nowhere", text)]


def test_certificates_are_answered_as_they_were_sent(admin: Client) -> None:
    body = saml_connection("paths")
    pem = body["credentials"]["certs"][0]["x509File"]["fileData"]
    begin, *lines, end = pem.strip().splitlines()
    encoded = "".join(lines)
    wide = "\n".join((begin, *(encoded[start : start + 76] for start in range(0, len(encoded), 76)), end, ""))
    for sent, expected in ((wide, wide), (f"A note\n{wide}", pem), (encoded, pem)):
        body["credentials"]["certs"][0]["x509File"]["fileData"] = sent
        made = admin.put(f"{CONNECTIONS}/saml-paths", body)
        made = made if made.status_code == 200 else admin.post(CONNECTIONS, body)
        assert made.status_code in (200, 201), made.text
        assert made.json()["credentials"]["certs"][0]["x509File"]["fileData"] == expected


@pytest.mark.parametrize("minutes", ["0", "61", "x", "-1", "1.5", "٣"])
def test_the_lifetime_of_client_assertions_is_a_number_of_minutes(admin: Client, minutes: str) -> None:
    body = openid_connection("bad", lifetime=minutes)
    path = "idpBrowserSso.oidcProviderSettings.lifetime"
    assert idp_connection_errors(admin, body) == [(path, "Enter a number of minutes from 1 to 60.")]


def test_errors_of_partners_are_passed_on_only_if_this_is_chosen(admin: Client) -> None:
    made = admin.post(CONNECTIONS, saml_connection("paths"))
    assert (made.status_code, made.json()["idpBrowserSso"]["passthroughErrors"]) == (201, False)
    body = saml_connection("paths", passthroughErrors=True)
    assert admin.put(f"{CONNECTIONS}/saml-paths", body).json()["idpBrowserSso"]["passthroughErrors"] is True


def test_members_that_were_not_sent_are_not_answered(admin: Client) -> None:
    made = admin.post(CONNECTIONS, openid_connection("issuers"))
    assert made.status_code == 201, made.text
    shown = made.json()
    sso = shown["idpBrowserSso"]
    assert not {"credentials", "virtualEntityIds"} & set(shown)
    saml = {"enabledProfiles", "incomingBindings", "authnContextMappings", "decryptionPolicy"}
    assert not saml & set(sso)
    provider = sso["oidcProviderSettings"]
    assert (provider["trackUserSessionsForLogout"], provider["requestParameters"]) == (False, [])
    assert admin.put(f"{CONNECTIONS}/openid-issuers", shown).json() == shown
    with_keys = {**shown, "virtualEntityIds": ["urn:own"], "credentials": {"jwksUrl": "https://op.example.com/jwks"}}
    changed = admin.put(f"{CONNECTIONS}/openid-issuers", with_keys).json()
    assert (changed["virtualEntityIds"], changed["credentials"]["certs"]) == (["urn:own"], [])
    page = visit(admin.server.client().sign_in(), "idpConnections/edit/openid-issuers").text
    assert "No certificate or JWKS URL verifies" not in page
    locations = [{"index": 1, "url": "https://idp.example.com/ars"}]
    artifact = saml_connection("paths", incomingBindings=["ARTIFACT"], artifact={"resolverLocations": locations})
    answered = admin.post(CONNECTIONS, artifact).json()
    assert answered["idpBrowserSso"]["artifact"] == {"resolverLocations": locations}
    assert answered["idpBrowserSso"]["decryptionPolicy"]["assertionEncrypted"] is False
    assert (answered["virtualEntityIds"], "authnContextMappings" in answered["idpBrowserSso"]) == ([], False)


def test_the_logging_mode_is_stored_and_shown(admin: Client) -> None:
    assert admin.post(CONNECTIONS, saml_connection("usual")).json()["loggingMode"] == "STANDARD"
    made = admin.post(CONNECTIONS, {**saml_connection("logged"), "loggingMode": "ENHANCED"})
    assert (made.status_code, made.json()["loggingMode"]) == (201, "ENHANCED")
    console = admin.server.client().sign_in()
    page = visit(console, "idpConnections/edit/saml-logged?section=section-5")
    assert page.fields["loggingMode"] == ["ENHANCED"]
    send(console, page, {"loggingMode": "FULL"})
    assert admin.get(f"{CONNECTIONS}/saml-logged").json()["loggingMode"] == "FULL"
    wrong = {**saml_connection("wrong"), "loggingMode": "ALL"}
    assert [path for path, _text in idp_connection_errors(admin, wrong)] == ["loggingMode"]


def test_target_addresses_need_a_hand_over_and_a_host_name(admin: Client) -> None:
    path, entry = "idpBrowserSso.urlWhitelistEntries", {"validDomain": "app.example.com", "validPath": "/orders"}
    text = "Target addresses require the identity mapping Account mapping or Account linking."
    assert idp_connection_errors(admin, saml_connection("bad", urlWhitelistEntries=[entry])) == [(path, text)]
    mapped = {"idpIdentityMapping": "ACCOUNT_MAPPING"}
    wrong = [{"validDomain": "https://app.example.com", "validPath": "orders"}]
    found = idp_connection_errors(admin, saml_connection("bad", **mapped, urlWhitelistEntries=wrong))
    assert [each for each, _text in found] == [f"{path}[0].validDomain", f"{path}[0].validPath"]
    made = admin.post(CONNECTIONS, saml_connection("usual", **mapped, urlWhitelistEntries=[entry]))
    assert made.status_code == 201, made.text
    shown = made.json()["idpBrowserSso"]["urlWhitelistEntries"]
    assert shown == [{**entry, "allowQueryAndFragment": False, "requireHttps": True}]
