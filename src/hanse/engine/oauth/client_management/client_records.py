"""Records of clients in the form that existing callers of the service use, and their conversion.

Most members have the names of the admin API. Those of its nested objects are at the top of a record, and grant types
have the names of their specifications. Members that are not in these tables are refused, because they would have no
effect.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.registration.grant_types import GRANT_TYPES
from hanse.resources.grants import GrantType

Body = dict[str, Any]
_SAME: Final = (
    "bypassApprovalPage",
    "clientId",
    "description",
    "enabled",
    "exclusiveScopes",
    "extendedParameters",
    "logoUrl",
    "name",
    "persistentGrantExpirationTime",
    "persistentGrantExpirationTimeUnit",
    "persistentGrantExpirationType",
    "redirectUris",
    "requestObjectSigningAlgorithm",
    "requireDpop",
    "requireProofKeyForCodeExchange",
    "requirePushedAuthorizationRequests",
    "requireSignedRequests",
    "restrictScopes",
    "restrictToDefaultAccessTokenManager",
    "restrictedResponseTypes",
    "restrictedScopes",
    "validateUsingAllEligibleAtms",
)
# Members of nested objects: the object and the member in the admin API.
_NESTED: Final[Mapping[str, tuple[str, str]]] = {
    "clientCertIssuerDn": ("clientAuth", "clientCertIssuerDn"),
    "clientCertSubjectDn": ("clientAuth", "clientCertSubjectDn"),
    "enforceReplayPrevention": ("clientAuth", "enforceReplayPrevention"),
    "secret": ("clientAuth", "secret"),
    "tokenEndpointAuthSigningAlgorithm": ("clientAuth", "tokenEndpointAuthSigningAlgorithm"),
    "jwks": ("jwksSettings", "jwks"),
    "jwksUrl": ("jwksSettings", "jwksUrl"),
    "grantAccessSessionRevocationApi": ("oidcPolicy", "grantAccessSessionRevocationApi"),
    "idTokenSigningAlgorithm": ("oidcPolicy", "idTokenSigningAlgorithm"),
    "logoutUris": ("oidcPolicy", "logoutUris"),
    "pairwiseIdentifierUserType": ("oidcPolicy", "pairwiseIdentifierUserType"),
    "pingAccessLogoutCapable": ("oidcPolicy", "pingAccessLogoutCapable"),
    "sectorIdentifierUri": ("oidcPolicy", "sectorIdentifierUri"),
}
# References, which a record has as ids: the path in the admin API.
_REFERENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "defaultAccessTokenManagerId": ("defaultAccessTokenManagerRef",),
    "policyGroupId": ("oidcPolicy", "policyGroup"),
}
_METHOD, _ROLLING, _GRANTS = "clientAuthnType", "refreshRolling", "grantTypes"
_METHODS: Final = {
    "none": "NONE",
    "secret": "SECRET",
    "client_cert": "CERTIFICATE",
    "private_key_jwt": "PRIVATE_KEY_JWT",
    "client_secret_jwt": "CLIENT_SECRET_JWT",
}
_ROLLINGS: Final = {True: "ROLL", False: "DONT_ROLL"}
_GRANT_NAMES: Final[Mapping[str, GrantType]] = {
    **{name: type_ for name, type_ in GRANT_TYPES.items() if type_ is not GrantType.EXTENSION},
    "password": GrantType.RESOURCE_OWNER_CREDENTIALS,
    "extension": GrantType.EXTENSION,
    "urn:pingidentity.com:oauth2:grant_type:validate_bearer": GrantType.ACCESS_TOKEN_VALIDATION,
}
MEMBERS: Final = frozenset({*_SAME, *_NESTED, *_REFERENCES, _METHOD, _ROLLING, _GRANTS})


def client_body(record: Mapping[str, Any], stored: Mapping[str, Any] | None = None) -> Body:
    """Return the body of the admin API for a record. Raises InvalidRequest.

    A stored client keeps what records do not have, and its secret if the record has none.
    """
    for name in record:
        if name not in MEMBERS:
            raise InvalidRequest(f"{name[:100]}: this member is not supported.")
    body = _unrecorded(stored or {})
    given = {name: value for name, value in record.items() if value is not None}
    body |= {name: given[name] for name in _SAME if name in given}
    for name, (group, member) in _NESTED.items():
        if name in given:
            _object(body, group)[member] = given[name]
    for name, path in _REFERENCES.items():
        if given.get(name):
            holder = body if len(path) == 1 else _object(body, path[0])
            holder[path[-1]] = {"id": given[name]}
    if _GRANTS in given:
        body[_GRANTS] = [_grant(each) for each in _list(given[_GRANTS])]
    if _ROLLING in given:
        body[_ROLLING] = _chosen(_ROLLINGS, given[_ROLLING], _ROLLING)
    _object(body, "clientAuth")["type"] = _method(given, stored)
    return body


def record_of(body: Mapping[str, Any]) -> Body:
    """Return the record of a stored client, without its secret."""
    record: Body = {name: body[name] for name in _SAME if name in body}
    for name, (group, member) in _NESTED.items():
        if member != "secret" and member in (body.get(group) or {}):
            record[name] = body[group][member]
    for name, path in _REFERENCES.items():
        holder = body if len(path) == 1 else body.get(path[0]) or {}
        if holder.get(path[-1]):
            record[name] = holder[path[-1]]["id"]
    names = {type_.value: name for name, type_ in _GRANT_NAMES.items()}
    record[_GRANTS] = [names[each] for each in body[_GRANTS] if each in names]
    rolling = {value: key for key, value in _ROLLINGS.items()}.get(body.get(_ROLLING, ""))
    if rolling is not None:
        record[_ROLLING] = rolling
    methods = {value: name for name, value in _METHODS.items()}
    record[_METHOD] = methods[(body.get("clientAuth") or {}).get("type", "NONE")]
    return record


def member_at(path: str) -> str:
    """Return the member of a record for a path of the admin API."""
    paths = {f"{group}.{member}": name for name, (group, member) in _NESTED.items()}
    paths |= {".".join(way): name for name, way in _REFERENCES.items()} | {"clientAuth.type": _METHOD}
    return paths.get(path, path)


def _unrecorded(stored: Mapping[str, Any]) -> Body:
    """Return the part of a stored client that records do not have, and its sealed secrets."""
    body = deepcopy(dict(stored))
    for name in (*_SAME, _ROLLING, _GRANTS):
        body.pop(name, None)
    for group, member in (*_NESTED.values(), *(path for path in _REFERENCES.values() if len(path) > 1)):
        if isinstance(body.get(group), dict):
            body[group].pop(member, None)
    for path in _REFERENCES.values():
        if len(path) == 1:
            body.pop(path[0], None)
    # Left out, so that the rules of the admin API keep or retain the stored ones.
    for name in ("encryptedSecret", "secondarySecrets"):
        _object(body, "clientAuth").pop(name, None)
    if not body.get("jwksSettings"):
        body.pop("jwksSettings", None)
    return body


def _method(given: Mapping[str, Any], stored: Mapping[str, Any] | None) -> str:
    """Return the authentication method. If a record does not name it, it follows from the other members."""
    if _METHOD in given:
        return _chosen(_METHODS, given[_METHOD], _METHOD)
    if "secret" in given:
        return "SECRET"
    if "clientCertSubjectDn" in given:
        return "CERTIFICATE"
    before = str(((stored or {}).get("clientAuth") or {}).get("type", "NONE"))
    return "NONE" if before == "CERTIFICATE" else before


def _grant(name: Any) -> str:
    return _chosen({each: type_.value for each, type_ in _GRANT_NAMES.items()}, name, _GRANTS)


def _chosen(values: Mapping[Any, str], value: Any, name: str) -> str:
    if not isinstance(value, str | bool) or value not in values:
        raise InvalidRequest(f"{name}: the value {str(value)[:100]} is not known.")
    return values[value]


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidRequest(f"{_GRANTS}: this must be a list.")
    return value


def _object(body: Body, name: str) -> Body:
    found: Body = body.setdefault(name, {})
    return found
