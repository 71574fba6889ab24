"""Server settings over HTTP."""

import json
from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer
from tests.support.instances import publisher

SETTINGS = f"{API}/serverSettings"
MAIL_PASSWORD, CAPTCHA_KEY = "mail-secret-1358", "captcha-secret-1669"
# Every supported field of the contract's ServerSettings, except references to notification publishers.
MESSAGES = {"emailAddress": "ops@example.com"}
ALL_FIELDS: dict[str, Any] = {
    "contactInfo": {
        "company": "Kontor",
        "email": "office@example.com",
        "firstName": "Ada",
        "lastName": "Lovelace",
        "phone": "+44 1241",
    },
    "notifications": {
        "licenseEvents": MESSAGES,
        "certificateExpirations": {
            **MESSAGES,
            "initialWarningPeriod": 45,
            "finalWarningPeriod": 7,
            "notificationMode": "LOGGING_ONLY",
        },
        "notifyAdminUserPasswordChanges": True,
        "metadataNotificationSettings": MESSAGES,
        "expiringCertificateAdministrativeConsoleWarningDays": 30,
        "expiredCertificateAdministrativeConsoleWarningDays": 14,
    },
    "rolesAndProtocols": {
        "oauthRole": {"enableOauth": True, "enableOpenIdConnect": True},
        "idpRole": {
            "enable": True,
            "enableSaml11": True,
            "enableSaml10": True,
            "enableWsFed": True,
            "enableWsTrust": True,
            "saml20Profile": {"enable": True, "enableAutoConnect": True},
            "enableOutboundProvisioning": True,
        },
        "spRole": {
            "enable": True,
            "enableSaml11": True,
            "enableSaml10": True,
            "enableWsFed": True,
            "enableWsTrust": True,
            "saml20Profile": {"enable": True, "enableAutoConnect": True, "enableXASP": True},
            "enableOpenIDConnect": True,
            "enableInboundProvisioning": True,
        },
        "enableIdpDiscovery": True,
    },
    "federationInfo": {
        "baseUrl": "https://sso.example.com:9031",
        "saml2EntityId": "urn:kontor",
        "autoConnectEntityId": "https://sso.example.com",
        "saml1xIssuerId": "urn:issuer",
        "saml1xSourceId": "0123456789abcdef",
        "wsfedRealm": "urn:realm",
    },
    "emailServer": {
        "sourceAddr": "sso@example.com",
        "emailServer": "mail.example.com",
        "port": 25,
        "sslPort": 465,
        "timeout": 30,
        "retryAttempts": 2,
        "retryDelay": 2,
        "useSSL": True,
        "useTLS": False,
        "verifyHostname": True,
        "enableUtf8MessageHeaders": True,
        "useDebugging": False,
        "username": "sso",
        "password": MAIL_PASSWORD,
    },
    "captchaSettings": {"siteKey": "site", "secretKey": CAPTCHA_KEY},
}


@pytest.fixture(scope="module")
def shared_admin(shared_server: FlowServer) -> Client:
    """A client of the shared server, for tests that do not affect others."""
    return shared_server.client().sign_in()


def without_secrets(body: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(body))
    for part, name in (("emailServer", "Password"), ("captchaSettings", "SecretKey")):
        made[part].pop(name[0].lower() + name[1:], None)
        made[part].pop(f"encrypted{name}", None)
    return made


def test_every_setting_is_returned(admin: Client, server: FlowServer) -> None:
    saved = admin.put(SETTINGS, ALL_FIELDS)
    assert saved.status_code == 200, saved.text
    read = admin.get(SETTINGS)
    assert without_secrets(read.json()) == without_secrets(ALL_FIELDS)
    assert read.json() == saved.json()
    assert MAIL_PASSWORD not in read.text
    assert CAPTCHA_KEY not in read.text
    revision = server.revision()
    again = admin.put(SETTINGS, read.json(), headers={"If-Match": read.headers["ETag"]})
    assert (again.status_code, again.json(), again.headers["ETag"]) == (200, read.json(), read.headers["ETag"])
    assert server.revision() == revision


def test_omitted_secrets_are_kept(admin: Client, server: FlowServer) -> None:
    sealed = admin.put(SETTINGS, ALL_FIELDS).json()["emailServer"]["encryptedPassword"]
    body = without_secrets(ALL_FIELDS)
    body["contactInfo"]["company"] = "Another"
    assert admin.put(SETTINGS, body).json()["emailServer"]["encryptedPassword"] == sealed
    body["emailServer"]["password"] = "another-secret"
    assert admin.put(SETTINGS, body).json()["emailServer"]["encryptedPassword"] != sealed
    history = admin.get(f"{API}/internal/history/serverSettings").text
    assert MAIL_PASSWORD not in history
    assert "another-secret" not in history


