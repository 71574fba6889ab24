"""The roles that may call each operation: every operation is called by every kind of caller.

The table is written by hand from documents 1 and 3, section 6, independently of the product. A new operation without a
row in it fails the first test.

"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import pytest

from hanse.config.declare.access import Intent
from tests.flows.authentication_api_calls import authentication_api_roles
from tests.flows.calendar_calls import calendar_roles
from tests.flows.calls import AUTHORIZATION_SERVER, GOOD_CALLS, ISW, SCOPES, add_targets, operations
from tests.flows.certificate_group_calls import certificate_group_roles
from tests.flows.ciba_calls import ciba_roles
from tests.flows.connection_calls import connection_roles
from tests.flows.demo_calls import demo_roles
from tests.flows.detail_calls import detail_roles
from tests.flows.exchange_calls import exchange_roles
from tests.flows.factor_calls import factor_roles
from tests.flows.frame_calls import frame_roles
from tests.flows.grant_calls import grant_roles
from tests.flows.handover_calls import handover_roles
from tests.flows.kerberos_calls import kerberos_roles
from tests.flows.key_calls import key_roles
from tests.flows.local_identity_calls import local_identity_roles
from tests.flows.metadata_calls import metadata_roles
from tests.flows.plugin_calls import plugin_roles
from tests.flows.revocation_calls import revocation_roles
from tests.flows.role_table import collection, document
from tests.flows.server import ALL_ROLES, API, PASSWORD, UI, Client, FlowServer, account
from tests.flows.session_calls import session_roles
from tests.flows.store_calls import ca_roles, store_roles
from tests.flows.stored_rows import dump, writes
from tests.flows.token_calls import token_roles
from tests.flows.trace_calls import trace_roles
from tests.flows.valid_call import Key
from tests.tools.cloud.serving import RunningCloud

ADMIN, CRYPTO, USER, EXPRESSION, COLLECTION = ALL_ROLES
EVERYBODY = frozenset(ALL_ROLES)
AUDITOR, STRANGER, SETUP = "auditor", "stranger", "setup"
PUBLIC = EVERYBODY | {AUDITOR, STRANGER, SETUP}
SIGNED_IN = EVERYBODY | {AUDITOR}
CONFIGURES = frozenset({ADMIN})
SEES_CONFIGURATION = CONFIGURES | {AUDITOR}
SEES_ISSUERS = SEES_CONFIGURATION | {CRYPTO}
MANAGES_KEYS = frozenset({CRYPTO})
SEES_KEYS = frozenset({CRYPTO, ADMIN, AUDITOR})
MANAGES_ACCOUNTS = frozenset({USER})
SEES_ACCOUNTS = MANAGES_ACCOUNTS | {ADMIN, AUDITOR}
IMPORTS_LICENSES = frozenset({ADMIN, USER})
COLLECTS_SUPPORT_DATA = frozenset({COLLECTION})
SEES_SUPPORT_DATA = COLLECTS_SUPPORT_DATA | {AUDITOR}
WIZARD = frozenset({SETUP})
OWN_PASSWORD = ("POST", f"{API}/administrativeAccounts/changePassword")
USER_API = f"{API}/internal/user"
OWN_SHORTCUTS = ("PUT", f"{USER_API}/preferences/shortcuts")
OWN_SESSIONS = f"{USER_API}/sessions"
END_OTHER_SESSIONS, END_SESSION = ("DELETE", OWN_SESSIONS), ("DELETE", f"{OWN_SESSIONS}/{{id}}")
OWN_RECENT_PAGE = ("POST", f"{USER_API}/shortcuts/recent")
WHO: Mapping[Key, frozenset[str]] = {
    ("GET", "/setup"): PUBLIC,
    ("GET", "/pf-admin-api/license-agreement"): PUBLIC,
    ("GET", f"{API}/openapi.json"): PUBLIC,
    ("GET", f"{API}/api-docs"): PUBLIC,
    ("GET", f"{API}/api-docs.css"): PUBLIC,
    ("POST", f"{UI}/login"): PUBLIC,
    ("GET", f"{UI}/logout"): PUBLIC,
    # Public, but 401 for anonymous callers once the setup is complete; the console then shows the sign-in page.
    ("GET", f"{UI}/session"): SIGNED_IN | WIZARD,
    ("GET", f"{UI}/extendSession"): SIGNED_IN,
    ("POST", f"{UI}/apitoken"): SIGNED_IN,
    ("GET", f"{UI}/uiSettings"): SIGNED_IN,
    ("GET", f"{UI}/search"): SIGNED_IN,
    ("GET", f"{UI}/notifications"): SIGNED_IN,
    ("GET", f"{UI}/endpoints"): SIGNED_IN,
    ("GET", f"{UI}/internalDbWarnings"): SIGNED_IN,
    ("GET", f"{UI}/activeAdministrators"): SIGNED_IN,
    ("GET", f"{UI}/licenseExpiryStatus"): SIGNED_IN,
    ("GET", f"{API}/version"): SIGNED_IN,
    ("GET", f"{API}/internal/nodes"): SIGNED_IN,
    ("GET", f"{API}/internal/engineFigures"): SIGNED_IN,
    ("GET", f"{USER_API}/shortcuts"): SIGNED_IN,
    ("GET", f"{USER_API}/shortcuts/default"): SIGNED_IN,
    ("GET", f"{USER_API}/preferences/shortcuts"): SIGNED_IN,
    OWN_SHORTCUTS: SIGNED_IN,
    OWN_RECENT_PAGE: SIGNED_IN,
    ("GET", OWN_SESSIONS): SIGNED_IN,
    END_OTHER_SESSIONS: SIGNED_IN,
    END_SESSION: SIGNED_IN,
    ("GET", f"{API}/internal/activePassiveConsoleInfo"): SIGNED_IN | WIZARD,
    ("GET", f"{API}/internal/replicationInfo"): SIGNED_IN,
    ("GET", f"{API}/internal/clientStorage"): SIGNED_IN,
    ("GET", f"{API}/cluster/status"): SEES_CONFIGURATION,
    ("GET", f"{API}/cluster/adminNode/status"): SEES_CONFIGURATION,
    **document(f"{API}/cluster/settings", sees=SEES_CONFIGURATION, changes=CONFIGURES),
    ("POST", f"{API}/cluster/replicate"): CONFIGURES,
    ("DELETE", f"{API}/cluster/nodes/{{index}}"): CONFIGURES,
    ("POST", f"{API}/cluster/adminNode/role/active"): CONFIGURES | WIZARD,
    ("GET", f"{ISW}/defaultBaseUrl"): WIZARD,
    ("GET", f"{ISW}/initialSetupInfo"): WIZARD,
    ("GET", f"{ISW}/adminPasswordRules"): WIZARD,
    ("GET", f"{ISW}/validateCurrentLicense"): WIZARD,
    ("POST", f"{ISW}/validateLicense"): WIZARD,
    ("POST", f"{ISW}/validatePingOneCredential"): WIZARD,
    ("GET", f"{API}/license"): SIGNED_IN | WIZARD,
    ("PUT", f"{API}/license"): IMPORTS_LICENSES | WIZARD,
    ("POST", f"{API}/internal/license/validate"): IMPORTS_LICENSES,
    ("GET", f"{API}/license/agreement"): SIGNED_IN | WIZARD,
    ("PUT", f"{API}/license/agreement"): IMPORTS_LICENSES | WIZARD,
    **document(f"{API}/serverSettings", sees=SEES_CONFIGURATION, changes=CONFIGURES),
    ("GET", f"{API}/serverSettings/federationInfo"): SEES_CONFIGURATION,
    ("PUT", f"{API}/serverSettings/federationInfo"): CONFIGURES,
    **document(f"{API}/virtualHostNames", sees=SEES_CONFIGURATION, changes=CONFIGURES),
    **local_identity_roles(
        sees=SEES_CONFIGURATION,
        configures=CONFIGURES,
        sees_users=SEES_ACCOUNTS,
        manages_users=MANAGES_ACCOUNTS,
    ),
    **authentication_api_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **kerberos_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **ciba_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **detail_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **metadata_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES, sees_keys=SEES_KEYS, manages_keys=MANAGES_KEYS),
    **connection_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **exchange_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **handover_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **frame_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **token_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **plugin_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **ca_roles(sees=SEES_KEYS, manages=MANAGES_KEYS),
    **session_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **store_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **document(f"{API}/serverSettings/logSettings", sees=SEES_CONFIGURATION, changes=CONFIGURES),
    **document(f"{API}/serverSettings/auditLogSettings", sees=SEES_CONFIGURATION, changes=CONFIGURES),
    ("GET", f"{API}/internal/logSettings/migratedConfiguration"): SEES_CONFIGURATION,
    ("POST", f"{API}/internal/logSettings/migratedConfiguration/merged"): CONFIGURES,
    **demo_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **factor_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **grant_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **trace_roles(sees=SEES_CONFIGURATION, configures=CONFIGURES),
    **revocation_roles(sees=SEES_KEYS, manages=MANAGES_KEYS),
    **certificate_group_roles(sees=SEES_KEYS, manages=MANAGES_KEYS),
    **calendar_roles(sees=SEES_KEYS, manages=MANAGES_KEYS, public=PUBLIC),
    **collection(f"{API}/pingOneConnections", sees=SEES_CONFIGURATION, changes=CONFIGURES),
    ("GET", f"{API}/pingOneConnections/{{id}}/credentialStatus"): SEES_CONFIGURATION,
    ("GET", f"{API}/pingOneConnections/{{id}}/environments"): SEES_CONFIGURATION,
    ("GET", f"{API}/pingOneConnections/{{id}}/usage"): SEES_CONFIGURATION,
    ("GET", f"{API}/pingOneConnections/{{id}}/serviceAssociations"): SEES_CONFIGURATION,
    **document(AUTHORIZATION_SERVER, sees=SEES_CONFIGURATION, changes=CONFIGURES),
    **collection(f"{SCOPES}/commonScopes", sees=SEES_CONFIGURATION, changes=CONFIGURES, key="name"),
    ("DELETE", f"{SCOPES}/commonScopes/{{name}}"): CONFIGURES,
    **collection(f"{SCOPES}/commonScopeGroups", sees=SEES_CONFIGURATION, changes=CONFIGURES, key="name"),
    ("DELETE", f"{SCOPES}/commonScopeGroups/{{name}}"): CONFIGURES,
    **collection(f"{SCOPES}/exclusiveScopes", sees=SEES_CONFIGURATION, changes=CONFIGURES, key="name"),
    ("DELETE", f"{SCOPES}/exclusiveScopes/{{name}}"): CONFIGURES,
    **collection(f"{SCOPES}/exclusiveScopeGroups", sees=SEES_CONFIGURATION, changes=CONFIGURES, key="name"),
    ("DELETE", f"{SCOPES}/exclusiveScopeGroups/{{name}}"): CONFIGURES,
    **collection(f"{API}/oauth/issuers", sees=SEES_ISSUERS, changes=CONFIGURES),
    **collection(
        f"{API}/administrativeAccounts",
        sees=SEES_ACCOUNTS,
        changes=MANAGES_ACCOUNTS,
        creates=MANAGES_ACCOUNTS | WIZARD,
        key="username",
    ),
    ("POST", f"{API}/administrativeAccounts/{{username}}/resetPassword"): MANAGES_ACCOUNTS,
    **key_roles(sees=SEES_KEYS, manages=MANAGES_KEYS),
    **{("POST", f"{API}/internal/expressions/{action}"): frozenset({EXPRESSION}) for action in ("test", "validate")},
    ("GET", f"{API}/internal/csdSettings"): SEES_SUPPORT_DATA,
    ("POST", f"{API}/collectSupportData/archives/collect"): COLLECTS_SUPPORT_DATA,
    ("GET", f"{API}/collectSupportData/archives"): SEES_SUPPORT_DATA,
    ("GET", f"{API}/collectSupportData/archives/{{archiveId}}"): SEES_SUPPORT_DATA,
    # An archive contains the log of the server, which auditors cannot see otherwise.
    ("GET", f"{API}/collectSupportData/archives/export/{{archiveId}}"): COLLECTS_SUPPORT_DATA,
    ("DELETE", f"{API}/collectSupportData/archives/{{archiveId}}"): COLLECTS_SUPPORT_DATA,
    ("DELETE", f"{API}/pingOneConnections/{{id}}"): CONFIGURES,
    ("DELETE", f"{API}/oauth/issuers/{{id}}"): CONFIGURES,
    ("DELETE", f"{API}/administrativeAccounts/{{username}}"): MANAGES_ACCOUNTS,
    # Every caller may change the own password. This row is last, as the change ends the caller's sessions.
    OWN_PASSWORD: SIGNED_IN,
}
# Changes that an auditor may make: the own session, password and shortcuts, and public calls.
AUDITOR_WRITES = {
    ("POST", f"{UI}/login"),
    ("POST", f"{UI}/apitoken"),
    OWN_PASSWORD,
    OWN_SHORTCUTS,
    OWN_RECENT_PAGE,
    END_OTHER_SESSIONS,
    END_SESSION,
}
# These calls end or replace the caller's session, so each is sent by a new client.
ENDING = {("GET", f"{UI}/logout"), ("POST", f"{UI}/login"), OWN_PASSWORD}


@pytest.fixture
def ready(server: FlowServer, cloud: RunningCloud) -> FlowServer:
    server.set_up()
    add_targets(server, cloud)
    return server


def add_caller(server: FlowServer, kind: str) -> str:
    """Create an account of a kind and return its name."""
    roles = ALL_ROLES if kind == "all" else [] if kind == AUDITOR else [kind]
    made = server.basic("Administrator").post(
        f"{API}/administrativeAccounts", account(f"caller.{kind}", roles, auditor=kind == AUDITOR)
    )
    assert made.status_code == 200, made.text
    return f"caller.{kind}"


def test_every_operation_has_a_row_in_the_table(server: FlowServer) -> None:
    assert set(operations(server)) == set(WHO) == set(GOOD_CALLS)


def test_auditors_may_write_only_their_own_data(server: FlowServer) -> None:
    writing = {key for key, each in operations(server).items() if each.intent is Intent.WRITE}
    assert {key for key in writing if AUDITOR in WHO[key]} == AUDITOR_WRITES


def test_an_anonymous_caller_may_call_public_operations_only(ready: FlowServer, cloud: RunningCloud) -> None:
    before = dump(ready)
    for key, operation in operations(ready).items():
        answer = GOOD_CALLS[key].send(ready.client(), operation, cloud)
        assert answer.status_code == (GOOD_CALLS[key].status if STRANGER in WHO[key] else 401), (key, answer.text)
    assert dump(ready) == before


def test_an_auditor_sees_everything_and_changes_nothing(ready: FlowServer, cloud: RunningCloud) -> None:
    name = add_caller(ready, AUDITOR)
    before = dump(ready)
    answers = every_answer(ready, cloud, name)
    with writes(ready.core.configuration.database) as written:
        for key, answer in islice(answers, len(WHO) - 1):
            check_answer(key, answer, frozenset({AUDITOR}))
            assert not written, key
            if operations(ready)[key].intent is Intent.WRITE and key not in AUDITOR_WRITES:
                assert answer.status_code == 403, (key, answer.text)
        assert dump(ready) == before
        [(key, answer)] = answers
        assert (key, answer.status_code) == (OWN_PASSWORD, GOOD_CALLS[OWN_PASSWORD].status)
    # The last call writes, which proves that writes are detected.
    assert {"document", "revision"} <= written


@pytest.mark.parametrize("role", ALL_ROLES)
def test_a_single_role_may_call_its_operations_only(ready: FlowServer, cloud: RunningCloud, role: str) -> None:
    check_table(ready, cloud, role, frozenset({role}))


def test_a_caller_with_all_roles_may_call_their_operations(ready: FlowServer, cloud: RunningCloud) -> None:
    check_table(ready, cloud, "all", EVERYBODY)


def check_table(server: FlowServer, cloud: RunningCloud, kind: str, is_one_of: frozenset[str]) -> None:
    name = add_caller(server, kind)
    for key, answer in every_answer(server, cloud, name):
        check_answer(key, answer, is_one_of)


def check_answer(key: Key, answer: Any, is_one_of: frozenset[str]) -> None:
    expected = GOOD_CALLS[key].status if WHO[key] & is_one_of else 403
    assert answer.status_code == expected, (key, answer.text)


def every_answer(server: FlowServer, cloud: RunningCloud, name: str) -> Iterator[tuple[Key, Any]]:
    """Yield each operation with its answer to a caller, in the order of the table: deletions late, the own password
    last."""
    known = operations(server)
    client = server.client().sign_in(name)
    secrets = (PASSWORD, "$argon2id$", cloud.credential)
    for key in WHO:
        caller: Client = server.client().sign_in(name) if key in ENDING else client
        answer = GOOD_CALLS[key].send(
            caller, known[key], cloud, serial=name.partition(".")[2].lower().replace("_", "-")
        )
        assert not [each for each in secrets if each in answer.text], key
        yield key, answer
