"""The page with the base URL, the identifiers and the contact of the server."""

import pytest

from tests.flows.connection_calls import SP_CONNECTIONS
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.idp_connections import verification_certificate
from tests.support.mappings import contract
from tests.support.sp_connections import browser_sso, sp_connection

SETTINGS = f"{API}/serverSettings"
PAGE = "protocolSettings"
BASE_URL = "https://sso.example.com:9031"
WS_FEDERATION = {
    "protocol": "WSFED",
    "enabledProfiles": [],
    "incomingBindings": [],
    "ssoServiceEndpoints": [{"url": "https://sp.example.com/wsfed"}],
}


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def test_identifiers_and_contact_are_saved_and_all_other_members_are_kept(admin: Client) -> None:
    mail = {"sourceAddr": "sso@example.com", "emailServer": "mail.example.com", "password": "Kontor-1241"}
    roles = {"enableIdpDiscovery": True}
    before = {"federationInfo": {"saml1xIssuerId": "sso.example.com"}, "emailServer": mail, "rolesAndProtocols": roles}
    assert admin.put(SETTINGS, before).status_code == 200
    kept = admin.get(SETTINGS).json()
    given = {
        "federationInfo.baseUrl": BASE_URL,
        "federationInfo.saml2EntityId": "https://sso.example.com/saml",
        "federationInfo.wsfedRealm": "urn:example:sso",
        "contactInfo.company": "Kontor",
        "contactInfo.email": "saml@example.com",
    }
    follow(admin, send(admin, visit(admin, PAGE), {**given, "_do": ""}))
    stored = admin.get(SETTINGS).json()
    assert stored["federationInfo"] == {
        "baseUrl": BASE_URL,
        "saml1xIssuerId": "sso.example.com",
        "saml2EntityId": "https://sso.example.com/saml",
        "wsfedRealm": "urn:example:sso",
    }
    assert stored["contactInfo"] == {"company": "Kontor", "email": "saml@example.com"}
    assert (stored["emailServer"], stored["rolesAndProtocols"]) == (kept["emailServer"], kept["rolesAndProtocols"])


def test_a_malformed_base_url_is_refused_at_its_field(admin: Client) -> None:
    refused = send(admin, visit(admin, PAGE), {"federationInfo.baseUrl": "sso.example.com", "_do": ""})
    assert refused.status == 422
    assert 'href="#f-federationInfo-baseUrl"' in refused.answer.text


def test_auditors_cannot_change_them(shared_server: FlowServer, admin: Client) -> None:
    made = admin.post(f"{API}/administrativeAccounts", account("protocol-auditor", auditor=True))
    assert made.status_code in (200, 422), made.text
    page = visit(shared_server.client().sign_in("protocol-auditor"), PAGE)
    assert (page.status, page.is_read_only) == (200, True)


def test_a_connection_without_the_identifier_leads_to_the_page(admin: Client) -> None:
    assert admin.post(f"{API}/authenticationPolicyContracts", contract()).status_code in (201, 422)
    made = admin.post(f"{API}{SP_CONNECTIONS}", sp_connection("nameless"))
    assert made.status_code == 201, made.text
    assert admin.put(f"{SETTINGS}/federationInfo", {"baseUrl": BASE_URL}).status_code == 200
    page = visit(admin, "spConnections/edit/sp-nameless")
    assert page.links["Open Protocol Settings"].startswith("/system/server/protocol-settings?")


def test_the_page_of_an_sp_connection_shows_what_its_partner_needs(admin: Client) -> None:
    assert admin.post(f"{API}/authenticationPolicyContracts", contract()).status_code in (201, 422)
    info = {"baseUrl": BASE_URL, "saml2EntityId": "urn:idp", "wsfedRealm": "urn:realm"}
    assert admin.put(f"{SETTINGS}/federationInfo", info).status_code == 200
    logout = {"sloServiceEndpoints": [{"binding": "REDIRECT", "url": "https://sp.example.com/slo"}]}
    profiles = {"enabledProfiles": ["SP_INITIATED_SSO", "SP_INITIATED_SLO"]}
    signed = {"credentials": {"certs": [verification_certificate()]}}
    for connection in (
        sp_connection("facts"),
        sp_connection("logout", sso=browser_sso(**logout, **profiles), **signed),
        sp_connection("wsfed", sso=browser_sso(**WS_FEDERATION)),
    ):
        made = admin.post(f"{API}{SP_CONNECTIONS}", connection)
        assert made.status_code == 201, made.text
    saml, logout_page, ws_federation = (
        visit(admin, f"spConnections/edit/sp-{name}").texts for name in ("facts", "logout", "wsfed")
    )
    assert following(saml, "Entity ID of this server") == "urn:idp"
    assert following(saml, "Single sign-on service URL") == f"{BASE_URL}/idp/SSO.saml2"
    assert "Single logout service URL" not in saml
    # The metadata describes active connections only.
    assert "Metadata for the partner" not in saml
    assert following(logout_page, "Single logout service URL") == f"{BASE_URL}/idp/SLO.saml2"
    assert following(ws_federation, "Realm of this server") == "urn:realm"
    assert following(ws_federation, "WS-Federation endpoint URL") == f"{BASE_URL}/idp/prp.wsf"
    assert "Entity ID of this server" not in ws_federation


def following(texts: list[str], label: str) -> str:
    return texts[texts.index(label) + 1]
