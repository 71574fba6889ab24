"""Single logout of IdP connections over the admin API."""

from tests.flows.connection_calls import idp_connection_errors
from tests.flows.key_calls import RSA_PAIR, add_keys
from tests.flows.pages import set_base_url, visit
from tests.flows.server import Client
from tests.flows.test_idp_browser_sso import CONNECTIONS, SSO, admin, no_further_connections
from tests.support.idp_connections import saml_connection

__all__ = ["admin", "no_further_connections"]


def test_single_logout_needs_an_address_a_binding_a_certificate_and_a_key(admin: Client) -> None:
    for profile in ("SP_INITIATED_SLO", "IDP_INITIATED_SLO"):
        sso = {"enabledProfiles": ["SP_INITIATED_SSO", profile], "incomingBindings": []}
        body = saml_connection("bad", **sso)
        body["credentials"] = {}
        assert idp_connection_errors(admin, body) == [
            (f"{SSO}.sloServiceEndpoints", "Add a single logout service."),
            (f"{SSO}.incomingBindings", "Choose POST, Redirect, Artifact or SOAP."),
            ("credentials.certs", "Logout messages need an active verification certificate."),
            ("credentials.signingSettings.signingKeyPairRef", "Choose the key that signs logout messages."),
        ]


def test_the_page_of_a_connection_with_single_logout_shows_the_address_for_the_partner(admin: Client) -> None:
    set_base_url(admin)
    add_keys(admin.server)
    body = saml_connection("slo")
    body["credentials"]["signingSettings"] = {"signingKeyPairRef": {"id": RSA_PAIR}}
    assert admin.post(CONNECTIONS, body).status_code == 201
    browser = admin.server.client().sign_in()
    assert "/sp/SLO.saml2" not in visit(browser, "idpConnections/edit/saml-slo").text
    body[SSO] |= {
        "enabledProfiles": ["SP_INITIATED_SSO", "SP_INITIATED_SLO", "IDP_INITIATED_SLO"],
        "incomingBindings": ["POST", "REDIRECT"],
        "sloServiceEndpoints": [{"binding": "REDIRECT", "url": "https://idp.example.com/slo"}],
    }
    saved = admin.put(f"{CONNECTIONS}/saml-slo", body)
    assert saved.status_code == 200, saved.text
    assert saved.json()[SSO]["sloServiceEndpoints"] == body[SSO]["sloServiceEndpoints"]
    assert "/sp/SLO.saml2" in visit(browser, "idpConnections/edit/saml-slo").text


def test_logout_messages_are_sent_to_web_addresses(admin: Client) -> None:
    endpoints = [{"binding": "POST", "url": "javascript:x", "responseUrl": "/relative"}]
    assert [
        path for path, _ in idp_connection_errors(admin, saml_connection("bad", sloServiceEndpoints=endpoints))
    ] == [
        f"{SSO}.sloServiceEndpoints[0].url",
        f"{SSO}.sloServiceEndpoints[0].responseUrl",
    ]
