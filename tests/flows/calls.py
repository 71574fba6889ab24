"""One valid call of every operation, for tests of all operations.

A test compares this table with the operations of the complete server, so a new operation needs a call here.
"""

import base64
from typing import Any
from zlib import crc32

from hanse.config.declare.resource import Resource
from hanse.config.http.operation import Operation
from hanse.crypto.certificate_chains import to_pem
from hanse.ops.licence.issuing import issue_licence
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS as KEY_SETS_RESOURCE
from hanse.resources.system.authorization_server import SCOPE_RESOURCES
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.flows.demo_calls import DEMO_CALLS
from tests.flows.detail_calls import DETAIL_CALLS, add_details
from tests.flows.frame_calls import FRAME_CALLS, add_framed
from tests.flows.grant_calls import GRANT_CALLS, add_grant
from tests.flows.plugin_calls import PLUGIN_CALLS, add_instances
from tests.flows.server import ALL_ROLES, API, PASSWORD, UI, FlowServer, account
from tests.flows.session_calls import SESSION_CALLS, add_sessions
from tests.flows.settings_calls import SETTINGS_CALLS
from tests.flows.store_calls import STORE_CALLS, add_stores
from tests.flows.token_calls import TOKEN_CALLS, add_tokens
from tests.flows.valid_call import VICTIM, GoodCall, Key
from tests.ops.licence.licences import FULL, KEY
from tests.support.certified_keys import pair, rotation
from tests.support.configurations import create
from tests.support.key_pairs import stored_body
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
KEY_PAIR = "seal-1"
KEY_SET = "hall"
ARCHIVE = "chest"
RSA_ROTATION = rotation(keyAlgorithm="RSA", keySize=2048, signatureAlgorithm="SHA256withRSA")
FILE_PASSWORD = "Hansa-1241-Hansa"
KEY_SETS = f"{API}/keyPairs/oauthOpenIdConnect/additionalKeySets"
RSA_PAIR = "rsa-1"
# An issuer has one key set at most, so each caller that creates a key set has an issuer of its own.
KEY_SET_SERIALS = (KEY_SET, "setup", "all", "auditor", *(role.lower().replace("_", "-") for role in ALL_ROLES))


def licence_file(licence: Any = FULL) -> dict[str, str]:
    """Return the body that imports a licence."""
    return {"fileData": base64.b64encode(issue_licence(licence, KEY)).decode()}


def _connection(serial: str, cloud: RunningCloud) -> Any:
    return {"name": f"Kontor {serial}", "credential": cloud.credential}


def _issuer(serial: str) -> Any:
    return {"name": f"Issuer {serial}", "host": f"{serial}.example", "path": "/kontor"}


def _key_set(serial: str) -> Any:
    keys = {"rsaActiveCertRef": {"id": RSA_PAIR}, "rsaActiveKeyId": serial}
    return {"name": f"Hall {serial}", "issuers": [{"id": f"hall-{serial}"}], "signingKeys": keys}


def new_pair(id_: str, **fields: Any) -> dict[str, Any]:
    """Return the body that generates a key pair; an EC key, as that is fast."""
    name = {"commonName": id_, "organization": "Hanse", "country": "DE"}
    return {"id": id_, **name, "validDays": 365, "keyAlgorithm": "EC", **fields}


