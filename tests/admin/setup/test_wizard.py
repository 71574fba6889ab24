from typing import Any

import pytest

from hanse.cluster.operation_filters import NotClustered
from hanse.kit.errors import FieldError, NotAllowed, NotAuthenticated, ValidationFailed
from hanse.kit.ports import CredentialStatus
from tests.admin.server import ALL_ROLES, PASSWORD, Client, Server

API = "/pf-admin-api/v1"
ACCOUNTS = API + "/administrativeAccounts"
NEW = "Visby-1361"


def initial(**fields: Any) -> dict[str, Any]:
    """Return the request body of specification 3, section 3."""
    return {
        "username": "Administrator",
        "password": PASSWORD,
        "active": True,
        "auditor": False,
        "description": "Initial administrator user",
        "roles": ALL_ROLES,
        **fields,
    }


def create(server: Server, client: Client | None = None, **fields: Any) -> dict[str, Any]:
    return server.call("POST", ACCOUNTS, initial(**fields), by=client or Client.local()).json


def test_the_wizard_creates_the_first_account_and_signs_in(bare_server: Server) -> None:
    account = create(bare_server)
    assert "password" not in account
    assert account["encryptedPassword"]
    bare_server.sign_in()
    assert bare_server.gate.is_complete()


def test_anonymous_callers_cannot_create_accounts(bare_server: Server) -> None:
    with pytest.raises(NotAuthenticated):
        create(bare_server, Client())


@pytest.mark.parametrize("username", ["Administrator", "administrator", "Hildebrand"])
def test_a_retry_replaces_the_results_of_an_interrupted_finish(bare_server: Server, username: str) -> None:
    create(bare_server, username="Administrator")
    create(bare_server, username=username, password=NEW)
    with pytest.raises(NotAuthenticated):
        bare_server.sign_in("Administrator", PASSWORD)
    bare_server.sign_in(username, NEW)
    items = bare_server.call("GET", ACCOUNTS, by=Client.basic(username, NEW)).json["items"]
    assert [each["username"] for each in items] == [username]


def test_a_failed_retry_keeps_the_account(bare_server: Server) -> None:
    create(bare_server)
    with pytest.raises(ValidationFailed):
        create(bare_server, password="weak")
    bare_server.sign_in()


def test_accounts_from_elsewhere_are_not_replaced(server: Server) -> None:
    with pytest.raises(NotAllowed, match="administrative accounts already"):
        create(server, password=NEW)
    server.sign_in()


def test_once_the_first_account_has_created_another_the_wizard_creates_none(bare_server: Server) -> None:
    create(bare_server)
    bare_server.call("POST", ACCOUNTS, initial(username="bob"), by=Client.basic())
    with pytest.raises(NotAllowed):
        create(bare_server, password=NEW)
    bare_server.sign_in()


@pytest.mark.parametrize(
    "fields",
    [
        {"active": False},
        {"roles": ["USER_ADMINISTRATOR"]},
        {"roles": ["ADMINISTRATOR"]},
        {"roles": [], "auditor": True},
    ],
)
def test_a_first_account_that_could_not_continue_the_wizard_is_refused(
    bare_server: Server, fields: dict[str, Any]
) -> None:
    with pytest.raises(ValidationFailed):
        create(bare_server, **fields)


def test_after_the_wizard_only_user_administrators_create_accounts(server: Server) -> None:
    server.add_account("bob", roles=["ADMINISTRATOR"])
    server.sign_in()
    with pytest.raises(NotAuthenticated):
        create(server, username="carol")
    with pytest.raises(NotAllowed):
        create(server, Client.basic("bob"), username="carol")
    assert create(server, Client.basic(), username="carol")["username"] == "carol"


@pytest.mark.parametrize(
    ("host", "base_url"),
    [
        ("localhost:9999", "https://localhost:9031"),
        ("[::1]:9999", "https://[::1]:9031"),
        ("127.0.0.1", "https://127.0.0.1:9031"),
    ],
)
def test_the_default_base_url_is_the_callers_host_with_the_engines_port(
    bare_server: Server, host: str, base_url: str
) -> None:
    client = Client.local(host)
    assert bare_server.call("GET", f"{API}/internal/isw/defaultBaseUrl", by=client).json == {"baseUrl": base_url}


def test_the_wizard_reads_the_current_settings(bare_server: Server) -> None:
    info = bare_server.call("GET", f"{API}/internal/isw/initialSetupInfo", by=Client.local()).json
    assert info == {"version": "1.0.0", "environment": "Test", "consoleTitle": "Hanse", "helpBaseUrl": ""}


def test_the_wizard_reads_the_password_rules(bare_server: Server) -> None:
    rules = bare_server.call("GET", f"{API}/internal/isw/adminPasswordRules", by=Client.local()).json
    assert set(rules) == {"minLength", "requireMixedCase", "minAlpha", "minNumeric", "minSpecial", "specialChars"}
    assert rules["minLength"] == 8


def test_a_valid_credential_returns_200(bare_server: Server) -> None:
    path = f"{API}/internal/isw/validatePingOneCredential"
    assert bare_server.call("POST", path, "a.b.c", by=Client.local()).status == 200


@pytest.mark.parametrize("status", [CredentialStatus.INVALID, CredentialStatus.UNKNOWN])
def test_an_invalid_credential_is_a_validation_error(bare_server: Server, status: CredentialStatus) -> None:
    bare_server.cloud.status = status
    with pytest.raises(ValidationFailed) as failure:
        bare_server.call("POST", f"{API}/internal/isw/validatePingOneCredential", "a.b.c", by=Client.local())
    assert failure.value.errors[0].field_path == "credential"


def test_a_malformed_credential_is_refused_without_a_call(bare_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    found = FieldError("No credential.", "credential", "invalid_credential")
    monkeypatch.setattr(bare_server.cloud, "describe", lambda _credential: found)
    monkeypatch.setattr(bare_server.cloud, "check", None)
    with pytest.raises(ValidationFailed) as failure:
        bare_server.call("POST", f"{API}/internal/isw/validatePingOneCredential", "x", by=Client.local())
    assert failure.value.errors == (found,)


def test_a_server_without_a_cluster_has_no_role_to_switch(bare_server: Server) -> None:
    with pytest.raises(NotClustered):
        bare_server.call("POST", f"{API}/cluster/adminNode/role/active", by=Client.local())
