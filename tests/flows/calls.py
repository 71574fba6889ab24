"""One valid call of every operation, for tests of all operations.

A test compares this table with the operations of the complete server, so a new operation needs a call here.
"""

import base64
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.config.http.operation import Operation
from hanse.ops.license.issuing import issue_license
from hanse.resources.system.authorization_server import SCOPE_RESOURCES
from tests.flows.authentication_api_calls import AUTHENTICATION_API_CALLS, add_authentication_application
from tests.flows.calendar_calls import CALENDAR_CALLS
from tests.flows.certificate_group_calls import CERTIFICATE_GROUP_CALLS, add_group_certificates
from tests.flows.ciba_calls import CIBA_CALLS, add_backchannel
from tests.flows.connection_calls import CONNECTION_CALLS, add_connections
from tests.flows.demo_calls import DEMO_CALLS
from tests.flows.detail_calls import DETAIL_CALLS, add_details
from tests.flows.exchange_calls import EXCHANGE_CALLS, add_exchange
from tests.flows.factor_calls import FACTOR_CALLS, add_factor
from tests.flows.frame_calls import FRAME_CALLS, add_framed
from tests.flows.grant_calls import GRANT_CALLS, add_grant
from tests.flows.handover_calls import HANDOVER_CALLS, add_handover
from tests.flows.kerberos_calls import KERBEROS_CALLS, add_kerberos_realm
from tests.flows.key_calls import KEY_CALLS, add_keys
from tests.flows.local_identity_calls import LOCAL_IDENTITY_CALLS, add_local_user, add_profile, add_publisher
from tests.flows.metadata_calls import METADATA_CALLS, add_metadata_urls
from tests.flows.plugin_calls import PLUGIN_CALLS, add_instances
from tests.flows.revocation_calls import REVOCATION_CALLS, add_responder
from tests.flows.server import API, PASSWORD, UI, FlowServer, account
from tests.flows.session_calls import SESSION_CALLS, add_sessions
from tests.flows.settings_calls import SETTINGS_CALLS
from tests.flows.store_calls import STORE_CALLS, add_stores
from tests.flows.token_calls import TOKEN_CALLS, add_tokens
from tests.flows.trace_calls import TRACE_CALLS, add_trace
from tests.flows.valid_call import VICTIM, GoodCall, Key
from tests.ops.license.licenses import FULL, KEY
from tests.support.configurations import create
from tests.support.support_data import add_archive
from tests.tools.cloud.serving import RunningCloud

ISW = f"{API}/internal/isw"
CONNECTION = "kontor"
ISSUER = "luebeck"
AUTHORIZATION_SERVER = f"{API}/oauth/authServerSettings"
SCOPES = f"{AUTHORIZATION_SERVER}/scopes"
# Scope names may contain slashes (RFC 6749, section 3.3).
SCOPE = "https://hall.example/keys"
MEMBER = "member-of-{}"
ARCHIVE = "chest"


def license_file(license_: Any = FULL) -> dict[str, str]:
    """Return the body that imports a license."""
    return {"fileData": base64.b64encode(issue_license(license_, KEY)).decode()}


def _connection(serial: str, cloud: RunningCloud) -> Any:
    return {"name": f"Kontor {serial}", "credential": cloud.credential}


def _issuer(serial: str) -> Any:
    return {"name": f"Issuer {serial}", "host": f"{serial}.example", "path": "/kontor"}


def _members(collection: str) -> dict[str, Any]:
    return {"scopes": [MEMBER.format(collection.removesuffix("Groups"))]} if "Group" in collection else {}


def _scope_calls(collection: str) -> dict[Key, GoodCall]:
    """Return the calls of one of the four collections of scopes and scope groups."""
    members = _members(collection)
    target, path = f"{SCOPE}-{collection}", f"{SCOPES}/{collection}"
    item = f"{path}/{{name}}"
    internal = item.removeprefix(API)
    return {
        ("GET", path): GoodCall(),
        ("POST", path): GoodCall(
            201, body=lambda serial, _c: {"name": f"{collection}:{serial}", "description": "One more", **members}
        ),
        ("GET", item): GoodCall(target=target),
        ("PUT", item): GoodCall(
            body=lambda serial, _c: {"name": target, "description": serial, **members}, target=target
        ),
        ("DELETE", item): GoodCall(204, target=target),
        ("GET", f"{API}/internal/history{internal}"): GoodCall(target=target),
        ("GET", f"{API}/internal/usedBy{internal}"): GoodCall(target=target),
    }


