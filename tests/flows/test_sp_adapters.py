"""SP adapters, the mappings to them, target URLs and default URLs, by the admin API and on frame pages."""

import pytest

from tests.flows.handover_calls import (
    ADAPTER_MAPPINGS,
    ADAPTERS,
    IDP_DEFAULTS,
    SP_DEFAULTS,
    TARGET_URLS,
    URL_MAPPINGS,
    add_handover,
)
from tests.flows.mapping_pages import stored
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.sp_adapters import (
    AUDIENCE,
    OPEN_TOKEN_PASSWORD,
    SIGNED_JWT,
    adapter_mapping,
    open_token_adapter,
    sp_adapter,
    target_urls,
)


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    add_handover(client)
    return client


def errors(admin: Client, body: dict[str, object], path: str = ADAPTERS) -> list[tuple[str, str]]:
    answer = admin.post(f"{API}{path}", body)
    assert answer.status_code == 422, answer.text
    return [(each["fieldPath"], each["errorId"]) for each in answer.json()["validationErrors"]]


def test_an_adapter_is_added_on_its_page(admin: Client) -> None:
    page = visit(admin, f"spAdapters/add?type={SIGNED_JWT}")
    name = {"name": "Harbor office", "id": "harbor"}
    values = {"configuration.f0": "https://harbor.example.com/sso", "configuration.f1": "harbor"}
    follow(admin, send(admin, page, {**name, **values, "_do": ""}))
    made = stored(admin, f"{ADAPTERS}/harbor")
    assert made["name"] == "Harbor office"
    base_url = {"baseUrl": "https://sso.example.com:9031"}
    assert admin.put(f"{API}/serverSettings/federationInfo", base_url).status_code == 200
    texts = visit(admin, "spAdapters/edit/harbor").texts
    assert any(text.endswith("/pf/adapter2adapter.ping?SpSessionAuthnAdapterId=harbor") for text in texts)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Application_URL", "http://app.example.com/sso"),
        ("Application_URL", "https://app.example.com/sso#part"),
        ("Application_URL", "https://user@app.example.com/"),
        ("Application_URL", "javascript:alert(1)"),
        ("Application_URL", ""),
        ("Audience", ""),
        ("Logout_URL", "http://app.example.com/"),
        ("Token_Lifetime", "301"),
        ("Form_Parameter", "a b"),
        ("JWS_Algorithm", "none"),
    ],
)
def test_unsafe_settings_are_refused(admin: Client, name: str, value: str) -> None:
    assert errors(admin, sp_adapter("unsafe", **{name: value}))


def test_a_secret_that_is_too_short_is_refused_and_one_that_is_kept_is_not_returned(admin: Client) -> None:
    short = {"JWS_Algorithm": "HS384", "Shared_Secret": "s" * 47}
    assert errors(admin, sp_adapter("short", **short))
    made = admin.post(f"{API}{ADAPTERS}", sp_adapter("shared", JWS_Algorithm="HS384", Shared_Secret="s" * 48))
    assert made.status_code == 201
    assert "s" * 48 not in made.text
    assert "encryptedValue" in made.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Password", "eleven char"),
        ("Confirm_Password", "another password"),
        ("Transport_Mode", "0"),
        ("Cipher_Suite", "0"),
        ("Cipher_Suite", "3"),
        ("Authentication_Service", "http://app.example.com/"),
        ("Token_Lifetime", "301"),
        ("Token_Name", "a b"),
        ("Logout_Service", "https://app.example.com/logout"),
        ("Cookie_Domain", "example.com"),
    ],
)
def test_unsafe_and_unsupported_settings_of_open_tokens_are_refused(admin: Client, name: str, value: str) -> None:
    assert errors(admin, open_token_adapter("unsafe", **{name: value}))


def test_an_open_token_adapter_has_the_usual_values_of_existing_configurations(admin: Client) -> None:
    usual = {"Cookie_Path": "/", "SameSite_Cookie": "3", "Secure_Cookie": "true", "Send_Extended_Attributes": ""}
    made = admin.post(f"{API}{ADAPTERS}", open_token_adapter("agent", **usual))
    assert made.status_code == 201, made.text
    assert OPEN_TOKEN_PASSWORD not in made.text
    found = {each["name"]: each.get("value") for each in made.json()["configuration"]["fields"]}
    assert len(found) == 25
    assert found["Token Lifetime"] == "300"
    labels = visit(admin, "spAdapters/edit/sp-agent").texts
    assert "Cookie Path" not in labels


