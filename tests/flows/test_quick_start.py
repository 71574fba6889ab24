"""The quick start of an application: its preview, what it creates, and what it refuses."""

import re
from html import unescape
from typing import Any

import pytest

from hanse.resources.applications.quick_start.model import ApplicationKind
from tests.flows.frame_calls import APPLICATIONS, CLIENTS, FINDINGS, application
from tests.flows.pages import send, visit
from tests.flows.prerequisites import AUTHORIZATION_SETTINGS, POLICY, SETTINGS, add, missing
from tests.flows.server import API, Client, FlowServer, account
from tests.flows.token_calls import (
    ADAPTER_GRANTS,
    ADAPTERS,
    CONTRACTS,
    GRANT_MAPPINGS,
    MANAGER_SETTINGS,
    MANAGERS,
    MAPPINGS,
    POLICIES,
    POLICY_SETTINGS,
    VALIDATORS,
)
from tests.resources.applications.test_clients import PUBLIC
from tests.support.access_tokens import manager
from tests.support.instances import adapter, validator
from tests.support.mappings import contract as policy_contract
from tests.support.mappings import from_source
from tests.support.policies import contract, done, policy, source

BASE_URL = "https://sso.example.com"
WEB = "https://app.example.com/callback"
LOOPBACK = "http://127.0.0.1/callback"
KEYS = f'{{"keys":[{PUBLIC}]}}'
# A redirect URI for each kind of application that has one.
URIS = {"WEB": [WEB], "SINGLE_PAGE": [WEB], "NATIVE": [LOOPBACK]}


@pytest.fixture
def admin(server: FlowServer) -> Client:
    server.set_up()
    made = server.client().sign_in()
    settings = made.get(f"{API}/serverSettings").json()
    answer = made.put(f"{API}/serverSettings", {**settings, "federationInfo": {"baseUrl": BASE_URL}})
    assert answer.status_code == 200, answer.text
    return made


