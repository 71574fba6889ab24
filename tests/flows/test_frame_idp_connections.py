"""Frame pages of IdP connections: the form has a row for each access token mapping, inside a group."""

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.flows.connection_calls import IDP_CONNECTIONS
from tests.flows.mapping_pages import stored
from tests.flows.pages import follow, send, visit
from tests.flows.server import Client, FlowServer
from tests.support.key_pairs import certificate

PAGE = "idpConnections"
ROWS = "idpOAuthGrantAttributeMapping.accessTokenManagerMappings"
FULFILLED = f"{ROWS}[0].attributeContractFulfillment"
EXTENDED = "idpOAuthGrantAttributeMapping.idpOAuthAttributeContract.extendedAttributes"


@pytest.fixture
def admin(filled_server: FlowServer) -> Client:
    return filled_server.client().sign_in()


def test_a_connection_is_added_and_changed(admin: Client) -> None:
    page = send(admin, visit(admin, f"{PAGE}/add"), {"name": "Form", "_do": f"add:{EXTENDED}"})
    page = send(admin, page, {f"{EXTENDED}[0].name": "mail", "_do": "add:credentials.certs"})
    pem = certificate(6).public_bytes(Encoding.PEM).decode()
    page = send(admin, page, {"credentials.certs[0].x509File.fileData": pem, "_do": f"add:{ROWS}"})
    chosen = {f"{ROWS}[0].accessTokenManagerRef": "manager-0", "_do": f"edit:{ROWS}[0].accessTokenManagerRef"}
    page = send(admin, page, chosen)
    # The attribute with an equal name is mapped at once.
    assert [page.fields[f"{FULFILLED}[{number}].name"] for number in (0, 1)] == [["sub"], ["mail"]]
    assert page.fields[f"{FULFILLED}[1].source"] == ["ASSERTION|"]
    page = send(admin, page, {f"{FULFILLED}[0].source": "ASSERTION|", "_do": f"edit:{FULFILLED}[0].source"})
    assert page.fields[f"{FULFILLED}[0].source"] == ["ASSERTION|"]
    refused = send(admin, page, {f"{FULFILLED}[0].value": "TOKEN_SUBJECT", "_do": ""})
    assert "Entity ID: This field is required." in refused.text
    entered = {"entityId": "https://form.example.com", "active": "true", "_do": ""}
    assert "Form was saved." in follow(admin, send(admin, refused, entered)).text
    [made] = [each for each in stored(admin, IDP_CONNECTIONS)["items"] if each["name"] == "Form"]
    assert made["active"]
    assert made["idpOAuthGrantAttributeMapping"]["accessTokenManagerMappings"] == [
        {
            "accessTokenManagerRef": {"id": "manager-0"},
            "attributeSources": [],
            "attributeContractFulfillment": {
                "sub": {"source": {"type": "ASSERTION"}, "value": "TOKEN_SUBJECT"},
                "mail": {"source": {"type": "ASSERTION"}, "value": "mail"},
            },
        }
    ]
    edit = visit(admin, f"{PAGE}/edit/{made['id']}?section=section-1")
    assert "CN=Seal 6" in edit.answer.text
    assert "Valid until 01 Jun 2027, 00:00 UTC" in edit.texts
    assert "Form was saved." in follow(admin, send(admin, edit, {"_do": ""})).text
    again = stored(admin, f"{IDP_CONNECTIONS}/{made['id']}")
    assert again == made


def test_a_connection_for_browser_sso_is_added_with_the_form(admin: Client) -> None:
    sso = "idpBrowserSso"
    page = send(admin, visit(admin, f"{PAGE}/add"), {"name": "SAML form", "_do": f"add:{sso}.ssoServiceEndpoints"})
    page = send(admin, page, {"_do": f"add:{sso}.attributeContract.extendedAttributes"})
    page = send(admin, page, {"_do": "add:credentials.certs"})
    pem = certificate(7).public_bytes(Encoding.PEM).decode()
    entered = {
        "entityId": "https://saml-form.example.com",
        "active": "true",
        f"{sso}.protocol": "SAML20",
        f"{sso}.enabledProfiles": "SP_INITIATED_SSO",
        f"{sso}.incomingBindings": "POST",
        f"{sso}.ssoServiceEndpoints[0].binding": "REDIRECT",
        f"{sso}.ssoServiceEndpoints[0].url": "https://saml-form.example.com/sso",
        f"{sso}.attributeContract.extendedAttributes[0].name": "mail",
        "credentials.certs[0].x509File.fileData": pem,
        "credentials.certs[0].activeVerificationCert": "true",
        "_do": "",
    }
    assert "SAML form was saved." in follow(admin, send(admin, page, entered)).text
    [made] = [each for each in stored(admin, IDP_CONNECTIONS)["items"] if each["name"] == "SAML form"]
    assert made[sso]["ssoServiceEndpoints"] == [{"binding": "REDIRECT", "url": "https://saml-form.example.com/sso"}]
    assert [each["name"] for each in made[sso]["attributeContract"]["extendedAttributes"]] == ["mail"]
    # The parts that nobody filled in are not stored.
    assert not {"oidcClientCredentials", "idpOAuthGrantAttributeMapping"} & made.keys()
    listed = visit(admin, PAGE)
    assert "SAML 2.0" in listed.text
    assert "SAML form" in visit(admin, f"{PAGE}?idpBrowserSso.protocol=SAML20").texts
    assert "SAML form" not in visit(admin, f"{PAGE}?idpBrowserSso.protocol=OIDC").texts
    edit = visit(admin, f"{PAGE}/edit/{made['id']}?section=section-1")
    assert "SAML form was saved." in follow(admin, send(admin, edit, {"_do": ""})).text
    assert stored(admin, f"{IDP_CONNECTIONS}/{made['id']}") == made
