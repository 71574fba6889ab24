"""The back channel of SP connections over the admin API: artifacts, attribute queries and their authentication."""

from typing import Any

import pytest

from tests.flows.server import API, Client
from tests.flows.test_sp_connections import CONNECTIONS, admin, findings, only_two_connections
from tests.support.idp_connections import verification_certificate
from tests.support.mappings import from_source
from tests.support.sp_connections import CONSUMER, browser_sso, sp_connection

__all__ = ["admin", "only_two_connections"]


def test_artifacts_need_an_authentication_of_the_back_channel(admin: Client) -> None:
    text = (
        "Requests on the back channel need an active verification certificate, a user name and a password of the"
        " partner, or a TLS client certificate of the partner."
    )
    sso = browser_sso(ssoServiceEndpoints=[{"binding": "ARTIFACT", "url": CONSUMER}])
    assert findings(admin, sso=sso) == [("credentials.certs", text)]

    def of(username: str, password: str) -> dict[str, Any]:
        basic = {"username": username, "password": password}
        return {"inboundBackChannelAuth": {"type": "INBOUND", "httpBasicCredentials": basic}}

    path = "credentials.inboundBackChannelAuth.httpBasicCredentials"
    [first, *_] = findings(admin, sso=sso, credentials=of("", "secret"))
    assert first == (f"{path}.username", "Enter the user name.")
    assert findings(admin, sso=sso, credentials=of("partner", "")) == [(f"{path}.password", "Enter the password.")]
    [colon] = findings(admin, sso=sso, credentials=of("part:ner", "secret"))
    assert colon == (f"{path}.username", "A user name must not have a colon.")
    made = admin.post(CONNECTIONS, sp_connection("artifacts", sso=sso, credentials=of("partner", "secret")))
    assert made.status_code == 201, made.text
    inbound = made.json()["credentials"]["inboundBackChannelAuth"]
    assert "password" not in inbound["httpBasicCredentials"]
    kept = admin.put(f"{CONNECTIONS}/sp-artifacts", made.json())
    assert kept.status_code == 200, kept.text


def inbound(**settings: Any) -> dict[str, Any]:
    return {"inboundBackChannelAuth": {"type": "INBOUND", **settings}}


@pytest.mark.parametrize(
    "settings", [{"verificationSubjectDN": "CN=sp, O=Example"}, {"certs": [verification_certificate(5)]}]
)
def test_a_tls_client_certificate_is_an_authentication_of_the_back_channel(
    admin: Client, settings: dict[str, Any]
) -> None:
    sso = browser_sso(ssoServiceEndpoints=[{"binding": "ARTIFACT", "url": CONSUMER}])
    made = admin.post(CONNECTIONS, sp_connection("certified", sso=sso, credentials=inbound(**settings)))
    assert made.status_code == 201, made.text
    kept = admin.put(f"{CONNECTIONS}/sp-certified", made.json())
    assert kept.status_code == 200, kept.text
    shown = kept.json()["credentials"]["inboundBackChannelAuth"]
    for each in shown.pop("certs", ()):
        assert each["certView"]["subjectDN"] == "CN=Seal 5, O=Hanse\\, Lübeck, C=DE"
    expected = {name: value for name, value in settings.items() if name != "certs"}
    assert shown == {"type": "INBOUND", "digitalSignature": False, "requireSsl": True, **expected}
    calendar = admin.get(f"{API}/certificates/calendar").json()["items"]
    assert any(each["id"] == "sp-certified" for each in calendar) is ("certs" in settings)


@pytest.mark.parametrize(
    ("settings", "path", "text"),
    [
        (
            {"verificationSubjectDN": "no name"},
            "verificationSubjectDN",
            "Enter a distinguished name such as CN=app, O=Example.",
        ),
        (
            {"verificationIssuerDN": "CN=Root"},
            "verificationIssuerDN",
            "This applies only together with a subject DN.",
        ),
        (
            {"certs": [{"x509File": {"fileData": "no certificate"}}]},
            "certs[0].x509File.fileData",
            "This must be a file in base64.",
        ),
        (
            {"certs": [verification_certificate(5), verification_certificate(5)]},
            "certs[1].x509File.fileData",
            "The list already has this certificate.",
        ),
        (
            {"certs": [{**verification_certificate(5), "activeVerificationCert": False}]},
            "certs",
            "Activate one of the certificates, or remove them.",
        ),
        (
            {"certs": [verification_certificate(5)], "requireSsl": False},
            "requireSsl",
            "A TLS client certificate requires TLS. Require TLS, or remove the certificates and the subject DN.",
        ),
    ],
)
def test_settings_of_tls_client_certificates_are_validated(
    admin: Client, settings: dict[str, Any], path: str, text: str
) -> None:
    found = findings(admin, credentials=inbound(**settings))
    assert found == [(f"credentials.inboundBackChannelAuth.{path}", text)]