def created(admin: Client, body: dict[str, Any]) -> dict[str, Any]:
    answer = admin.post(APPLICATIONS, body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(admin: Client, body: dict[str, Any]) -> dict[str, str]:
    """Return the errors of a refused application by the fields of its input; the preview has the same."""
    errors = []
    for path in (f"{APPLICATIONS}/preview", APPLICATIONS):
        answer = admin.post(path, body)
        assert answer.status_code == 422, answer.text
        errors.append({each.get("fieldPath", ""): each["errorId"] for each in answer.json()["validationErrors"]})
    assert errors[0] == errors[1]
    return errors[0]


def items(admin: Client, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = admin.get(f"{API}{path}").json()["items"]
    return found


def add_adapter(admin: Client) -> str:
    """Add an HTML form adapter, and return its ID."""
    add(admin, VALIDATORS, validator("used"))
    add(admin, ADAPTERS, {**adapter("0"), "id": "form"})
    return "form"


@pytest.mark.parametrize("kind", [each.value for each in ApplicationKind])
def test_the_preview_lists_what_is_created_and_saves_nothing(server: FlowServer, admin: Client, kind: str) -> None:
    body = application("1", kind, *URIS.get(kind, []))
    before = server.revision()
    preview = admin.post(f"{APPLICATIONS}/preview", body)
    assert preview.status_code == 200, preview.text
    assert server.revision() == before
    assert "clientSecret" not in preview.json()
    assert items(admin, CLIENTS) == []
    made = created(admin, body)
    assert server.revision() == before + 1
    assert made["created"] == preview.json()["created"]
    assert made["missing"] == preview.json()["missing"]
    # The page of each item can be opened.
    assert all(each["path"].startswith("/") for each in made["created"])
    assert [each["message"] for each in made["missing"]] == missing(admin, "app-1")


@pytest.mark.parametrize("kind", [each.value for each in ApplicationKind])
def test_a_client_has_no_findings_of_high_or_medium_severity(admin: Client, kind: str) -> None:
    created(admin, application("1", kind, *URIS.get(kind, [])))
    findings = admin.get(f"{FINDINGS}/app-1").json()["findings"]
    assert {each["severity"] for each in findings} <= {"INFORMATION"}


def test_a_service_gets_everything_that_it_needs(admin: Client) -> None:
    made = created(admin, application("1"))
    assert [each["title"] for each in made["created"]] == [
        "Access token manager JWT: JWTs that are valid for 10 minutes",
        "Default access token manager: JWT",
        "Access token mapping for client credentials: the subject is the client ID",
        "Client Application 1",
    ]
    assert made["missing"] == []
    client = admin.get(f"{API}{CLIENTS}/app-1").json()
    assert client["grantTypes"] == ["CLIENT_CREDENTIALS"]
    assert (client["restrictScopes"], client["restrictedScopes"]) == (True, [])
    assert len(made["clientSecret"]) == 43
    # The secret is shown once.
    assert made["clientSecret"] not in admin.get(f"{APPLICATIONS}/app-1/settings").text
    # A second application needs only its client.
    assert [each["title"] for each in created(admin, application("2"))["created"]] == ["Client Application 2"]


def test_an_adapter_is_enough_for_users_to_sign_in(admin: Client) -> None:
    add_adapter(admin)
    made = created(admin, application("1", "WEB", WEB))
    assert made["missing"] == []
    assert len(items(admin, ADAPTER_GRANTS)) == len(items(admin, MAPPINGS)) == len(items(admin, POLICIES)) == 1
    assert admin.get(f"{API}{POLICY_SETTINGS}").json()["defaultPolicyRef"]["id"] == "openid"


def test_the_contract_of_the_only_policy_is_mapped(admin: Client) -> None:
    add_adapter(admin)
    add(admin, CONTRACTS, {**policy_contract("0"), "id": "contract-0"})
    mail = from_source("ADAPTER", "username", "form")
    add(admin, POLICY, policy("p", source("form", done("Fail"), contract("contract-0", mail=mail))))
    settings = admin.get(f"{API}{SETTINGS}").json()
    assert admin.put(f"{API}{SETTINGS}", {**settings, "enableIdpAuthnSelection": True}).status_code == 200
    made = created(admin, application("1", "WEB", WEB))
    assert made["missing"] == []
    assert [each["authenticationPolicyContractRef"]["id"] for each in items(admin, GRANT_MAPPINGS)] == ["contract-0"]


def test_existing_items_are_used(admin: Client) -> None:
    add(admin, MANAGERS, manager())
    made = created(admin, application("1"))
    assert [each["title"] for each in made["created"]][-1] == "Client Application 1"
    assert [each["id"] for each in items(admin, MANAGERS)] == ["manager-0"]
    assert "defaultAccessTokenManagerRef" not in admin.get(f"{API}{MANAGER_SETTINGS}").json()
    assert admin.get(f"{API}{CLIENTS}/app-1").json()["defaultAccessTokenManagerRef"]["id"] == "manager-0"
    (mapping,) = items(admin, MAPPINGS)
    kinds = {name: each["source"]["type"] for name, each in mapping["attributeContractFulfillment"].items()}
    assert kinds == {"sub": "CONTEXT", "mail": "NO_MAPPING"}


def test_scripts_of_a_single_page_application_may_call_the_endpoints(admin: Client) -> None:
    created(admin, application("1", "SINGLE_PAGE", WEB, "https://APP.example.com/other", LOOPBACK))
    settings = admin.get(f"{API}{AUTHORIZATION_SETTINGS}").json()
    assert sorted(settings["allowedOrigins"]) == ["http://127.0.0.1", "https://app.example.com"]
    created(admin, application("2", "SINGLE_PAGE", WEB))
    assert admin.get(f"{API}{AUTHORIZATION_SETTINGS}").json()["allowedOrigins"] == settings["allowedOrigins"]


def test_an_application_with_keys_has_no_secret(admin: Client) -> None:
    made = created(admin, application("1", "WEB", WEB, authentication="PRIVATE_KEY_JWT", jwks=KEYS))
    assert "clientSecret" not in made
    client = admin.get(f"{API}{CLIENTS}/app-1").json()
    assert client["clientAuth"] == {
        "type": "PRIVATE_KEY_JWT",
        "enforceReplayPrevention": True,
        "secondarySecrets": [],
    }


def test_public_clients_rotate_refresh_tokens(admin: Client) -> None:
    for kind in ("SINGLE_PAGE", "NATIVE", "DEVICE"):
        created(admin, application(kind, kind, *URIS.get(kind, [])))
        client = admin.get(f"{API}{CLIENTS}/app-{kind}").json()
        assert client["clientAuth"]["type"] == "NONE"
        assert (client["refreshRolling"], client["refreshTokenRollingInterval"]) == ("ROLL", 0)


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        (application("1", "WEB"), {"redirectUris": "required_field"}),
        (application("1", "WEB", "https://app.example.com/*"), {"redirectUris": "wildcard-redirect-uri"}),
        (application("1", "WEB", "http://app.example.com/callback"), {"redirectUris": "insecure-redirect-uri"}),
        (application("1", "WEB", "com.example.app:/callback"), {"redirectUris[0]": "invalid_url"}),
        (application("1", "NATIVE", "myapp:/callback"), {"redirectUris": "private-scheme-without-domain"}),
        (application("1", "WEB", WEB, WEB), {"redirectUris[1]": "value_in_use"}),
        (application("1", "WEB", WEB, authentication="PRIVATE_KEY_JWT"), {"jwks": "required_field"}),
        (application("1", "MACHINE", authentication="PRIVATE_KEY_JWT", jwks="{}"), {"jwks": "invalid_jwks"}),
        (application("../1"), {"clientId": "string_pattern_mismatch"}),
    ],
)
def test_input_is_refused_at_its_field(admin: Client, body: dict[str, Any], errors: dict[str, str]) -> None:
    assert refused(admin, body) == errors
    assert items(admin, CLIENTS) == items(admin, MANAGERS) == []


