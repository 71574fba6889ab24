"""Security findings of clients on their pages, in the list and in the admin API."""

from typing import Any

from tests.flows.frame_calls import CLIENTS, FINDINGS
from tests.flows.pages import Page, follow, send, visit
from tests.flows.prerequisites import AUTHORIZATION_SETTINGS, add, choose_manager
from tests.flows.server import API, Client, FlowServer, account
from tests.flows.token_calls import MANAGERS
from tests.resources.applications.test_clients import PUBLIC
from tests.support.access_tokens import fields, manager
from tests.support.clients import client

LONG = {"type": "SECRET", "secret": "a-secret-with-thirty-two-octets."}
PKCE = "PKCE is not required."
PASSWORDS = "The client can send passwords of users"


def add_client(admin: Client, id_: str, **more: Any) -> None:
    add(admin, CLIENTS, client(id_, **{"clientAuth": LONG, **more}))


def found(admin: Client, id_: str) -> dict[str, Any]:
    """Return the findings of a client in the API, by their IDs."""
    answer = admin.get(f"{FINDINGS}/{id_}")
    assert answer.status_code == 200, answer.text
    return {each["id"]: each for each in answer.json()["findings"]}


def offers(page: Page, fix: str) -> bool:
    return f'value="fix:{fix}"' in page.answer.text


def test_a_fix_is_put_into_the_form_and_takes_effect_with_the_save(server: FlowServer, admin: Client) -> None:
    add_client(admin, "web", requireProofKeyForCodeExchange=False)
    page = visit(admin, "oauthClients/edit/web")
    assert PKCE in page.text
    before = server.revision()
    fixed = send(admin, page, {"_do": "fix:pkce-not-required", "description": "Entered before"})
    assert PKCE not in fixed.text
    assert fixed.fields["requireProofKeyForCodeExchange"] == ["true"]
    assert fixed.fields["description"] == ["Entered before"]
    assert "data-unsaved" in fixed.answer.text
    assert server.revision() == before
    assert "pkce-not-required" in found(admin, "web")
    assert follow(admin, send(admin, fixed, {"_do": ""})).status == 200
    assert server.revision() == before + 1
    assert "pkce-not-required" not in found(admin, "web")


def test_a_fix_of_nested_settings_keeps_the_others(admin: Client) -> None:
    keys = f'{{"keys":[{PUBLIC}]}}'
    add_client(admin, "keys", jwksSettings={"jwks": keys}, oidcPolicy={"idTokenSigningAlgorithm": "NONE"})
    page = visit(admin, "oauthClients/edit/keys")
    page = send(admin, page, {"_do": "fix:unsigned-id-token"})
    page = send(admin, page, {"_do": "fix:shared-secret-authentication"})
    page = send(admin, page, {"_do": "fix:assertion-replay"})
    saved = send(admin, page, {"_do": ""})
    assert saved.status == 303, saved.text
    stored = admin.get(f"{API}{CLIENTS}/keys").json()
    assert stored["clientAuth"]["type"] == "PRIVATE_KEY_JWT"
    assert stored["clientAuth"]["enforceReplayPrevention"] is True
    assert stored["oidcPolicy"]["idTokenSigningAlgorithm"] == "RS256"
    assert stored["jwksSettings"]["jwks"] == keys


def test_a_finding_that_does_not_exist_cannot_be_fixed(admin: Client) -> None:
    add_client(admin, "web")
    page = visit(admin, "oauthClients/edit/web")
    assert not offers(page, "pkce-not-required")
    assert send(admin, page, {"_do": "fix:pkce-not-required"}).status == 400


def test_findings_of_a_form_with_errors_are_those_of_the_stored_client(admin: Client) -> None:
    add_client(admin, "web", requireProofKeyForCodeExchange=False)
    page = visit(admin, "oauthClients/edit/web")
    refused = send(admin, page, {"redirectUris[0]": "no-uri", "requireProofKeyForCodeExchange": "true"})
    assert refused.status == 422
    assert PKCE in refused.text


def test_a_safe_client_is_said_to_follow_the_recommendations(admin: Client) -> None:
    add_client(admin, "web")
    page = visit(admin, "oauthClients/edit/web")
    assert "The client follows the recommendations" in page.text
    assert "Further recommendations (3)" in page.text


