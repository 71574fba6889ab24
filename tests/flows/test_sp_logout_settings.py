"""Single logout of SP connections over the admin API."""

from tests.flows.server import Client
from tests.flows.test_sp_connections import CONNECTIONS, SSO, admin, findings, only_two_connections
from tests.support.idp_connections import verification_certificate
from tests.support.sp_connections import browser_sso, sp_connection

__all__ = ["admin", "only_two_connections"]


def test_single_logout_needs_an_address_and_a_certificate(admin: Client) -> None:
    path = f"{SSO}.sloServiceEndpoints"
    for profile in ("SP_INITIATED_SLO", "IDP_INITIATED_SLO"):
        assert findings(admin, sso=browser_sso(enabledProfiles=["IDP_INITIATED_SSO", profile])) == [
            (path, "Add a single logout service."),
            ("credentials.certs", "Logout messages need an active verification certificate."),
        ]
    sso = browser_sso(
        enabledProfiles=["SP_INITIATED_SSO", "SP_INITIATED_SLO"],
        sloServiceEndpoints=[{"binding": "POST", "url": "javascript:x"}],
    )
    found = findings(admin, sso=sso, credentials={"certs": [verification_certificate(4)]})
    assert found == [
        (f"{path}[0].url", "Enter an http or https URL."),
    ]


def test_logout_messages_can_be_exchanged_by_soap_alone(admin: Client) -> None:
    sso = browser_sso(
        enabledProfiles=["IDP_INITIATED_SSO", "SP_INITIATED_SLO"],
        incomingBindings=["SOAP"],
        sloServiceEndpoints=[{"binding": "SOAP", "url": "https://sp.example.com/slo"}],
    )
    credentials = {"certs": [verification_certificate(4)]}
    made = admin.post(CONNECTIONS, sp_connection("soap", sso=sso, credentials=credentials))
    assert made.status_code == 201, made.text
    assert admin.delete(f"{CONNECTIONS}/sp-soap").status_code == 204
    browser = {**sso, "sloServiceEndpoints": [{"binding": "POST", "url": "https://sp.example.com/slo"}]}
    [(path, text)] = findings(admin, sso=browser, credentials=credentials)
    assert path == f"{SSO}.incomingBindings"
    assert text.startswith("Choose POST, Redirect or Artifact, by which the partner answers")