def pair_file(serial: str) -> dict[str, Any]:
    """Return the body that imports a key pair; each serial has a different one."""
    body = pair(f"p256-{crc32(serial.encode())}")
    return {"fileData": body["privateKey"] + to_pem(body["certificates"]), "password": ""}


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
    ("GET", f"{API}/internal/user/shortcuts"): GoodCall(),
    ("GET", f"{API}/internal/user/shortcuts/default"): GoodCall(),
    ("GET", f"{API}/internal/user/preferences/shortcuts"): GoodCall(),
    # Every role may see the licence.
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
    ("POST", f"{ISW}/validateLicense"): GoodCall(body=lambda _s, _c: licence_file()),
    ("POST", f"{ISW}/validatePingOneCredential"): GoodCall(text=lambda cloud: cloud.credential),
    ("GET", f"{API}/license"): GoodCall(),
    ("PUT", f"{API}/license"): GoodCall(body=lambda _s, _c: licence_file()),
    ("POST", f"{API}/internal/license/validate"): GoodCall(body=lambda _s, _c: licence_file()),
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
    **FRAME_CALLS,
    **TOKEN_CALLS,
    **PLUGIN_CALLS,
    **STORE_CALLS,
    **SESSION_CALLS,
    **DEMO_CALLS,
    **GRANT_CALLS,
    ("GET", f"{API}/keyPairs/keyAlgorithms"): GoodCall(),
    ("GET", f"{API}/keyPairs/signing"): GoodCall(),
    ("POST", f"{API}/keyPairs/signing/generate"): GoodCall(201, body=lambda serial, _c: new_pair(f"made-{serial}")),
    ("POST", f"{API}/keyPairs/signing/import"): GoodCall(201, body=lambda serial, _c: pair_file(serial)),
    ("GET", f"{API}/keyPairs/signing/{{id}}"): GoodCall(target=KEY_PAIR),
    ("GET", f"{API}/keyPairs/signing/{{id}}/certificate"): GoodCall(target=KEY_PAIR),
    ("GET", f"{API}/keyPairs/signing/{{id}}/csr"): GoodCall(target=KEY_PAIR),
    ("POST", f"{API}/keyPairs/signing/{{id}}/csr"): GoodCall(
        body=lambda _s, _c: {"fileData": to_pem(stored_body(1)["certificates"])}, target=KEY_PAIR
    ),
    ("POST", f"{API}/keyPairs/signing/{{id}}/pkcs12"): GoodCall(
        body=lambda _s, _c: {"password": FILE_PASSWORD}, target=KEY_PAIR
    ),
    ("POST", f"{API}/keyPairs/signing/{{id}}/pem"): GoodCall(
        body=lambda _s, _c: {"password": FILE_PASSWORD}, target=KEY_PAIR
    ),
    ("GET", f"{API}/keyPairs/signing/{{id}}/rotationSettings"): GoodCall(target=RSA_PAIR),
    ("PUT", f"{API}/keyPairs/signing/{{id}}/rotationSettings"): GoodCall(
        body=lambda serial, _c: rotation(validDays=300 + len(serial)), target=KEY_PAIR
    ),
    ("DELETE", f"{API}/keyPairs/signing/{{id}}/rotationSettings"): GoodCall(204, target=RSA_PAIR),
    ("DELETE", f"{API}/keyPairs/signing/{{id}}"): GoodCall(204, target=KEY_PAIR),
    ("GET", f"{API}/internal/history/keyPairs/signing/{{id}}"): GoodCall(target=KEY_PAIR),
    ("GET", f"{API}/internal/usedBy/keyPairs/signing/{{id}}"): GoodCall(target=KEY_PAIR),
    ("GET", f"{API}/keyPairs/oauthOpenIdConnect"): GoodCall(),
    ("PUT", f"{API}/keyPairs/oauthOpenIdConnect"): GoodCall(body=lambda _s, _c: {"staticJwksEnabled": False}),
    ("GET", f"{API}/internal/history/keyPairs/oauthOpenIdConnect"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/keyPairs/oauthOpenIdConnect"): GoodCall(),
    ("GET", KEY_SETS): GoodCall(),
    ("POST", KEY_SETS): GoodCall(201, body=lambda serial, _c: _key_set(serial)),
    ("GET", f"{KEY_SETS}/{{id}}"): GoodCall(target=KEY_SET),
    ("PUT", f"{KEY_SETS}/{{id}}"): GoodCall(
        body=lambda serial, _c: {**_key_set(KEY_SET), "description": serial}, target=KEY_SET
    ),
    ("DELETE", f"{KEY_SETS}/{{id}}"): GoodCall(204, target=KEY_SET),
    ("GET", f"{API}/internal/history/keyPairs/oauthOpenIdConnect/additionalKeySets/{{id}}"): GoodCall(target=KEY_SET),
    ("GET", f"{API}/internal/usedBy/keyPairs/oauthOpenIdConnect/additionalKeySets/{{id}}"): GoodCall(target=KEY_SET),
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
    add_grant(server)
    with server.core.configuration.reading() as view:
        is_present = view.find(SIGNING_KEY_PAIRS, KEY_PAIR) is not None
    if not is_present:
        create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    _add_key_set(server)
    add_details(admin)
    add_framed(admin)
    add_tokens(admin)
    add_instances(admin)
    add_sessions(admin)
    add_stores(server)
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


def _add_key_set(server: FlowServer) -> None:
    configuration = server.core.configuration
    with configuration.reading() as view:
        has_pair = view.find(SIGNING_KEY_PAIRS, RSA_PAIR) is not None
        has_set = view.find(KEY_SETS_RESOURCE, KEY_SET) is not None
    if not has_pair:
        create(configuration, SIGNING_KEY_PAIRS, pair(RSA_PAIR, rotationSettings=RSA_ROTATION))
        for serial in KEY_SET_SERIALS:
            body = {"id": f"hall-{serial}", "name": f"Hall {serial}", "host": f"hall-{serial}.example"}
            create(configuration, VIRTUAL_ISSUERS, body)
    if not has_set:
        create(configuration, KEY_SETS_RESOURCE, {"id": KEY_SET, **_key_set(KEY_SET)})
