"""The client credentials grant (RFC 6749, section 4.4), through every layer of the engine."""

import sqlite3

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import EXCLUSIVE_SCOPES
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from tests.engine.oauth.token.deployment import ISSUER, Deployment, central_manager, reference_manager, refused, service
from tests.support.mappings import from_source, text, token_mapping

GRANT = {"grant_type": "client_credentials"}


class TestRequest:
    def test_a_missing_grant_type_is_reported(self, deployment: Deployment) -> None:
        refused(deployment.token({"x": "y"}, Authorization=deployment.add_service()), 400, "invalid_request")

    def test_an_unknown_grant_type_is_reported(self, deployment: Deployment) -> None:
        answer = deployment.token({"grant_type": "x"}, Authorization=deployment.add_service())
        refused(answer, 400, "unsupported_grant_type")

    def test_a_grant_type_that_the_client_may_not_use_is_refused(self, deployment: Deployment) -> None:
        authorization = deployment.add_service("batch", "REFRESH_TOKEN")
        refused(deployment.client_credentials(authorization), 400, "unauthorized_client")

    @pytest.mark.parametrize("name", ["grant_type", "scope", "client_id", "access_token_manager_id"])
    def test_a_repeated_parameter_is_refused(self, deployment: Deployment, name: str) -> None:
        authorization = deployment.add_service()
        form = [("grant_type", "client_credentials"), (name, "a"), (name, "a")]
        refused(deployment.token(form, Authorization=authorization), 400, "invalid_request")

    def test_a_body_that_is_not_a_form_is_refused(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        for content_type in ("application/json", "text/plain", "multipart/form-data", ""):
            answer = deployment.engine.request(
                "POST",
                "/as/token.oauth2",
                form=GRANT,
                headers={"Authorization": authorization, "Content-Type": content_type},
            )
            refused(answer, 400, "invalid_request")

    def test_a_body_that_is_too_large_is_refused(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        refused(deployment.token({**GRANT, "x": "y" * 300_000}, Authorization=authorization), 413, "invalid_request")

    def test_only_post_is_answered(self, deployment: Deployment) -> None:
        answer = deployment.engine.get("/as/token.oauth2")
        assert (answer.status_code, answer.headers["allow"]) == (405, "OPTIONS, POST")


class TestScopes:
    def test_the_requested_scopes_are_granted(self, deployment: Deployment) -> None:
        content = deployment.client_credentials(deployment.add_service(), scope="read write").json()
        assert content["scope"] == "read write"

    def test_without_requested_scopes_none_are_granted(self, deployment: Deployment) -> None:
        assert "scope" not in deployment.client_credentials(deployment.add_service()).json()

    @pytest.mark.parametrize("scope", ["delete", "read delete", "secret", 'a"b', "ü"])
    def test_an_unknown_scope_is_refused(self, deployment: Deployment, scope: str) -> None:
        deployment.add(EXCLUSIVE_SCOPES, {"name": "secret", "description": "x"})
        refused(deployment.client_credentials(deployment.add_service(), scope=scope), 400, "invalid_scope")

    def test_a_restricted_client_gets_no_other_scope(self, deployment: Deployment) -> None:
        authorization = deployment.add_service(restrictScopes=True, restrictedScopes=["read"])
        assert deployment.client_credentials(authorization, scope="read").json()["scope"] == "read"
        refused(deployment.client_credentials(authorization, scope="write"), 400, "invalid_scope")


class TestToken:
    def test_it_is_signed_with_the_issuers_key_and_contains_the_mapped_attributes(self, deployment: Deployment) -> None:
        answer = deployment.client_credentials(deployment.add_service(), scope="read")
        content = answer.json()
        keys = KeySet.import_key_set(deployment.engine.get("/pf/JWKS").json())
        token = jwt.decode(content["access_token"], keys, algorithms=["RS256"])
        now = int(deployment.engine.now())
        assert (content["token_type"], content["expires_in"]) == ("Bearer", 7200)
        assert token.header["typ"] == "at+jwt"
        assert {name: value for name, value in token.claims.items() if name != "jti"} == {
            "iss": ISSUER,
            "iat": now,
            "exp": now + 7200,
            "client_id": "batch",
            "scope": "read",
            "sub": "batch",
            "mail": "none",
        }
        assert "refresh_token" not in content
        assert (answer.headers["cache-control"], answer.headers["pragma"]) == ("no-store", "no-cache")

    def test_properties_of_the_client_and_expressions_can_be_mapped(self, deployment: Deployment) -> None:

        deployment.add(EXTENDED_PROPERTIES, {"items": [{"name": "team"}]})
        mapping = token_mapping()
        mapping["attributeContractFulfillment"] = {
            "sub": {"source": {"type": "EXPRESSION"}, "value": "attributes['context.ClientId'] + '!'"},
            "mail": from_source("EXTENDED_PROPERTIES", "team"),
        }
        deployment.change(ACCESS_TOKEN_MAPPINGS, "mapping-0", mapping)
        authorization = deployment.add_service(extendedParameters={"team": {"values": ["blue"]}})
        assert payload(deployment, authorization)["mail"] == "blue"

    def test_issuance_criteria_refuse_the_token(self, deployment: Deployment) -> None:
        criterion = {
            "source": {"type": "CONTEXT"},
            "attributeName": "ClientId",
            "condition": "EQUALS",
            "value": "other",
            "errorResult": "Not this one",
        }
        mapping = {**token_mapping(), "issuanceCriteria": {"conditionalCriteria": [criterion]}}
        deployment.change(ACCESS_TOKEN_MAPPINGS, "mapping-0", mapping)
        answer = deployment.client_credentials(deployment.add_service())
        assert refused(answer, 400, "access_denied") == "Not this one"


class TestManagers:
    def test_the_request_may_name_a_manager(self, deployment: Deployment) -> None:
        add_manager(deployment, 1)
        authorization = deployment.add_service()
        content = deployment.client_credentials(authorization, access_token_manager_id="manager-1").json()
        assert content["expires_in"] == 1800
        assert "." not in content["access_token"]

    @pytest.mark.parametrize("id_", ["nobody", "manager-2"])
    def test_an_unknown_or_forbidden_manager_is_refused(self, deployment: Deployment, id_: str) -> None:
        deployment.add(OAUTH_CLIENTS, service("friend"))
        add_manager(deployment, 2, accessControlSettings=only_clients("friend"))
        authorization = deployment.add_service()
        refused(deployment.client_credentials(authorization, access_token_manager_id=id_), 400, "invalid_request")

    @pytest.mark.parametrize("resource", ["https://api.example.com/v1", "https://api.example.com/v1/orders"])
    @pytest.mark.parametrize("name", ["resource", "aud"])
    def test_a_resource_selects_its_manager(self, deployment: Deployment, name: str, resource: str) -> None:
        add_manager(deployment, 1, selectionSettings={"resourceUris": ["https://api.example.com/v1"]})
        content = deployment.client_credentials(deployment.add_service(), **{name: resource}).json()
        assert content["expires_in"] == 1800

    @pytest.mark.parametrize(
        "resource",
        [
            "https://api.example.com",
            "https://api.example.com/v10",
            "https://other.example",
            "https://api.example.com/v1#x",
            "api",
            "http://[",
        ],
    )
    def test_an_unknown_resource_is_refused(self, deployment: Deployment, resource: str) -> None:
        add_manager(deployment, 1, selectionSettings={"resourceUris": ["https://api.example.com/v1"]})
        answer = deployment.client_credentials(deployment.add_service(), resource=resource)
        refused(answer, 400, "invalid_target")

    def test_the_longest_resource_decides_and_becomes_the_audience(self, deployment: Deployment) -> None:
        add_manager(deployment, 1, selectionSettings={"resourceUris": ["https://api.example.com"]})
        narrow = {"resourceUris": ["https://api.example.com/v1"]}
        deployment.add(MANAGERS, {**central_manager(2), "selectionSettings": narrow})
        deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(2))
        claims = payload(deployment, deployment.add_service(), resource="https://api.example.com/v1/x")
        assert claims["aud"] == "https://api.example.com/v1/x"

    def test_resources_of_two_managers_are_refused(self, deployment: Deployment) -> None:
        add_manager(deployment, 1, selectionSettings={"resourceUris": ["https://one.example"]})
        add_manager(deployment, 2, selectionSettings={"resourceUris": ["https://two.example"]})
        form = [*GRANT.items(), ("resource", "https://one.example"), ("resource", "https://two.example")]
        refused(deployment.token(form, Authorization=deployment.add_service()), 400, "invalid_target")

    def test_the_clients_default_overrides_the_servers(self, deployment: Deployment) -> None:
        add_manager(deployment, 1)
        authorization = deployment.add_service(defaultAccessTokenManagerRef={"id": "manager-1"})
        assert deployment.client_credentials(authorization).json()["expires_in"] == 1800

    def test_a_client_restricted_to_its_default_gets_no_other_manager(self, deployment: Deployment) -> None:
        add_manager(deployment, 1, selectionSettings={"resourceUris": ["https://api.example.com"]})
        authorization = deployment.add_service(
            restrictToDefaultAccessTokenManager=True, defaultAccessTokenManagerRef={"id": "manager-0"}
        )
        assert deployment.client_credentials(authorization).status_code == 200
        answer = deployment.client_credentials(authorization, access_token_manager_id="manager-1")
        refused(answer, 400, "invalid_request")
        answer = deployment.client_credentials(authorization, resource="https://api.example.com")
        refused(answer, 400, "invalid_target")

    def test_a_manager_without_a_mapping_issues_no_token(self, deployment: Deployment) -> None:
        deployment.add(MANAGERS, reference_manager(1))
        answer = deployment.client_credentials(deployment.add_service(), access_token_manager_id="manager-1")
        refused(answer, 400, "unauthorized_client")


def test_a_token_request_reads_no_configuration(deployment: Deployment) -> None:
    authorization = deployment.add_service()
    assert deployment.client_credentials(authorization).status_code == 200
    statements = deployment.engine.statements()
    assert deployment.client_credentials(authorization).status_code == 200
    assert statements == []


def add_manager(deployment: Deployment, number: int, **more: object) -> None:
    deployment.add(MANAGERS, {**reference_manager(number), **more})
    deployment.add(ACCESS_TOKEN_MAPPINGS, {**token_mapping(number), "attributeContractFulfillment": fulfilled()})


def fulfilled() -> dict[str, object]:
    return {"sub": from_source("CONTEXT", "ClientId"), "mail": text("none")}


def only_clients(*clients: str) -> dict[str, object]:
    return {"restrictClients": True, "allowedClients": [{"id": each} for each in clients]}


def payload(deployment: Deployment, authorization: str, **form: str) -> dict[str, object]:
    token = deployment.client_credentials(authorization, **form).json()["access_token"]
    keys = KeySet.import_key_set(deployment.engine.get("/pf/JWKS").json())
    return dict(jwt.decode(token, keys, algorithms=["RS256"]).claims)


class TestLookups:
    """Attributes of a token that are looked up in a database."""

    @pytest.fixture(autouse=True)
    def _store(self, deployment: Deployment) -> None:
        folder = deployment.folder / "data-stores"
        folder.mkdir(exist_ok=True)
        with sqlite3.connect(folder / "clients.db") as connection:
            connection.execute("CREATE TABLE owner (client TEXT, mail TEXT)")
            connection.execute("INSERT INTO owner VALUES ('batch', 'ops@example.com')")
        store = {
            "id": "clients",
            "type": "JDBC",
            "name": "Clients",
            "driverClass": "org.sqlite.JDBC",
            "connectionUrl": "jdbc:sqlite:clients.db",
            "userName": "none",
        }
        deployment.add(DATA_STORES, store)
        source = {
            "type": "JDBC",
            "id": "owner",
            "dataStoreRef": {"id": "clients"},
            "table": "owner",
            "columnNames": ["mail"],
            "filter": "client = '${context.ClientId}'",
        }
        fulfilled = {"sub": from_source("CONTEXT", "ClientId"), "mail": from_source("JDBC_DATA_STORE", "mail", "owner")}
        mapping = {**token_mapping(), "attributeSources": [source], "attributeContractFulfillment": fulfilled}
        deployment.change(ACCESS_TOKEN_MAPPINGS, "mapping-0", mapping)

    def test_attributes_are_looked_up_without_reading_the_configuration(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        assert payload(deployment, authorization)["mail"] == "ops@example.com"
        statements = deployment.engine.statements()
        assert payload(deployment, authorization)["mail"] == "ops@example.com"
        assert statements == []

    def test_a_client_without_a_row_gets_no_attribute(self, deployment: Deployment) -> None:
        assert "mail" not in payload(deployment, deployment.add_service("other"))

    def test_without_the_database_the_client_must_retry(self, deployment: Deployment) -> None:
        authorization = deployment.add_service()
        with sqlite3.connect(deployment.folder / "data-stores" / "clients.db") as connection:
            connection.execute("DROP TABLE owner")
        answer = deployment.client_credentials(authorization)
        refused(answer, 503, "temporarily_unavailable")
        assert int(answer.headers["retry-after"]) > 0
        assert "owner" not in answer.text
