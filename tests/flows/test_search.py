"""The search in the console's header, over all configured items."""

import re
from typing import Any

from hanse.resources.all_resources import RESOURCES
from tests.admin.session.areas import AREAS
from tests.flows.server import API, UI, Client, FlowServer, account
from tests.support.access_tokens import signing_manager
from tests.support.instances import validator

SCOPES = f"{API}/oauth/authServerSettings/scopes"
OAUTH = "/system/oauth-settings"


def add(admin: Client, path: str, body: dict[str, Any]) -> None:
    answer = admin.post(f"{API}{path}", body)
    assert answer.status_code in (200, 201), answer.text


def issuer(id_: str, name: str) -> dict[str, Any]:
    return {"id": id_, "name": name, "host": f"{id_}.example.com"}


def found(client: Client, text: str) -> dict[str, list[str]]:
    answer = client.get(f"{UI}/search", params={"filter": text})
    assert answer.status_code == 200, answer.text
    return {group["title"]: [hit["label"] for hit in group["items"]] for group in answer.json()["items"]}


def test_every_area_is_searched_by_name_and_id(admin: Client) -> None:
    add(admin, "/oauth/issuers", issuer("lubeck", "Bank of the Trave"))
    admin.post(f"{SCOPES}/commonScopes", {"name": "trave.read", "description": "Reads"})
    contract = {"name": "Trave contract", "coreAttributes": [{"name": "subject"}], "extendedAttributes": []}
    add(admin, "/authenticationPolicyContracts", contract)
    # The groups have the names and the order of the navigation.
    assert list(found(admin, "trave").items()) == [
        ("Policy Contracts", ["Trave contract"]),
        ("Common Scopes", ["trave.read"]),
        ("Virtual Issuers", ["Bank of the Trave"]),
    ]
    assert found(admin, "LUBECK") == {"Virtual Issuers": ["Bank of the Trave"]}
    assert found(admin, "trave bank") == {"Virtual Issuers": ["Bank of the Trave"]}
    assert found(admin, "elbe") == found(admin, "  ") == {}


def test_a_hit_links_to_its_page(admin: Client) -> None:
    add(admin, "/oauth/issuers", issuer("bremen", "Bremen"))
    admin.post(f"{SCOPES}/commonScopes", {"name": "urn:bremen/a&b", "description": "Reads"})
    items = admin.get(f"{UI}/search", params={"filter": "bremen"}).json()["items"]
    assert [hit["path"] for group in items for hit in group["items"]] == [
        f"{OAUTH}/scope-management/edit?tab=commonScopes&name=urn%3Abremen%2Fa%26b",
        f"{OAUTH}/virtual-issuers/edit/bremen",
    ]


def test_types_of_items_are_found_by_their_names(admin: Client) -> None:
    store = {"type": "LDAP", "name": "People", "hostnames": ["127.0.0.1:1"], "ldapType": "GENERIC"}
    bypass = {"X-BypassExternalValidation": "true"}
    bound = {**store, "id": "people", "bindAnonymously": True}
    assert admin.post(f"{API}/dataStores", bound, headers=bypass).status_code == 201
    sql = {"type": "JDBC", "id": "rows", "name": "Rows", "driverClass": "org.sqlite.JDBC"}
    made = admin.post(f"{API}/dataStores", {**sql, "connectionUrl": "jdbc:sqlite:rows.db"}, headers=bypass)
    assert made.status_code == 201, made.text
    add(admin, "/passwordCredentialValidators", validator("found"))
    # Words of the type and of the item can be combined.
    for text in ("ldap", "directory", "people ldap"):
        assert found(admin, text).get("Data Stores") == ["People"], text
    assert "Data Stores" not in found(admin, "rows ldap")
    assert found(admin, "simple")["Password Credential Validators"] == ["Validator found"]
    # Types are also found by abbreviations and synonyms.
    assert found(admin, "active people")["Data Stores"] == ["People"]
    assert found(admin, "pcv found")["Password Credential Validators"] == ["Validator found"]
    add(admin, "/oauth/accessTokenManagers", signing_manager(7))
    assert found(admin, "jwt")["Access Token Management"] == ["Manager 7"]
    assert "Access Token Management" not in found(admin, "opaque")
    (group,) = admin.get(f"{UI}/search", params={"filter": "people"}).json()["items"]
    assert group["items"][0]["detail"] == "Directory (LDAP)"


