"""Service authentication and attribute requester mappings over the admin API."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from hanse.resources.federation.metadata.attribute_requesters import MetadataAttributeRequesterMapping
from tests.flows.connection_calls import IDP_CONNECTIONS
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.idp_connections import saml_connection

AUTHENTICATION, MAPPINGS = f"{API}/serviceAuthentication", f"{API}/protocolMetadata/attributeRequesterMappings"
PAGE = "attributeRequesterMapping"
QUERY = {"url": "https://idp.example.com/attributes"}
QUERY_SECTION = "idpConnections/edit/saml-asked?section=section-7"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


@pytest.fixture(autouse=True)
def settings(admin: Client) -> Iterator[None]:
    yield
    admin.put(AUTHENTICATION, {})
    admin.put(MAPPINGS, {"defaultIdpEntityId": ""})
    admin.delete(f"{API}{IDP_CONNECTIONS}/saml-asked")


def errors(admin: Client, path: str, body: dict[str, Any]) -> list[str]:
    answer = admin.put(path, body)
    assert answer.status_code == 422, answer.text
    return [each.get("fieldPath", "") for each in answer.json()["validationErrors"]]


def test_the_shared_secret_is_never_shown_and_is_kept(admin: Client) -> None:
    service = {"id": "payroll", "sharedSecret": "a shared secret: long"}
    made = admin.put(AUTHENTICATION, {"attributeQuery": service, "jmx": None})
    assert made.status_code == 200, made.text
    shown = made.json()["attributeQuery"]
    assert (shown["id"], "sharedSecret" in shown) == ("payroll", False)
    assert "a shared secret" not in made.text
    assert admin.put(AUTHENTICATION, {"attributeQuery": shown}).json()["attributeQuery"]["id"] == "payroll"


@pytest.mark.parametrize(
    ("service", "path"),
    [
        ({"id": "payroll"}, "attributeQuery.sharedSecret"),
        ({"sharedSecret": "a shared secret: long"}, "attributeQuery.id"),
        ({"id": "pay:roll", "sharedSecret": "a shared secret: long"}, "attributeQuery.id"),
        ({"id": "payroll", "sharedSecret": "11 letters."}, "attributeQuery.sharedSecret"),
    ],
)
def test_incomplete_credentials_are_refused(admin: Client, service: dict[str, str], path: str) -> None:
    assert errors(admin, AUTHENTICATION, {"attributeQuery": service}) == [path]


def test_credentials_of_services_of_other_servers_are_kept(admin: Client) -> None:
    names = ("jmx", "connectionManagement", "ssoDirectoryService")
    sent = {name: {"id": name, "sharedSecret": "2FederateM0re"} for name in names}
    made = admin.put(AUTHENTICATION, sent)
    assert made.status_code == 200, made.text
    assert "2FederateM0re" not in made.text
    assert {name: shown["id"] for name, shown in made.json().items()} == {name: name for name in names}
    assert admin.put(AUTHENTICATION, made.json()).json() == made.json()


def test_services_that_nobody_knows_are_refused(admin: Client) -> None:
    assert errors(admin, AUTHENTICATION, {"telnet": {"id": "x", "sharedSecret": "a shared secret"}}) == ["telnet"]


def test_mappings_name_connections_with_attribute_queries(admin: Client) -> None:
    made = admin.post(f"{API}{IDP_CONNECTIONS}", {**saml_connection("asked"), "attributeQuery": QUERY})
    assert made.status_code == 201, made.text
    entity_id = made.json()["entityId"]
    body = {
        "issuerDNMapList": [{"dn": "cn=ca,*", "idpEntityId": entity_id}],
        "subjectDNMapList": [{"dn": "cn=.*,o=example", "idpEntityId": entity_id}],
        "defaultIdpEntityId": entity_id,
    }
    saved = admin.put(MAPPINGS, body)
    assert (saved.status_code, saved.json()) == (200, body)
    bad = {
        "issuerDNMapList": [{"dn": "cn=(a|b)", "idpEntityId": entity_id}],
        "subjectDNMapList": [{"dn": "cn=a", "idpEntityId": "urn:nobody"}],
        "defaultIdpEntityId": "urn:nobody",
    }
    assert errors(admin, MAPPINGS, bad) == [
        "issuerDNMapList[0].dn",
        "subjectDNMapList[0].idpEntityId",
        "defaultIdpEntityId",
    ]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({"url": "javascript:x"}, "attributeQuery.url"),
        ({"policy": {"signAttributeQuery": True}}, "attributeQuery.url"),
        ({**QUERY, "policy": {"signAttributeQuery": True}}, "credentials.signingSettings.signingKeyPairRef"),
        ({**QUERY, "policy": {"encryptNameId": True}}, "credentials.certs"),
        ({**QUERY, "policy": {"requireEncryptedAssertion": True}}, "credentials.decryptionKeyPairRef"),
        (
            {**QUERY, "nameMappings": [{"localName": "a", "remoteName": n} for n in "xy"]},
            "attributeQuery.nameMappings",
        ),
    ],
)
def test_settings_of_attribute_queries_are_validated(admin: Client, query: dict[str, Any], path: str) -> None:
    answer = admin.post(f"{API}{IDP_CONNECTIONS}", {**saml_connection("asked"), "attributeQuery": query})
    assert answer.status_code == 422
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == [path]


def test_a_pattern_with_many_wildcards_is_compared_quickly() -> None:
    entry = {"dn": "a*" * 300 + "b", "idpEntityId": "urn:x"}
    mapping = MetadataAttributeRequesterMapping.model_validate({"subjectDNMapList": [entry]})
    assert mapping.provider_of("", "a" * 1024) == ""
    assert mapping.provider_of("", "a" * 1000 + "b") == "urn:x"


def test_the_default_is_chosen_among_connections_with_attribute_queries(admin: Client) -> None:
    asked = {**saml_connection("asked"), "attributeQuery": QUERY}
    assert admin.post(f"{API}{IDP_CONNECTIONS}", asked).status_code == 201
    browser = admin.server.client().sign_in()
    page = visit(browser, PAGE)
    offered = re.findall(r'<option value="([^"]*)"', page.answer.text)
    assert offered == ["", asked["entityId"]]
    saved = send(browser, page, {"defaultIdpEntityId": asked["entityId"], "_do": ""})
    assert "Settings saved." in follow(browser, saved).text
    assert admin.get(MAPPINGS).json()["defaultIdpEntityId"] == asked["entityId"]
    again = visit(browser, PAGE)
    assert again.fields["defaultIdpEntityId"] == [asked["entityId"]]
    assert f"{asked['name']} ({asked['entityId']})" in again.texts
    # A value that the page does not offer is refused, as in a call of the API.
    refused = send(browser, again, {"defaultIdpEntityId": "https://unknown.example.com", "_do": ""})
    assert (refused.status, "Enter the entity ID of an IdP connection" in refused.text) == (422, True)
    cleared = send(browser, again, {"defaultIdpEntityId": "", "_do": ""})
    assert "Settings saved." in follow(browser, cleared).text
    assert admin.get(MAPPINGS).json()["defaultIdpEntityId"] == ""


@pytest.mark.parametrize("member", ["issuerDNMapList", "subjectDNMapList"])
def test_the_identity_provider_of_a_name_is_chosen_among_connections_with_attribute_queries(
    admin: Client, member: str
) -> None:
    asked, unasked = {**saml_connection("asked"), "attributeQuery": QUERY}, saml_connection("unasked")
    for body in (asked, unasked):
        assert admin.post(f"{API}{IDP_CONNECTIONS}", body).status_code == 201
    browser = admin.server.client().sign_in()
    page = visit(browser, PAGE)
    for number in (0, 1):
        page = send(browser, page, {"_do": f"add:{member}"})
        select = re.search(
            rf'<select[^>]*name="{member}\[{number}\]\.idpEntityId".*?</select>', page.answer.text, re.DOTALL
        )
        assert select is not None
        assert re.findall(r'<option value="([^"]*)"', select.group()) == ["", asked["entityId"]]
    rows = {
        f"{member}[{number}].{name}": value
        for number, dn in enumerate(("cn=ca,*", "cn=other,*"))
        for name, value in (("dn", dn), ("idpEntityId", asked["entityId"]))
    }
    # Entries are compared in their order, which can be changed.
    moved = send(browser, page, {**rows, "_do": f"up:{member}[1]"})
    assert "Settings saved." in follow(browser, send(browser, moved, {"_do": ""})).text
    entity_id = asked["entityId"]
    assert admin.get(MAPPINGS).json()[member] == [
        {"dn": "cn=other,*", "idpEntityId": entity_id},
        {"dn": "cn=ca,*", "idpEntityId": entity_id},
    ]
    again = visit(browser, PAGE)
    assert again.fields[f"{member}[0].idpEntityId"] == [entity_id]
    refused = send(browser, again, {f"{member}[0].idpEntityId": unasked["entityId"], "_do": ""})
    assert (refused.status, "Enter the entity ID of an IdP connection" in refused.text) == (422, True)
    admin.put(MAPPINGS, {"defaultIdpEntityId": ""})
    assert admin.delete(f"{API}{IDP_CONNECTIONS}/saml-unasked").status_code == 204


def test_the_attribute_service_is_optional_on_the_page_of_a_connection(admin: Client) -> None:
    path, names = f"{API}{IDP_CONNECTIONS}/saml-asked", "attributeQuery.nameMappings"
    assert admin.post(f"{API}{IDP_CONNECTIONS}", {**saml_connection("asked"), "attributeQuery": QUERY}).is_success
    browser = admin.server.client().sign_in()
    page = visit(browser, QUERY_SECTION)
    label = re.search(r'<label[^>]* for="f-attributeQuery-url".*?</label>', page.answer.text, re.DOTALL)
    assert label is not None
    assert "required" not in label.group()
    assert "was saved." in follow(browser, send(browser, page, {"attributeQuery.url": "", "_do": ""})).text
    assert "attributeQuery" not in admin.get(path).json()
    # Names of attributes are of no use without the address.
    page = send(browser, visit(browser, QUERY_SECTION), {"_do": f"add:{names}"})
    policy = "attributeQuery.policy.requireSignedResponse"
    ticked = send(browser, visit(browser, QUERY_SECTION), {policy: "true", "_do": ""})
    assert (ticked.status, "Attribute service URL: This field is required." in ticked.text) == (422, True)
    entered = {f"{names}[0].localName": "mail", f"{names}[0].remoteName": "urn:mail"}
    refused = send(browser, page, {**entered, "_do": ""})
    assert (refused.status, "Attribute service URL: This field is required." in refused.text) == (422, True)
    assert "was saved." in follow(browser, send(browser, refused, {"attributeQuery.url": QUERY["url"], "_do": ""})).text
    assert admin.get(path).json()["attributeQuery"]["url"] == QUERY["url"]
