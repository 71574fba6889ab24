"""The federation info: a part of the server settings with a path of its own."""

from tests.flows.server import API, Client

INFO = f"{API}/serverSettings/federationInfo"
SETTINGS = f"{API}/serverSettings"
WHOLE = {
    "baseUrl": "https://sso.example.com:9031",
    "saml2EntityId": "https://sso.example.com",
    "saml1xIssuerId": "sso.example.com",
    "wsfedRealm": "urn:example",
}


def test_the_part_and_the_whole_are_one_document(admin: Client) -> None:
    mail = {"sourceAddr": "sso@example.com", "emailServer": "mail.example.com", "password": "Kontor-1241"}
    assert admin.put(SETTINGS, {"contactInfo": {"company": "Kontor"}, "emailServer": mail}).status_code == 200
    assert admin.get(INFO).json() == {}
    saved = admin.put(INFO, WHOLE)
    assert (saved.status_code, saved.json()) == (200, WHOLE)
    assert admin.get(INFO).json() == WHOLE
    settings = admin.get(SETTINGS)
    assert settings.json()["federationInfo"] == WHOLE
    assert settings.json()["contactInfo"] == {"company": "Kontor"}
    assert settings.json()["emailServer"]["encryptedPassword"]
    assert settings.headers["etag"] == saved.headers["etag"]


def test_omitted_fields_are_removed(admin: Client) -> None:
    admin.put(INFO, WHOLE)
    assert admin.put(INFO, {"baseUrl": WHOLE["baseUrl"]}).json() == {"baseUrl": WHOLE["baseUrl"]}


def test_findings_name_the_fields_that_were_sent(admin: Client) -> None:
    refused = admin.put(INFO, {"baseUrl": "sso.example.com"})
    assert refused.status_code == 422
    assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == ["baseUrl"]


def test_a_save_over_a_newer_version_is_refused(admin: Client) -> None:
    before = admin.get(INFO).headers["etag"]
    assert admin.put(SETTINGS, {"contactInfo": {"company": "Kontor"}}).status_code == 200
    assert admin.put(INFO, WHOLE, headers={"If-Match": before}).status_code == 409