def test_mappings_are_shown_by_the_names_of_their_items(admin: Client) -> None:
    add(admin, "/passwordCredentialValidators", validator("of-mapping"))
    mapping = {
        "id": "validator-of-mapping",
        "passwordValidatorRef": {"id": "validator-of-mapping"},
        "attributeSources": [],
        "attributeContractFulfillment": {
            "USER_KEY": {"source": {"type": "PASSWORD_CREDENTIAL_VALIDATOR"}, "value": "username"}
        },
        "issuanceCriteria": {"conditionalCriteria": []},
    }
    add(admin, "/oauth/resourceOwnerCredentialsMappings", mapping)
    groups = {each["title"]: each for each in admin.get(f"{UI}/search?filter=of-mapping").json()["items"]}
    (hit,) = groups["Resource Owner Credentials Grant Mapping"]["items"]
    assert (hit["label"], "detail" in hit) == ("Validator of-mapping", False)


def test_pages_are_found_by_synonyms(admin: Client) -> None:
    def keywords(nodes: list[dict[str, Any]]) -> dict[str, list[str]]:
        below = [keywords(each["children"]) for each in nodes]
        own = {each["label"]: each["keywords"] for each in nodes if each.get("keywords")}
        return {label: words for part in (own, *below) for label, words in part.items()}

    tree = keywords(admin.get(f"{UI}/uiSettings").json()["navTree"])
    assert [label for label, words in tree.items() if "LDAP" in words] == [
        "Data Stores",
        "Password Credential Validators",
    ]
    assert {label for label, words in tree.items() if "JWT" in words} >= {
        "Access Token Management",
        "Token Signing Keys",
    }
    assert [label for label, words in tree.items() if "SAML" in words] == [
        "IdP Connections",
        "IdP Discovery",
        "Token Generators",
        "Signing & Decryption Keys & Certificates",
        "Protocol Settings",
    ]
    assert {ui.page.label for each in RESOURCES for ui in each.pages} <= tree.keys()


def test_the_first_hits_are_shown_with_a_note_that_there_are_more(admin: Client) -> None:
    for number in range(7):
        add(admin, "/oauth/issuers", issuer(f"port-{number}", f"Port {number}"))
    (group,) = admin.get(f"{UI}/search", params={"filter": "port"}).json()["items"]
    assert ([hit["id"] for hit in group["items"]], group["hasMore"]) == ([f"port-{n}" for n in range(5)], True)


def test_items_without_read_rights_are_not_found(server: FlowServer, admin: Client) -> None:
    add(admin, "/oauth/issuers", issuer("wismar", "Wismar"))
    admin.post(f"{SCOPES}/commonScopes", {"name": "wismar", "description": "Reads"})
    everything = {"Common Scopes": ["wismar"], "Virtual Issuers": ["Wismar"]}
    for name, roles, more, seen in [
        ("users", ["USER_ADMINISTRATOR"], {}, {}),
        ("keys", ["CRYPTO_ADMINISTRATOR"], {}, {"Virtual Issuers": ["Wismar"]}),
        ("looks", [], {"auditor": True}, everything),
    ]:
        admin.post(f"{API}/administrativeAccounts", account(name, roles, **more))
        assert found(server.client().sign_in(name), "wismar") == seen
    assert server.client().get(f"{UI}/search", params={"filter": "wismar"}).status_code == 401


def test_a_text_that_is_too_long_is_refused(admin: Client) -> None:
    assert admin.get(f"{UI}/search", params={"filter": "x" * 2_000}).status_code == 422


def test_every_page_accepts_an_id() -> None:
    pages = [each.ui.page_of_item for each in RESOURCES if each.ui is not None and each.ui.page_of_item]
    assert pages
    assert [page for page in pages if not re.fullmatch(r"/[^{}]*\{id\}", page)] == []
    assert [page for page in pages if not page.startswith(tuple(f"{path}/" for path in AREAS))] == []
