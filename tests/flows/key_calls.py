"""Valid calls for signing key pairs, key sets and the server's own keys, and the items that they need."""

from base64 import b64encode
from hashlib import sha256
from typing import Any
from zlib import crc32

from hanse.crypto.certificate_chains import to_pem
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS as KEY_SETS_RESOURCE
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS
from tests.flows.role_table import Lines, collection, document
from tests.flows.server import ALL_ROLES, API, FlowServer
from tests.flows.valid_call import GoodCall, Key
from tests.support.certified_keys import pair, rotation
from tests.support.configurations import create
from tests.support.key_pairs import stored_body

KEY_PAIR = "seal-1"
KEY_SET = "hall"
RSA_ROTATION = rotation(keyAlgorithm="RSA", keySize=2048, signatureAlgorithm="SHA256withRSA")
FILE_PASSWORD = "Hansa-1241-Hansa"
KEY_SETS = f"{API}/keyPairs/oauthOpenIdConnect/additionalKeySets"
SYSTEM_KEYS = f"{API}/serverSettings/systemKeys"
RSA_PAIR = "rsa-1"
# An issuer has one key set at most, so each caller that creates a key set has an issuer of its own.
KEY_SET_SERIALS = (KEY_SET, "setup", "all", "auditor", *(role.lower().replace("_", "-") for role in ALL_ROLES))


def _key_set(serial: str) -> Any:
    keys = {"rsaActiveCertRef": {"id": RSA_PAIR}, "rsaActiveKeyId": serial}
    return {"name": f"Hall {serial}", "issuers": [{"id": f"hall-{serial}"}], "signingKeys": keys}


def system_keys(serial: str) -> dict[str, Any]:
    """Return the body that sets system keys."""
    keys = {each: sha256(f"{serial} {each}".encode()).digest() for each in ("current", "pending")}
    return {each: {"keyData": b64encode(key).decode()} for each, key in keys.items()}


def key_link() -> dict[str, Any]:
    """Return the body that links a key of a hardware security module."""
    return {"privateKeyId": "seal", "certificateData": to_pem(stored_body(1)["certificates"])}


def new_pair(id_: str, **fields: Any) -> dict[str, Any]:
    """Return the body that generates a key pair; an EC key, as that is fast."""
    name = {"commonName": id_, "organization": "Hanse", "country": "DE"}
    return {"id": id_, **name, "validDays": 365, "keyAlgorithm": "EC", **fields}


def pair_file(serial: str) -> dict[str, Any]:
    """Return the body that imports a key pair; each serial has a different one."""
    body = pair(f"p256-{crc32(serial.encode())}")
    return {"fileData": body["privateKey"] + to_pem(body["certificates"]), "password": ""}


def add_keys(server: FlowServer) -> None:
    """Create the items that the calls need, unless they exist."""
    configuration = server.core.configuration
    with configuration.reading() as view:
        is_present = view.find(SIGNING_KEY_PAIRS, KEY_PAIR) is not None
        has_pair = view.find(SIGNING_KEY_PAIRS, RSA_PAIR) is not None
        has_set = view.find(KEY_SETS_RESOURCE, KEY_SET) is not None
    if not is_present:
        create(configuration, SIGNING_KEY_PAIRS, stored_body(1))
    if not has_pair:
        create(configuration, SIGNING_KEY_PAIRS, pair(RSA_PAIR, rotationSettings=RSA_ROTATION))
        for serial in KEY_SET_SERIALS:
            body = {"id": f"hall-{serial}", "name": f"Hall {serial}", "host": f"hall-{serial}.example"}
            create(configuration, VIRTUAL_ISSUERS, body)
    if not has_set:
        create(configuration, KEY_SETS_RESOURCE, {"id": KEY_SET, **_key_set(KEY_SET)})


KEY_CALLS: dict[Key, GoodCall] = {
    ("GET", SYSTEM_KEYS): GoodCall(),
    ("PUT", SYSTEM_KEYS): GoodCall(body=lambda serial, _c: system_keys(serial)),
    ("POST", f"{SYSTEM_KEYS}/rotate"): GoodCall(),
    ("GET", f"{API}/internal/history/serverSettings/systemKeys"): GoodCall(),
    ("GET", f"{API}/internal/usedBy/serverSettings/systemKeys"): GoodCall(),
    ("GET", f"{API}/keyPairs/keyAlgorithms"): GoodCall(),
    ("GET", f"{API}/keyPairs/signing"): GoodCall(),
    ("POST", f"{API}/keyPairs/signing/generate"): GoodCall(201, body=lambda serial, _c: new_pair(f"made-{serial}")),
    # The server has no hardware security module.
    ("POST", f"{API}/keyPairs/signing/link"): GoodCall(422, body=lambda _s, _c: key_link()),
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
}


def key_roles(*, sees: frozenset[str], manages: frozenset[str]) -> Lines:
    """Return the rows of the role table; deletions come after all other calls."""
    return {
        ("GET", f"{API}/keyPairs/keyAlgorithms"): sees,
        ("GET", f"{API}/keyPairs/signing"): sees,
        ("POST", f"{API}/keyPairs/signing/generate"): manages,
        ("POST", f"{API}/keyPairs/signing/import"): manages,
        ("POST", f"{API}/keyPairs/signing/link"): manages,
        ("GET", f"{API}/keyPairs/signing/{{id}}"): sees,
        ("GET", f"{API}/keyPairs/signing/{{id}}/certificate"): sees,
        ("GET", f"{API}/keyPairs/signing/{{id}}/csr"): sees,
        ("POST", f"{API}/keyPairs/signing/{{id}}/csr"): manages,
        ("POST", f"{API}/keyPairs/signing/{{id}}/pkcs12"): manages,
        ("POST", f"{API}/keyPairs/signing/{{id}}/pem"): manages,
        ("GET", f"{API}/internal/history/keyPairs/signing/{{id}}"): sees,
        ("GET", f"{API}/internal/usedBy/keyPairs/signing/{{id}}"): sees,
        **document(f"{API}/keyPairs/oauthOpenIdConnect", sees=sees, changes=manages),
        ("GET", f"{API}/configurationEncryptionKeys"): sees,
        ("POST", f"{API}/configurationEncryptionKeys/rotate"): manages,
        **document(SYSTEM_KEYS, sees=sees, changes=manages),
        ("POST", f"{SYSTEM_KEYS}/rotate"): manages,
        **collection(KEY_SETS, sees=sees, changes=manages),
        ("DELETE", f"{KEY_SETS}/{{id}}"): manages,
        ("GET", f"{API}/keyPairs/signing/{{id}}/rotationSettings"): sees,
        ("PUT", f"{API}/keyPairs/signing/{{id}}/rotationSettings"): manages,
        ("DELETE", f"{API}/keyPairs/signing/{{id}}/rotationSettings"): manages,
        ("DELETE", f"{API}/keyPairs/signing/{{id}}"): manages,
    }
