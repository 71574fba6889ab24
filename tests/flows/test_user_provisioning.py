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
from tests.support.stores import ldap_store

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
        ({"userRepository": {"type": "CUSTOM"}}, f"{REPOSITORY}.type"),
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
    assert "Choose a local identity profile first." in page.texts
    assert "Choose a contract with attributes first." not in page.texts
    # A profile has a row for each of its fields. Fields with an equal name are mapped at once.
    chosen = {f"{REPOSITORY}.localIdentityProfileRef": "profile-0", "_do": f"edit:{REPOSITORY}.localIdentityProfileRef"}
    page = send(person, page, chosen)
    assert "Choose a local identity profile first." not in page.texts
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


def directory(mapping: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """Return a repository that is a directory, as clients of the API contract send it."""
    usual = {"objectClass": text("inetOrgPerson"), "sn": from_source("ASSERTION", "mail")}
    return {
        "type": "LDAP",
        "dataStoreRef": {"id": "jit-directory"},
        "baseDn": "ou=people,dc=hanse,dc=example",
        "uniqueUserIdFilter": "uid=${SAML_SUBJECT}",
        "jitRepositoryAttributeMapping": {**usual, **(mapping or {})},
        **changes,
    }


def table(**changes: Any) -> dict[str, Any]:
    """Return a repository that is a table, as clients of the API contract send it."""
    mapped = {"login": from_source("ASSERTION", "SAML_SUBJECT"), "mail": from_source("ASSERTION", "mail")}
    return {
        "type": "JDBC",
        "dataStoreRef": {"id": "jit-database"},
        "sqlMethod": {"table": {"schema": "public", "tableName": "users", "uniqueIdColumn": "login"}},
        "jitRepositoryAttributeMapping": mapped,
        **changes,
    }


@pytest.fixture(scope="module")
def stores(admin: Client) -> None:
    database = {"type": "JDBC", "driverClass": "org.sqlite.JDBC", "connectionUrl": "jdbc:sqlite:none.db"}
    for body in (
        {**ldap_store("jit"), "id": "jit-directory"},
        {**database, "id": "jit-database", "name": "Provisioned", "userName": "unused"},
    ):
        made = admin.post(f"{API}/dataStores", body, headers={"X-BypassExternalValidation": "true"})
        assert made.status_code == 201, made.text


@pytest.mark.usefixtures("stores")
class TestDataStores:
    @pytest.mark.parametrize("make", [directory, table])
    def test_a_repository_of_the_contract_is_stored_as_it_was_sent(self, admin: Client, make: Any) -> None:
        made = admin.post(CONNECTIONS, saml_connection("jit", jitProvisioning=jit(userRepository=make())))
        assert made.status_code == 201, made.text
        assert made.json()["idpBrowserSso"]["jitProvisioning"]["userRepository"] == {
            **make(),
            "attributes": list(make()["jitRepositoryAttributeMapping"]),
        }
        assert admin.put(f"{CONNECTIONS}/saml-jit", made.json()).json()["idpBrowserSso"] == made.json()["idpBrowserSso"]
        assert admin.delete(f"{API}/dataStores/{make()['dataStoreRef']['id']}").status_code == 422

    @pytest.mark.parametrize(
        ("repository", "path"),
        [
            (directory(dataStoreRef=None), "dataStoreRef"),
            (directory(dataStoreRef={"id": "jit-database"}), "dataStoreRef"),
            (directory(baseDn=""), "baseDn"),
            (directory(uniqueUserIdFilter=""), "uniqueUserIdFilter"),
            (directory(uniqueUserIdFilter="(uid=*)"), "uniqueUserIdFilter"),
            (directory(uniqueUserIdFilter="(&(uid=${SAML_SUBJECT})"), "uniqueUserIdFilter"),
            (directory(uniqueUserIdFilter="uid=${unknown}"), "uniqueUserIdFilter"),
            # A new entry would have no employeeNumber, and the next sign-in would not find it.
            (directory(uniqueUserIdFilter="(|(uid=${mail})(employeeNumber=${mail}))"), "uniqueUserIdFilter"),
            (directory(namingAttribute="c n"), "namingAttribute"),
            (directory(namingAttribute="cn"), "jitRepositoryAttributeMapping.cn"),
            (
                directory({"objectClass": {"source": {"type": "NO_MAPPING"}}}),
                "jitRepositoryAttributeMapping.objectClass.source",
            ),
            (directory({"m)(uid=*": text("x")}), "attributes"),
            (table(dataStoreRef={"id": "jit-directory"}), "dataStoreRef"),
            (table(sqlMethod={}), "sqlMethod.table"),
            (table(sqlMethod={"storedProcedure": {"schema": "a", "storedProcedure": "b"}}), "sqlMethod"),
            (table(jitRepositoryAttributeMapping={}), "jitRepositoryAttributeMapping.login"),
        ],
    )
    def test_a_repository_that_cannot_work_is_refused(
        self, admin: Client, repository: dict[str, Any], path: str
    ) -> None:
        assert errors(admin, jit(userRepository=repository)) == [f"{REPOSITORY}.{path}"]

    def test_a_table_without_columns_is_named_as_missing(self, shared_server: FlowServer, admin: Client) -> None:
        assert admin.post(CONNECTIONS, saml_connection("jit")).status_code == 201
        person = shared_server.client().sign_in()
        page = send(person, visit(person, EDIT), {f"{REPOSITORY}.type": "JDBC", "_do": f"edit:{REPOSITORY}.type"})
        assert "Enter the unique ID column or other columns of the table first." in page.texts

    def test_a_directory_is_chosen_on_the_page_of_the_connection(
        self, shared_server: FlowServer, admin: Client
    ) -> None:
        assert admin.post(CONNECTIONS, saml_connection("jit")).status_code == 201
        person = shared_server.client().sign_in()
        page = send(person, visit(person, EDIT), {f"{REPOSITORY}.type": "LDAP", "_do": f"edit:{REPOSITORY}.type"})
        entered = {
            f"{REPOSITORY}.dataStoreRef": "jit-directory",
            f"{REPOSITORY}.baseDn": "ou=people,dc=hanse,dc=example",
            f"{REPOSITORY}.uniqueUserIdFilter": "uid=${SAML_SUBJECT}",
        }
        page = send(person, page, {**entered, "_do": f"add:{REPOSITORY}.attributes"})
        page = send(person, page, {f"{REPOSITORY}.attributes[0]": "mail", "_do": f"edit:{REPOSITORY}.attributes[0]"})
        assert [page.fields[f"{ROWS}[{number}].name"][0] for number in (0, 1)] == ["objectClass", "mail"]
        page = send(person, page, {f"{ROWS}[0].source": "TEXT|", "_do": f"edit:{ROWS}[0].source"})
        saved = send(person, page, {f"{ROWS}[0].value": "inetOrgPerson", "_do": ""})
        assert "was saved." in follow(person, saved).text
        made = stored(person, f"{IDP_CONNECTIONS}/saml-jit")["idpBrowserSso"]["jitProvisioning"]["userRepository"]
        mapped = {"objectClass": text("inetOrgPerson"), "mail": from_source("ASSERTION", "mail")}
        assert made == directory(attributes=["mail", "objectClass"], jitRepositoryAttributeMapping=mapped)


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