GOOD_CALLS: dict[Key, GoodCall] = {
    ("GET", "/setup"): GoodCall(303),
    ("GET", "/pf-admin-api/license-agreement"): GoodCall(),
    ("GET", f"{API}/openapi.json"): GoodCall(),
    ("GET", f"{API}/api-docs"): GoodCall(),
    ("GET", f"{API}/api-docs.css"): GoodCall(),
    ("POST", f"{UI}/login"): GoodCall(body=lambda _s, _c: {"username": "Administrator", "password": PASSWORD}),
    ("GET", f"{UI}/logout"): GoodCall(303),
    ("GET", f"{UI}/session"): GoodCall(),
    ("GET", f"{UI}/extendSession"): GoodCall(204),
    ("POST", f"{UI}/apitoken"): GoodCall(),
    ("GET", f"{UI}/uiSettings"): GoodCall(),
    ("GET", f"{UI}/search"): GoodCall(),
    ("GET", f"{UI}/notifications"): GoodCall(),
    ("GET", f"{UI}/endpoints"): GoodCall(),
    ("GET", f"{UI}/internalDbWarnings"): GoodCall(),
    ("GET", f"{UI}/activeAdministrators"): GoodCall(),
    ("GET", f"{UI}/licenseExpiryStatus"): GoodCall(),
    ("GET", f"{API}/version"): GoodCall(),
    ("GET", f"{API}/internal/nodes"): GoodCall(),
    ("GET", f"{API}/internal/engineFigures"): GoodCall(),
    ("GET", f"{API}/internal/user/shortcuts"): GoodCall(),
    ("GET", f"{API}/internal/user/shortcuts/default"): GoodCall(),
    ("GET", f"{API}/internal/user/preferences/shortcuts"): GoodCall(),
    # Every role may see the license.
    ("PUT", f"{API}/internal/user/preferences/shortcuts"): GoodCall(
        body=lambda _s, _c: {"shortcuts": {"items": ["license"]}}
    ),
    ("POST", f"{API}/internal/user/shortcuts/recent"): GoodCall(204, body=lambda _s, _c: {"id": "license"}),
    ("GET", f"{API}/internal/user/sessions"): GoodCall(),
    ("DELETE", f"{API}/internal/user/sessions"): GoodCall(204),
    # No session has this ID. Callers who may end their own sessions get 404.
    ("DELETE", f"{API}/internal/user/sessions/{{id}}"): GoodCall(404),
    ("GET", f"{API}/internal/activePassiveConsoleInfo"): GoodCall(),
    ("GET", f"{API}/internal/replicationInfo"): GoodCall(),
    ("GET", f"{API}/internal/clientStorage"): GoodCall(),
    # These are refused without a cluster; `test_cluster.py` tests them in a cluster.
    ("GET", f"{API}/cluster/status"): GoodCall(403),
    ("GET", f"{API}/cluster/adminNode/status"): GoodCall(403),
    ("GET", f"{API}/cluster/settings"): GoodCall(403),
    ("PUT", f"{API}/cluster/settings"): GoodCall(403, body=lambda _s, _c: {"replicateConnectionsOnSave": True}),
    ("DELETE", f"{API}/cluster/nodes/{{index}}"): GoodCall(403),
    ("GET", f"{API}/internal/history/cluster/settings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/cluster/settings"): GoodCall(),
    **{
        ("POST", f"{API}/internal/expressions/{action}"): GoodCall(
            body=lambda *_: {"expression": "'x' in attributes", "substitutionValues": {}}
        )
        for action in ("test", "validate")
    },
    ("POST", f"{API}/cluster/replicate"): GoodCall(403),
    ("POST", f"{API}/cluster/adminNode/role/active"): GoodCall(403),
    ("GET", f"{ISW}/defaultBaseUrl"): GoodCall(),
    ("GET", f"{ISW}/initialSetupInfo"): GoodCall(),
    ("GET", f"{ISW}/adminPasswordRules"): GoodCall(),
    ("GET", f"{ISW}/validateCurrentLicense"): GoodCall(),
    ("POST", f"{ISW}/validateLicense"): GoodCall(body=lambda _s, _c: license_file()),
    ("POST", f"{ISW}/validatePingOneCredential"): GoodCall(text=lambda cloud: cloud.credential),
    ("GET", f"{API}/license"): GoodCall(),
    ("PUT", f"{API}/license"): GoodCall(body=lambda _s, _c: license_file()),
    ("POST", f"{API}/internal/license/validate"): GoodCall(body=lambda _s, _c: license_file()),
    ("GET", f"{API}/license/agreement"): GoodCall(),
    ("PUT", f"{API}/license/agreement"): GoodCall(body=lambda _s, _c: {"accepted": True}),
    **SETTINGS_CALLS,
    ("GET", f"{API}/virtualHostNames"): GoodCall(),
    ("PUT", f"{API}/virtualHostNames"): GoodCall(body=lambda serial, _c: {"virtualHostNames": [f"{serial}.example"]}),
    ("GET", f"{API}/internal/history/virtualHostNames"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/virtualHostNames"): GoodCall(),
    ("GET", f"{API}/administrativeAccounts"): GoodCall(),
    ("POST", f"{API}/administrativeAccounts"): GoodCall(
        body=lambda serial, _c: account(f"new-{serial}", ["ADMINISTRATOR", "USER_ADMINISTRATOR"])
    ),
    ("GET", f"{API}/administrativeAccounts/{{username}}"): GoodCall(),
    ("PUT", f"{API}/administrativeAccounts/{{username}}"): GoodCall(
        body=lambda serial, _c: {"username": VICTIM, "auditor": True, "active": True, "description": serial}
    ),
    ("DELETE", f"{API}/administrativeAccounts/{{username}}"): GoodCall(204),
    ("POST", f"{API}/administrativeAccounts/{{username}}/resetPassword"): GoodCall(
        body=lambda serial, _c: {"newPassword": f"Hansa-1241-{serial}"}
    ),
    ("POST", f"{API}/administrativeAccounts/changePassword"): GoodCall(
        body=lambda serial, _c: {"currentPassword": PASSWORD, "newPassword": f"Hansa-1358-{serial}"}
    ),
    ("GET", f"{API}/internal/history/administrativeAccounts/{{username}}"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/administrativeAccounts/{{username}}"): GoodCall(),
    ("GET", f"{API}/pingOneConnections"): GoodCall(),
    ("POST", f"{API}/pingOneConnections"): GoodCall(201, body=_connection),
    ("GET", f"{API}/pingOneConnections/{{id}}"): GoodCall(target=CONNECTION),
    ("PUT", f"{API}/pingOneConnections/{{id}}"): GoodCall(
        body=lambda serial, _c: {"name": "Kontor", "description": serial}, target=CONNECTION
    ),
    ("DELETE", f"{API}/pingOneConnections/{{id}}"): GoodCall(204, target=CONNECTION),
    ("GET", f"{API}/pingOneConnections/{{id}}/credentialStatus"): GoodCall(target=CONNECTION),
    ("GET", f"{API}/pingOneConnections/{{id}}/environments"): GoodCall(target=CONNECTION),
    ("GET", f"{API}/pingOneConnections/{{id}}/usage"): GoodCall(target=CONNECTION),
    ("GET", f"{API}/pingOneConnections/{{id}}/serviceAssociations"): GoodCall(target=CONNECTION),
    ("GET", f"{API}/internal/history/pingOneConnections/{{id}}"): GoodCall(target=CONNECTION),
    ("GET", f"{API}/internal/usedBy/pingOneConnections/{{id}}"): GoodCall(target=CONNECTION),
    ("GET", AUTHORIZATION_SERVER): GoodCall(),
    ("PUT", AUTHORIZATION_SERVER): GoodCall(body=lambda serial, _c: {"defaultScopeDescription": serial}),
    ("GET", f"{API}/internal/history/oauth/authServerSettings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/oauth/authServerSettings"): GoodCall(),
    **_scope_calls("commonScopes"),
    **_scope_calls("commonScopeGroups"),
    **_scope_calls("exclusiveScopes"),
    **_scope_calls("exclusiveScopeGroups"),
    ("GET", f"{API}/oauth/issuers"): GoodCall(),
    ("POST", f"{API}/oauth/issuers"): GoodCall(201, body=lambda serial, _c: _issuer(serial)),
    ("GET", f"{API}/oauth/issuers/{{id}}"): GoodCall(target=ISSUER),
    ("PUT", f"{API}/oauth/issuers/{{id}}"): GoodCall(
        body=lambda serial, _c: {**_issuer(ISSUER), "description": serial}, target=ISSUER
    ),
    ("DELETE", f"{API}/oauth/issuers/{{id}}"): GoodCall(204, target=ISSUER),
    ("GET", f"{API}/internal/history/oauth/issuers/{{id}}"): GoodCall(target=ISSUER),
    ("GET", f"{API}/internal/usedBy/oauth/issuers/{{id}}"): GoodCall(target=ISSUER),
    ("GET", f"{API}/configurationEncryptionKeys"): GoodCall(),
    ("POST", f"{API}/configurationEncryptionKeys/rotate"): GoodCall(201),
    **DETAIL_CALLS,
    **AUTHENTICATION_API_CALLS,
    **KERBEROS_CALLS,
    **CIBA_CALLS,
    **EXCHANGE_CALLS,
    **HANDOVER_CALLS,
    **CONNECTION_CALLS,
    **METADATA_CALLS,
    **FRAME_CALLS,
    **TOKEN_CALLS,
    **PLUGIN_CALLS,
    **STORE_CALLS,
    **SESSION_CALLS,
    **DEMO_CALLS,
    **FACTOR_CALLS,
    **GRANT_CALLS,
    **TRACE_CALLS,
    **CALENDAR_CALLS,
    **REVOCATION_CALLS,
    **CERTIFICATE_GROUP_CALLS,
    **LOCAL_IDENTITY_CALLS,
    **KEY_CALLS,
    ("GET", f"{API}/internal/csdSettings"): GoodCall(),
    ("POST", f"{API}/collectSupportData/archives/collect"): GoodCall(
        201, body=lambda _s, _c: {"nodeTypeToCollect": "STANDALONE"}
    ),
    ("GET", f"{API}/collectSupportData/archives"): GoodCall(),
    ("GET", f"{API}/collectSupportData/archives/{{archiveId}}"): GoodCall(target=ARCHIVE),
    ("GET", f"{API}/collectSupportData/archives/export/{{archiveId}}"): GoodCall(target=ARCHIVE),
    ("DELETE", f"{API}/collectSupportData/archives/{{archiveId}}"): GoodCall(204, target=ARCHIVE),
}


def operations(server: FlowServer) -> dict[Key, Operation]:
    """Return the operations of the server by method and path."""
    return {(each.method, each.path): each for each in server.administration.operations}


def add_targets(server: FlowServer, cloud: RunningCloud) -> None:
    """Create the items for calls with a path parameter. The first administrator must exist."""
    admin = server.basic("Administrator")
    victim = admin.post(f"{API}/administrativeAccounts", account(VICTIM, auditor=True))
    assert victim.status_code in (200, 422), victim.text
    connection = {"id": CONNECTION, "name": "Kontor", "credential": cloud.credential}
    made = admin.post(f"{API}/pingOneConnections", connection)
    assert made.status_code in (201, 422), made.text
    issuer = admin.post(f"{API}/oauth/issuers", {"id": ISSUER, **_issuer(ISSUER)})
    assert issuer.status_code in (201, 422), issuer.text
    add_factor(server)
    add_grant(server)
    add_trace(server)
    add_profile(admin)
    add_local_user(server)
    add_publisher(admin)
    add_keys(server)
    add_details(admin)
    add_authentication_application(admin)
    add_kerberos_realm(admin)
    add_backchannel(admin)
    add_exchange(admin)
    add_handover(admin)
    add_framed(admin)
    add_tokens(admin)
    add_connections(admin)
    add_metadata_urls(admin)
    add_instances(admin)
    add_sessions(admin)
    add_stores(server)
    add_responder(server)
    add_group_certificates(server)
    add_archive(server.core.configuration.database, ARCHIVE)
    for resource in SCOPE_RESOURCES:
        _add_scope(server, resource)


def _add_scope(server: FlowServer, resource: Resource[Any]) -> None:
    collection = resource.path.rpartition("/")[2]
    names = [f"{SCOPE}-{collection}"]
    if not _members(collection):
        names.append(MEMBER.format(collection.removesuffix("s")))
    with server.core.configuration.reading() as view:
        missing = [name for name in names if view.find(resource, name) is None]
    for name in missing:
        body = {"name": name, "description": "One", **_members(collection)}
        create(server.core.configuration, resource, body)
