"""Just-in-time provisioning of IdP connections over the admin API, and on the connection's page."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.flows.connection_calls import IDP_CONNECTIONS
from tests.flows.local_identity_calls import add_profile
from tests.flows.mapping_pages import stored
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.idp_connections import openid_connection, saml_connection
from tests.support.mappings import from_source, text

CONNECTIONS = f"{API}{IDP_CONNECTIONS}"
JIT = "idpBrowserSso.jitProvisioning"
REPOSITORY = f"{JIT}.userRepository"
EDIT = "idpConnections/edit/saml-jit?section=section-1"
ROWS = f"{REPOSITORY}.jitRepositoryAttributeMapping"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    made = shared_server.basic("Administrator")
    add_profile(made)
    return made


@pytest.fixture(autouse=True)
def no_further_connections(admin: Client) -> Iterator[None]:
    """Delete the connections that a test has created, because the license allows ten of them."""
    before = {each["id"] for each in admin.get(CONNECTIONS).json()["items"]}
    yield
    for each in admin.get(CONNECTIONS).json()["items"]:
        if each["id"] not in before:
            admin.delete(f"{CONNECTIONS}/{each['id']}")


def repository(**changes: Any) -> dict[str, Any]:
    """Return a repository whose required fields have sources."""
    mapped = {"login": from_source("ASSERTION", "SAML_SUBJECT"), "mail": from_source("ASSERTION", "mail")}
    return {
        "type": "LOCAL_IDENTITY_PROFILE",
        "localIdentityProfileRef": {"id": "profile-0"},
        "jitRepositoryAttributeMapping": mapped,
        **changes,
    }


def jit(**changes: Any) -> dict[str, Any]:
    return {"userAttributes": {"doAttributeQuery": False}, "userRepository": repository(), **changes}


def errors(admin: Client, settings: Any) -> list[str]:
    answer = admin.post(CONNECTIONS, saml_connection("jit", jitProvisioning=settings))
    assert answer.status_code == 422, answer.text
    return [each["fieldPath"] for each in answer.json()["validationErrors"]]


def test_provisioning_is_stored_with_the_defaults_of_the_contract(admin: Client) -> None:
    made = admin.post(CONNECTIONS, saml_connection("jit", jitProvisioning=jit()))
    assert made.status_code == 201, made.text
    found = made.json()["idpBrowserSso"]["jitProvisioning"]
    assert (found["eventTrigger"], found["errorHandling"]) == ("NEW_USER_ONLY", "CONTINUE_SSO")
    assert found["userRepository"] == repository()
    assert admin.put(f"{CONNECTIONS}/saml-jit", made.json()).json()["idpBrowserSso"] == made.json()["idpBrowserSso"]
    # The profile is in use.
    assert admin.delete(f"{API}/localIdentity/identityProfiles/profile-0").status_code == 422


def test_claims_of_an_openid_provider_are_a_source(admin: Client) -> None:
    body = openid_connection("jit")
    mapped = {"login": from_source("CLAIMS", "sub"), "mail": from_source("CLAIMS", "email"), "city": text("${sub}")}
    body["idpBrowserSso"]["jitProvisioning"] = jit(userRepository=repository(jitRepositoryAttributeMapping=mapped))
    made = admin.post(CONNECTIONS, body)
    assert made.status_code == 201, made.text


@pytest.mark.parametrize("nothing", [None, {}, {"userRepository": {}}, {"eventTrigger": "NEW_USER_ONLY"}])
def test_without_a_repository_there_is_no_provisioning(admin: Client, nothing: Any) -> None:
    made = admin.post(CONNECTIONS, saml_connection("jit", jitProvisioning=nothing))
    assert made.status_code == 201, made.text
    assert "jitProvisioning" not in made.json()["idpBrowserSso"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"userRepository": {"type": "LDAP", "dataStoreRef": {"id": "x"}}}, REPOSITORY),
        ({"userRepository": {"type": "JDBC"}}, REPOSITORY),
        ({"userRepository": repository(localIdentityProfileRef=None)}, f"{REPOSITORY}.localIdentityProfileRef"),
        (
            {"userAttributes": {"doAttributeQuery": True, "attributeContract": [{"name": "phone"}]}},
            f"{JIT}.userAttributes.doAttributeQuery",
        ),
        (
            {"userAttributes": {"attributeContract": [{"name": "mail"}]}},
            f"{JIT}.userAttributes.attributeContract[0].name",
        ),
        ({"eventTrigger": "NEVER"}, f"{JIT}.eventTrigger"),
        ({"errorHandling": "IGNORE"}, f"{JIT}.errorHandling"),
    ],
)
def test_settings_that_cannot_work_are_refused(admin: Client, changes: dict[str, Any], path: str) -> None:
    assert errors(admin, jit(**changes)) == [path]


@pytest.mark.parametrize(
    ("mapping", "path"),
    [
        ({"mail": None}, "mail"),
        ({"mail": {"source": {"type": "NO_MAPPING"}}}, "mail.source"),
        ({"mail": from_source("ASSERTION", "email")}, "mail.value"),
        ({"mail": from_source("CLAIMS", "mail")}, "mail.source"),
        ({"role": text("user")}, "role"),
    ],
)
def test_a_wrong_mapping_is_refused_at_its_place(admin: Client, mapping: dict[str, Any], path: str) -> None:
    usual = repository()["jitRepositoryAttributeMapping"]
    changed = {name: each for name, each in {**usual, **mapping}.items() if each}
    assert errors(admin, jit(userRepository=repository(jitRepositoryAttributeMapping=changed))) == [f"{ROWS}.{path}"]


def test_provisioning_is_set_up_on_the_page_of_the_connection(shared_server: FlowServer, admin: Client) -> None:
    assert admin.post(CONNECTIONS, saml_connection("jit")).status_code == 201
    person = shared_server.client().sign_in()
    page = visit(person, EDIT)
    # A profile has a row for each of its fields. Fields with an equal name are mapped at once.
    chosen = {f"{REPOSITORY}.localIdentityProfileRef": "profile-0", "_do": f"edit:{REPOSITORY}.localIdentityProfileRef"}
    page = send(person, page, chosen)
    assert [page.fields[f"{ROWS}[{number}].name"][0] for number in range(4)] == ["login", "mail", "city", "verified"]
    assert page.fields[f"{ROWS}[1].source"] == ["ASSERTION|"]
    refused = send(person, page, {"_do": ""})
    assert "is not fulfilled" in refused.text
    entered = {f"{ROWS}[0].source": "ASSERTION|", "_do": f"edit:{ROWS}[0].source"}
    page = send(person, refused, entered)
    saved = send(person, page, {f"{ROWS}[0].value": "SAML_SUBJECT", f"{JIT}.errorHandling": "ABORT_SSO", "_do": ""})
    assert "was saved." in follow(person, saved).text
    found = stored(person, f"{IDP_CONNECTIONS}/saml-jit")
    made = found["idpBrowserSso"]["jitProvisioning"]
    assert (made["userRepository"], made["errorHandling"]) == (repository(), "ABORT_SSO")
    # Another save leaves everything as it is, and without the profile there is no provisioning.
    assert "was saved." in follow(person, send(person, visit(person, EDIT), {"_do": ""})).text
    again = stored(person, f"{IDP_CONNECTIONS}/saml-jit")
    assert again["idpBrowserSso"] == found["idpBrowserSso"]
    page = visit(person, EDIT)
    page = send(
        person,
        page,
        {f"{REPOSITORY}.localIdentityProfileRef": "", "_do": f"edit:{REPOSITORY}.localIdentityProfileRef"},
    )
    assert "was saved." in follow(person, send(person, page, {"_do": ""})).text
    assert "jitProvisioning" not in stored(person, f"{IDP_CONNECTIONS}/saml-jit")["idpBrowserSso"]


def linked(**more: Any) -> dict[str, Any]:
    settings = {"idpIdentityMapping": "ACCOUNT_LINKING", "accountLinkingProfileRef": {"id": "profile-0"}, **more}
    return saml_connection("jit", **settings)


def test_account_linking_names_the_profile_and_excludes_provisioning(admin: Client) -> None:
    refused = admin.post(CONNECTIONS, linked(jitProvisioning=jit()))
    [error] = refused.json()["validationErrors"]
    assert (refused.status_code, error["fieldPath"]) == (422, "idpBrowserSso.idpIdentityMapping")
    made = admin.post(CONNECTIONS, linked())
    assert made.status_code == 201, made.text
    assert made.json()["idpBrowserSso"]["accountLinkingProfileRef"] == {"id": "profile-0"}
    assert admin.delete(f"{API}/localIdentity/identityProfiles/profile-0").status_code == 422


def test_a_profile_of_linked_accounts_needs_account_linking(admin: Client) -> None:
    refused = admin.post(CONNECTIONS, linked(idpIdentityMapping="NONE"))
    [error] = refused.json()["validationErrors"]
    assert (refused.status_code, error["fieldPath"]) == (422, "idpBrowserSso.accountLinkingProfileRef")
