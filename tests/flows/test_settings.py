"""Server settings, virtual host names and cloud connections over HTTP."""

import base64
import json
from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer
from tests.support.instances import publisher
from tests.tools.cloud.serving import RunningCloud

SETTINGS = f"{API}/serverSettings"
HOSTS = f"{API}/virtualHostNames"
CONNECTIONS = f"{API}/pingOneConnections"
MAIL_PASSWORD, CAPTCHA_KEY = "mail-secret-1358", "captcha-secret-1669"

# Every field of the contract's ServerSettings and of what it holds, but the publishers, which cannot exist yet.
MESSAGES = {"emailAddress": "ops@example.com"}
ALL_CHANGES: dict[str, Any] = {
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
        "threadPoolExhaustionNotificationSettings": {
            **MESSAGES,
            "threadDumpEnabled": True,
            "notificationMode": "LOGGING_ONLY",
        },
        "bulkheadAlertNotificationSettings": {
            **MESSAGES,
            "threadDumpEnabled": False,
            "notificationMode": "NOTIFICATION_PUBLISHER",
        },
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


@pytest.fixture
def admin(server: FlowServer) -> Client:
    return server.set_up()


@pytest.fixture(scope="module")
def anybody(shared_server: FlowServer) -> Client:
    """An administrator of a server that others use too, for what leaves no trace."""
    return shared_server.client().sign_in()


def without_secrets(body: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(body))
    for part, name in (("emailServer", "Password"), ("captchaSettings", "SecretKey")):
        made[part].pop(name[0].lower() + name[1:], None)
        made[part].pop(f"encrypted{name}", None)
    return made


def test_every_setting_is_returned(admin: Client, server: FlowServer) -> None:
    saved = admin.put(SETTINGS, ALL_CHANGES)
    assert saved.status_code == 200, saved.text
    read = admin.get(SETTINGS)
    assert without_secrets(read.json()) == without_secrets(ALL_CHANGES)
    assert read.json() == saved.json()
    assert MAIL_PASSWORD not in read.text
    assert CAPTCHA_KEY not in read.text
    revision = server.revision()
    again = admin.put(SETTINGS, read.json(), headers={"If-Match": read.headers["ETag"]})
    assert (again.status_code, again.json(), again.headers["ETag"]) == (200, read.json(), read.headers["ETag"])
    assert server.revision() == revision


def test_omitted_secrets_are_kept(admin: Client, server: FlowServer) -> None:
    sealed = admin.put(SETTINGS, ALL_CHANGES).json()["emailServer"]["encryptedPassword"]
    body = without_secrets(ALL_CHANGES)
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
def test_base_urls(anybody: Client, url: str) -> None:
    answer = anybody.put(SETTINGS, {"federationInfo": {"baseUrl": url}})
    assert answer.json()["federationInfo"]["baseUrl"] == url


def test_an_empty_base_url_is_absent(anybody: Client) -> None:
    assert anybody.put(SETTINGS, {"federationInfo": {"baseUrl": ""}}).json() == {"federationInfo": {}}


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
def test_invalid_base_urls(anybody: Client, url: str) -> None:
    answer = anybody.put(SETTINGS, {"federationInfo": {"baseUrl": url}})
    assert answer.status_code == 422, answer.text
    (finding,) = answer.json()["validationErrors"]
    assert (finding["fieldPath"], finding["errorId"]) == ("federationInfo.baseUrl", "invalid_url")


def test_publishers_that_do_not_exist(anybody: Client) -> None:
    body = {"notifications": {"licenseEvents": {**MESSAGES, "notificationPublisherRef": {"id": "mail"}}}}
    (finding,) = anybody.put(SETTINGS, body).json()["validationErrors"]
    assert finding == {
        "errorId": "reference_not_found",
        "message": "Notification Publisher 'mail' was not found.",
        "fieldPath": "notifications.licenseEvents.notificationPublisherRef",
    }


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


def test_virtual_host_names_keep_their_order(admin: Client) -> None:
    names = ["zebra.example.com", "ant.example.com", "xn--bcher-kva.example", "10.0.0.1", "localhost"]
    assert admin.put(HOSTS, {"virtualHostNames": names}).json() == {"virtualHostNames": names}
    assert admin.get(HOSTS).json() == {"virtualHostNames": names}
    assert admin.put(HOSTS, {"virtualHostNames": []}).json() == {"virtualHostNames": []}


@pytest.mark.parametrize(
    "name",
    [
        "-a.example",
        "a-.example",
        "a..example",
        "a.example.",
        "a b",
        "https://a.example",
        "a.example:80",
        "*.example",
        "b\u00fccher.example",
        "a_b.example",
        "x" * 64,
        ".".join(["x" * 60] * 5),
        "a.example\n",
        "300.1.1.1",
    ],
)
def test_invalid_virtual_host_names(anybody: Client, name: str) -> None:
    answer = anybody.put(HOSTS, {"virtualHostNames": ["good.example", name]})
    assert answer.status_code == 422, answer.text
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == ["virtualHostNames[1]"]
    assert anybody.get(HOSTS).json() == {"virtualHostNames": []}


def test_a_repeated_virtual_host_name_is_marked_on_its_row(admin: Client) -> None:
    answer = admin.put(HOSTS, {"virtualHostNames": ["a.example", "b.example", "A.EXAMPLE"]})
    (finding,) = answer.json()["validationErrors"]
    assert finding == {
        "errorId": "value_in_use",
        "message": "This host name is already in the list.",
        "fieldPath": "virtualHostNames[2]",
    }


def test_a_connection_is_created_changed_and_deleted(admin: Client, server: FlowServer, cloud: RunningCloud) -> None:
    made = admin.post(CONNECTIONS, {"name": "Kontor", "description": "Here", "credential": f" {cloud.credential}\n"})
    assert made.status_code == 201, made.text
    body = made.json()
    expected = {
        "name": "Kontor",
        "description": "Here",
        "active": True,
        "organizationName": "Kontor",
        "region": "North America",
        # The address of the region without the version of the API.
        "pingOneManagementApiEndpoint": cloud.url,
        "pingOneConnectionId": cloud.gateway_id,
        "credentialId": cloud.credential_id,
    }
    assert body | expected == body
    path = f"{CONNECTIONS}/{body['id']}"
    changed = admin.put(path, {"name": "Kontor", "active": False})
    assert changed.status_code == 200
    kept = {"encryptedCredential", "credentialId", "environmentId", "creationDate", "region", "organizationName"}
    assert {name: changed.json()[name] for name in kept} == {name: body[name] for name in kept}
    with server.core.configuration.reading() as view:
        resource = view.registry.by_path("/pingOneConnections")
        stored = view.get(resource, body["id"])
        assert str(view.secret(resource, stored, "credential")).strip() == cloud.credential
    texts = [each.text for each in (made, changed, admin.get(path), admin.get(CONNECTIONS))]
    texts.append(admin.get(f"{API}/internal/history/pingOneConnections/{body['id']}").text)
    assert not [text for text in texts if cloud.credential in text]
    assert admin.delete(path).status_code == 204
    assert admin.get(path).status_code == 404
    assert admin.get(f"{API}/internal/history/pingOneConnections/{body['id']}").json()["items"][0].get("after") is None


def test_read_only_values_cannot_be_sent(admin: Client, cloud: RunningCloud) -> None:
    body = {"name": "Kontor", "credential": cloud.credential, "region": "EU", "organizationName": "Elsewhere"}
    made = admin.post(CONNECTIONS, body).json()
    assert (made["region"], made["organizationName"]) == ("North America", "Kontor")
    sent = {**made, "pingOneManagementApiEndpoint": "https://elsewhere.example/v1"}
    assert admin.put(f"{CONNECTIONS}/{made['id']}", sent).json() == made


def test_connection_names_are_unique(admin: Client, cloud: RunningCloud) -> None:
    admin.post(CONNECTIONS, {"name": "Kontor", "credential": cloud.credential})
    answer = admin.post(CONNECTIONS, {"name": "KONTOR", "credential": cloud.credential})
    (finding,) = answer.json()["validationErrors"]
    assert (finding["fieldPath"], finding["message"]) == ("name", "This name is already in use.")


def test_a_region_that_is_not_configured_is_never_called(admin: Client, cloud: RunningCloud) -> None:
    header, payload, signature = cloud.credential.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    claims |= {"targetGeography": "EU", "region": "EU"}
    payload = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    answer = admin.post(CONNECTIONS, {"name": "Kontor", "credential": f"{header}.{payload}.{signature}"})
    (finding,) = answer.json()["validationErrors"]
    assert finding["fieldPath"] == "credential"
    assert "region" in finding["message"]


def test_connections_are_listed_by_name_and_searched(admin: Client, cloud: RunningCloud) -> None:
    for name in ("zebra", "Ant", "mole"):
        assert admin.post(CONNECTIONS, {"name": name, "credential": cloud.credential}).status_code == 201
    assert [each["name"] for each in admin.get(CONNECTIONS).json()["items"]] == ["Ant", "mole", "zebra"]
    found = admin.get(f"{CONNECTIONS}?filter=MOL&numberPerPage=1").json()
    assert ([each["name"] for each in found["items"]], found["totalItems"]) == (["mole"], 1)


def test_a_list_of_etags_matches_if_one_of_them_does(admin: Client) -> None:
    hosts = {"virtualHostNames": ["any.example"]}
    etag = admin.put(HOSTS, hosts).headers["ETag"]
    for tags in (f'"0", {etag}', f',{etag} ,, "a,b"', f'W/"1","five",{etag}'):
        assert admin.put(HOSTS, hosts, headers={"If-Match": tags}).status_code == 200, tags
    assert admin.put(HOSTS, hosts, headers={"If-Match": '"0", "5000"'}).status_code == 409