def test_a_client_id_that_is_in_use_is_refused(admin: Client) -> None:
    created(admin, application("1"))
    assert refused(admin, application("1")) == {"clientId": "id_in_use"}


def test_without_a_base_url_there_is_no_issuer(server: FlowServer) -> None:
    server.set_up()
    assert refused(server.client().sign_in(), application("1")) == {"": "base_url_required"}


def test_settings_contain_the_values_of_the_client(admin: Client) -> None:
    expected = {
        "WEB": ["openid-client", "authlib", "spring-security", "asp-net-core", "mod-auth-openidc"],
        "SINGLE_PAGE": ["oidc-client-ts"],
        "NATIVE": ["appauth"],
        "MACHINE": ["curl-service"],
        "DEVICE": ["curl-device"],
    }
    for kind, libraries in expected.items():
        made = created(admin, application(kind, kind, *URIS.get(kind, [])))
        assert made["settings"] == admin.get(f"{APPLICATIONS}/app-{kind}/settings").json()
        assert [each["id"] for each in made["settings"]["libraries"]] == libraries
        for each in made["settings"]["libraries"]:
            assert BASE_URL in each["text"]
            assert f"app-{kind}" in each["text"]
            # Every placeholder was replaced.
            assert not re.search(r"@[a-z_]+@", each["text"])
            assert made.get("clientSecret", "no secret") not in each["text"]
    assert made["settings"]["issuer"] == BASE_URL


def test_the_page_previews_and_creates_an_application(server: FlowServer, admin: Client) -> None:
    start = visit(admin, "oauthClients").links["Add an Application"]
    page = visit(admin, start)
    assert page.status == 200
    entered = {"kind": "WEB", "name": "Shop", "clientId": "shop", "redirectUris#": "1", "redirectUris[0]": WEB}
    before = server.revision()
    preview = send(admin, page, {**entered, "_do": "review:"})
    assert "What is created" in preview.text
    assert "Client Shop" in preview.text
    assert server.revision() == before
    assert preview.fields["clientId"] == ["shop"]
    result = send(admin, preview, {"_do": "create:"})
    assert result.status == 201, result.text
    assert server.revision() == before + 1
    assert result.links["Client Shop"] == "/applications/oauth/clients/edit/shop"
    assert "Copy the secret now." in result.text
    for library in ("openid-client (Node.js)", "Authlib (Python)", "mod_auth_openidc (Apache)"):
        assert library in result.texts
    assert visit(admin, result.links["Open the client"]).status == 200


def test_the_page_of_a_client_has_its_settings(server: FlowServer, admin: Client) -> None:
    made = created(admin, application("shop", "WEB", WEB))
    page = visit(admin, f"oauthClients/edit/{made['settings']['clientId']}")
    assert "Settings for libraries" in page.text
    for each in made["settings"]["libraries"]:
        assert each["library"] in page.texts
        assert each["text"] in unescape(page.answer.text)
    assert made["clientSecret"] not in page.answer.text
    # Without a base URL there is no issuer for them.
    settings = admin.get(f"{API}/serverSettings").json()
    admin.put(f"{API}/serverSettings", {**settings, "federationInfo": {}})
    assert "Settings for libraries" not in visit(admin, f"oauthClients/edit/{made['settings']['clientId']}").text


def test_a_client_without_a_known_library_has_no_such_panel(admin: Client) -> None:
    secret = {"type": "SECRET", "secret": "a secret that is long enough for this"}
    body = {"clientId": "bare", "name": "Bare", "grantTypes": ["ACCESS_TOKEN_VALIDATION"], "clientAuth": secret}
    assert admin.post(f"{API}{CLIENTS}", body).status_code == 201
    assert "Settings for libraries" not in visit(admin, "oauthClients/edit/bare").text


def test_the_page_shows_errors_at_their_fields(admin: Client) -> None:
    page = visit(admin, "oauthClients/start")
    entered = {"kind": "WEB", "name": "", "clientId": "shop", "redirectUris#": "1", "redirectUris[0]": f"{WEB}/*"}
    refused_page = send(admin, page, {**entered, "_do": "create:"})
    assert refused_page.status == 422
    refused_page = send(admin, refused_page, {"name": "Shop", "_do": "create:"})
    assert refused_page.status == 422
    assert "Nothing was created" in refused_page.text
    assert "Redirect URIs with an asterisk" in refused_page.text
    assert items(admin, CLIENTS) == []


def test_only_administrators_open_the_page(server: FlowServer, admin: Client) -> None:
    answer = admin.post(f"{API}/administrativeAccounts", account("reader", auditor=True))
    assert answer.status_code == 200, answer.text
    reader = server.client().sign_in("reader")
    assert "Add an Application" not in visit(reader, "oauthClients").links
    assert visit(reader, "oauthClients/start").status == 403
    assert visit(admin, "authenticationPolicyContracts/start").status == 404