def test_attribute_queries_need_attributes_with_sources_and_an_authentication(admin: Client) -> None:
    subject = {"mail": from_source("ATTRIBUTE_QUERY", "SAML_SUBJECT")}
    query = {"attributes": ["mail", "mail"], "attributeSources": [], "attributeContractFulfillment": subject}
    found = [path for path, _ in findings(admin, attributeQuery=query)]
    assert found == ["credentials.certs", "attributeQuery.attributes"]
    bare = {"attributes": [], "attributeSources": [], "attributeContractFulfillment": subject}
    certified = {"certs": [verification_certificate(4)]}
    assert [path for path, _ in findings(admin, attributeQuery=bare, credentials=certified)] == [
        "attributeQuery.attributes",
        "attributeQuery.attributeContractFulfillment.mail",
    ]
    query["attributes"] = ["mail"]
    for policy, path in (
        ({"encryptAssertion": True}, "credentials.certs"),
        ({"requireEncryptedNameId": True}, "credentials.decryptionKeyPairRef"),
    ):
        sent = {**query, "policy": policy}
        assert [found for found, _ in findings(admin, attributeQuery=sent, credentials=certified)] == [path]
    made = admin.post(CONNECTIONS, sp_connection("queried", attributeQuery=query, credentials=certified))
    assert made.status_code == 201, made.text
    assert made.json()["attributeQuery"]["attributes"] == ["mail"]
    nothing: dict[str, Any] = {
        "attributes": [],
        "attributeSources": [],
        "attributeContractFulfillment": {},
        "policy": {},
    }
    saved = admin.put(f"{CONNECTIONS}/sp-queried", {**made.json(), "attributeQuery": nothing})
    assert "attributeQuery" not in saved.json()


def test_a_stored_password_is_not_sent_to_another_server(admin: Client) -> None:
    def connection(url: str, outbound: dict[str, Any], base_url: str = "https://sp.example.com") -> dict[str, Any]:
        locations = [{"index": 0, "url": url}]
        sso = browser_sso(incomingBindings=["ARTIFACT"], artifact={"lifetime": 60, "resolverLocations": locations})
        credentials = {"certs": [verification_certificate(4)], "outboundBackChannelAuth": outbound}
        return sp_connection("outbound", sso=sso, credentials=credentials, baseUrl=base_url)

    def outbound_of(**settings: Any) -> dict[str, Any]:
        return {"type": "OUTBOUND", "httpBasicCredentials": {"username": "hanse", **settings}}

    made = admin.post(CONNECTIONS, connection("/ars", outbound_of(password="secret")))
    assert made.status_code == 201, made.text
    shown = made.json()["credentials"]["outboundBackChannelAuth"]
    assert "password" not in shown["httpBasicCredentials"]
    address = f"{CONNECTIONS}/sp-outbound"
    assert admin.put(address, connection("/other", shown)).status_code == 200
    refusal = ("credentials.outboundBackChannelAuth.httpBasicCredentials.password", "Enter the password again.")
    for body in (
        connection("https://evil.example/ars", shown),
        connection("/ars", shown, "https://evil.example"),
        connection("/ars", outbound_of(), "https://evil.example"),
        connection("http://sp.example.com/ars", shown),
        connection("/ars", {**shown, "validatePartnerCert": False}),
    ):
        answer = admin.put(address, body)
        assert answer.status_code == 422, body
        found = [(each["fieldPath"], each["message"]) for each in answer.json()["validationErrors"]]
        assert (refusal[0], f"{refusal[1]} The change would send it to another server.") in found
    copied = {**connection("https://evil.example/ars", shown), "id": "sp-copy", "name": "Copy", "entityId": "urn:copy"}
    assert admin.post(CONNECTIONS, copied).status_code == 422
    entered = connection("https://other.example/ars", outbound_of(password="another"))
    assert admin.put(address, entered).status_code == 200