@pytest.mark.parametrize("id_", ["urlMappings", "descriptors"])
def test_ids_that_are_paths_of_the_api_are_reserved(admin: Client, id_: str) -> None:
    assert ("id", "reserved_id") in errors(admin, {**sp_adapter(), "id": id_, "name": id_})


def test_children_inherit_contract_and_settings(admin: Client) -> None:
    child = {
        "id": "sp-child",
        "name": "Child",
        "pluginDescriptorRef": {"id": SIGNED_JWT},
        "parentRef": {"id": "sp-0"},
        "configuration": {},
    }
    assert admin.post(f"{API}{ADAPTERS}", child).status_code == 201
    effective = stored(admin, f"/internal/effective{ADAPTERS}/sp-child")
    assert {"name": "Audience", "value": AUDIENCE} in effective["fields"]
    # The mapping must fulfill the attributes of the parent's contract.
    mapping = adapter_mapping("handed", "child")
    assert admin.post(f"{API}{ADAPTER_MAPPINGS}", mapping).status_code == 201


def test_a_mapping_fulfills_every_attribute_once(admin: Client) -> None:
    assert [path for path, _ in errors(admin, adapter_mapping("handed", 0), ADAPTER_MAPPINGS)] == ["id"]
    incomplete = adapter_mapping("handed", 1)
    del incomplete["attributeContractFulfillment"]["mail"]
    assert any(
        path.startswith("attributeContractFulfillment") for path, _ in errors(admin, incomplete, ADAPTER_MAPPINGS)
    )
    assert "targetId" in {path for path, _ in errors(admin, adapter_mapping("handed", "none"), ADAPTER_MAPPINGS)}


def test_what_uses_an_adapter_is_listed_and_prevents_its_deletion(admin: Client) -> None:
    admin.put(f"{API}{TARGET_URLS}", target_urls(("https://app.example.com/*", "sp-0")))
    used = stored(admin, f"/internal/usedBy{ADAPTERS}/sp-0")
    assert {"sourceId", "items[0].ref", "targetId"} & {each["path"] for each in used["items"]}
    assert admin.delete(f"{API}{ADAPTERS}/sp-0").status_code == 422


@pytest.mark.parametrize(
    "url", ["app.example.com/*", "https://*/x", "https://app.*.com/", "https://a.example/?x", "ftp://a/", "**"]
)
def test_target_urls_must_name_a_host(admin: Client, url: str) -> None:
    answer = admin.put(f"{API}{TARGET_URLS}", target_urls((url, "sp-0")))
    assert answer.status_code == 422


def test_the_mappings_of_adapters_are_a_part_of_the_target_urls(admin: Client) -> None:
    items = [{"url": "https://app.example.com/a", "adapterRef": {"id": "sp-0"}}]
    assert admin.put(f"{API}{URL_MAPPINGS}", {"items": items}).json()["items"] == items
    assert stored(admin, TARGET_URLS)["items"] == target_urls(("https://app.example.com/a", "sp-0"))["items"]
    unknown = {"items": [{"url": "https://app.example.com/a", "adapterRef": {"id": "no-such"}}]}
    assert admin.put(f"{API}{URL_MAPPINGS}", unknown).status_code == 422
    twice = target_urls(("https://app.example.com/a", "sp-0"), ("https://APP.example.com/a", "sp-1"))
    assert admin.put(f"{API}{TARGET_URLS}", twice).status_code == 422


def test_target_urls_are_entered_on_their_page(admin: Client) -> None:
    admin.put(f"{API}{TARGET_URLS}", {"items": []})
    page = send(admin, visit(admin, "targetUrlMappings"), {"_do": "add:items"})
    follow(admin, send(admin, page, {"items[0].url": "https://b.example.com/*", "items[0].ref": "sp-1", "_do": ""}))
    assert stored(admin, TARGET_URLS)["items"] == target_urls(("https://b.example.com/*", "sp-1"))["items"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (IDP_DEFAULTS, {"idpErrorMsg": " "}),
        (IDP_DEFAULTS, {}),
        (IDP_DEFAULTS, {"idpErrorMsg": "x", "idpSloSuccessUrl": "javascript:alert(1)"}),
        (SP_DEFAULTS, {"ssoSuccessUrl": "data:text/html,x"}),
        (SP_DEFAULTS, {"sloSuccessUrl": "//app.example.com"}),
    ],
)
def test_default_urls_are_web_addresses(admin: Client, path: str, body: dict[str, str]) -> None:
    assert admin.put(f"{API}{path}", body).status_code == 422