def test_two_administrators_do_not_overwrite_each_other(admin: Client) -> None:
    etag = admin.put(SETTINGS, {"contactInfo": {"company": "First"}}).headers["ETag"]
    admin.put(SETTINGS, {"contactInfo": {"company": "Second"}})
    answer = admin.put(SETTINGS, {"contactInfo": {"company": "Third"}}, headers={"If-Match": etag})
    assert answer.status_code == 409
    assert answer.json()["current"] == {"contactInfo": {"company": "Second"}}
    assert admin.put(SETTINGS, {}, headers={"If-Match": f'"{answer.json()["revision"]}"'}).status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "https://sso.example.com",
        "http://localhost:9031",
        "https://[::1]:9031",
        "https://10.0.0.1/sso",
        "https://sso_1.lan",
    ],
)
def test_valid_base_urls_are_accepted(shared_admin: Client, url: str) -> None:
    answer = shared_admin.put(SETTINGS, {"federationInfo": {"baseUrl": url}})
    assert answer.json()["federationInfo"]["baseUrl"] == url


def test_an_empty_base_url_is_absent(shared_admin: Client) -> None:
    assert shared_admin.put(SETTINGS, {"federationInfo": {"baseUrl": ""}}).json() == {"federationInfo": {}}


@pytest.mark.parametrize(
    "url",
    [
        "sso.example.com",
        "ftp://sso.example.com",
        "https://",
        "https:///path",
        "https://user@sso.example.com",
        "https://sso.example.com:99999",
        "https://sso.example.com:0",
        "https://sso.example.com?x=1",
        "https://sso.example.com#x",
        "https://sso.example.com\\@elsewhere.example",
        "https://[::1",
        "https://sso example.com",
        "javascript:alert(1)",
        "https://a\u202eb.example",
    ],
)
def test_invalid_base_urls_are_refused(shared_admin: Client, url: str) -> None:
    answer = shared_admin.put(SETTINGS, {"federationInfo": {"baseUrl": url}})
    assert answer.status_code == 422, answer.text
    (finding,) = answer.json()["validationErrors"]
    assert (finding["fieldPath"], finding["errorId"]) == ("federationInfo.baseUrl", "invalid_url")


def test_publishers_that_do_not_exist_are_refused(shared_admin: Client) -> None:
    body = {"notifications": {"licenseEvents": {**MESSAGES, "notificationPublisherRef": {"id": "mail"}}}}
    (finding,) = shared_admin.put(SETTINGS, body).json()["validationErrors"]
    assert finding == {
        "errorId": "reference_not_found",
        "message": "Notification Publisher 'mail' was not found.",
        "fieldPath": "notifications.licenseEvents.notificationPublisherRef",
    }


@pytest.mark.parametrize("member", ["threadPoolExhaustionNotificationSettings", "bulkheadAlertNotificationSettings"])
def test_notifications_of_events_that_do_not_exist_are_refused(shared_admin: Client, member: str) -> None:
    events = {**MESSAGES, "threadDumpEnabled": True, "notificationMode": "LOGGING_ONLY"}
    (finding,) = shared_admin.put(SETTINGS, {"notifications": {member: events}}).json()["validationErrors"]
    assert finding == {
        "errorId": "not_supported",
        "message": f"{member} is not supported by this version. Leave it out.",
        "fieldPath": f"notifications.{member}",
    }
    assert shared_admin.put(SETTINGS, {"notifications": {member: None}}).status_code == 200


def test_publishers_in_use_are_named_and_cannot_be_deleted(admin: Client) -> None:
    made = admin.post(f"{API}/notificationPublishers", publisher("events"))
    assert made.status_code == 201, made.text
    path, link = f"{API}/notificationPublishers/{made.json()['id']}", {"id": made.json()["id"]}
    before = admin.get(SETTINGS).json()
    named: dict[str, Any] = {"licenseEvents": {**MESSAGES, "notificationPublisherRef": link}}
    named |= {"notifyAdminUserPasswordChanges": True, "accountChangesNotificationPublisherRef": link}
    answer = admin.put(SETTINGS, {**before, "notifications": named})
    assert answer.status_code == 200, answer.text
    assert named.items() <= admin.get(SETTINGS).json()["notifications"].items()
    assert admin.delete(path).status_code == 422
    assert admin.put(SETTINGS, before).status_code == 200
    assert admin.delete(path).status_code == 204