def test_readers_see_the_findings_without_buttons(server: FlowServer, admin: Client) -> None:
    add_client(admin, "web", requireProofKeyForCodeExchange=False)
    answer = admin.post(f"{API}/administrativeAccounts", account("reader", auditor=True))
    assert answer.status_code == 200, answer.text
    page = visit(server.client().sign_in("reader"), "oauthClients/edit/web")
    assert PKCE in page.text
    assert page.links["Show the setting"] == "#f-requireProofKeyForCodeExchange"
    assert not offers(page, "pkce-not-required")
    assert offers(visit(admin, "oauthClients/edit/web"), "pkce-not-required")


def test_findings_about_the_server_link_to_its_settings(admin: Client) -> None:
    settings = {"fields": fields({"Token Lifetime": "61"})}
    add(admin, MANAGERS, {**manager(), "configuration": settings})
    choose_manager(admin)
    settings = admin.get(f"{API}{AUTHORIZATION_SETTINGS}").json()
    changed = {**settings, "includeIssuerInAuthorizationResponse": False}
    assert admin.put(f"{API}{AUTHORIZATION_SETTINGS}", changed).status_code == 200
    add_client(admin, "web")
    assert {"long-access-token-lifetime", "issuer-not-in-responses"} <= found(admin, "web").keys()
    links = visit(admin, "oauthClients/edit/web").links
    assert "/edit/manager-0?return=oauthClients" in links["Open Access Token Management"]
    assert links["Open Authorization Server Settings"].startswith("/system/oauth-settings/authorization-server")


def test_a_stored_secret_is_assessed_without_being_shown(admin: Client) -> None:
    short = "nineteen-octets-abc"
    add_client(admin, "short", clientAuth={"type": "SECRET", "secret": short})
    add_client(admin, "long")
    assert "short-client-secret" in found(admin, "short")
    assert "short-client-secret" not in found(admin, "long")
    assert short not in admin.get(f"{FINDINGS}/short").text
    page = visit(admin, "oauthClients/edit/short")
    assert "fewer than 20 characters" in page.text
    # A new secret in the form is assessed instead of the stored one.
    assert "fewer than 20 characters" not in send(admin, page, {"_do": "make:clientAuth.secret"}).text


def test_the_list_of_clients_has_the_number_of_findings(admin: Client) -> None:
    add_client(admin, "safe")
    weak = ["AUTHORIZATION_CODE", "RESOURCE_OWNER_CREDENTIALS"]
    add_client(admin, "weak", grantTypes=weak, requireProofKeyForCodeExchange=False)
    texts = visit(admin, "oauthClients").texts
    assert "Security findings" in texts
    assert texts[texts.index("Name of weak") :].index("1 high, 1 medium") < 10
    assert "None" in texts[texts.index("Name of safe") : texts.index("Name of weak")]


def test_the_api_lists_the_findings_of_all_clients_page_by_page(admin: Client) -> None:
    for number in range(5):
        add_client(admin, f"app-{number}", requireProofKeyForCodeExchange=number != 3)
    seen: dict[str, list[str]] = {}
    after = ""
    while True:
        query = f"?limit=2{f'&after={after}' if after else ''}"
        page = admin.get(f"{FINDINGS}{query}").json()
        assert page["totalItems"] == 5
        assert len(page["items"]) <= 2
        seen |= {each["clientId"]: [found["id"] for found in each["findings"]] for each in page["items"]}
        if "nextAfter" not in page:
            break
        after = page["nextAfter"].replace("\n", "%0A").replace(" ", "%20")
    assert seen.keys() == {f"app-{number}" for number in range(5)}
    assert [id_ for id_, ids in seen.items() if "pkce-not-required" in ids] == ["app-3"]
    finding = found(admin, "app-3")["pkce-not-required"]
    assert (finding["standard"], finding["section"], finding["severity"]) == ("RFC 9700", "2.1.1", "MEDIUM")
    assert finding["fix"] == {"requireProofKeyForCodeExchange": True}
    assert admin.get(f"{FINDINGS}/no-such-client").status_code == 404
