"""Security findings of clients: each rule with a client that has the finding and one that does not."""

from dataclasses import replace
from typing import Any

import pytest

from hanse.admin.frames.form.body_paths import merged, nested
from hanse.config.declare.ui.findings import Severity
from hanse.config.declare.validation import parse_stored
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.security_findings.assessed_client import ServerFacts
from hanse.resources.applications.clients.security_findings.client_assessment import RULES, findings_of, summary
from tests.support.clients import client

Body = dict[str, Any]
SERVER = ServerFacts(
    refuses_plain_pkce=True,
    names_issuer=True,
    accepts_pushed_requests=True,
    requires_pushed_requests=False,
    rotates_refresh_tokens=True,
    rotation_interval=0,
    idle_days=30,
    default_manager="jwt",
    token_minutes={"jwt": 60, "long": 120, "": None}.get,
    secret_of=lambda auth: auth.secret,
)
LONG_SECRET = "a-secret-with-thirty-two-octets."
KEYS = {"jwks": '{"keys":[]}'}
# A client without any finding.
SAFE = client(
    "safe",
    grantTypes=["AUTHORIZATION_CODE", "REFRESH_TOKEN"],
    clientAuth={"type": "PRIVATE_KEY_JWT", "enforceReplayPrevention": True},
    jwksSettings=KEYS,
    requireDpop=True,
    requirePushedAuthorizationRequests=True,
)
PUBLIC = {"clientAuth": {"type": "NONE"}}
BEARER = {"requireDpop": False}
NATIVE = {"redirectUris": ["http://127.0.0.1/callback"]}
JARM = {"requireJwtSecuredAuthorizationResponseMode": True}
CREDENTIALS = {"grantTypes": ["CLIENT_CREDENTIALS"], "redirectUris": []}
DAYS = {"persistentGrantIdleTimeoutType": "OVERRIDE_SERVER_DEFAULT", "persistentGrantIdleTimeoutTimeUnit": "DAYS"}
INTERVAL = {
    "refreshTokenRollingIntervalType": "OVERRIDE_SERVER_DEFAULT",
    "refreshTokenRollingInterval": 1,
    "refreshTokenRollingIntervalTimeUnit": "HOURS",
}
IMPLICIT = {"grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT"]}


def findings(changes: Body, **server: Any) -> dict[str, Any]:
    """Return the findings of a client by their IDs."""
    found = findings_of(parse_stored(Client, {**SAFE, **changes}), replace(SERVER, **server))
    return {each.id: each for each in found}


# For each finding: changes of the safe client with which it is found, and changes with which it is not.
EXAMPLES: list[tuple[str, list[Body], list[Body]]] = [
    (
        "access-token-in-authorization-response",
        [
            IMPLICIT,
            {"grantTypes": ["IMPLICIT"]},
            {**IMPLICIT, "restrictedResponseTypes": ["code", "code token"]},
        ],
        # RFC 9700, section 2.1.2, allows ID tokens in authorization responses.
        [{**IMPLICIT, "restrictedResponseTypes": ["code", "code id_token"]}],
    ),
    ("password-grant", [{"grantTypes": ["AUTHORIZATION_CODE", "RESOURCE_OWNER_CREDENTIALS"]}], [CREDENTIALS]),
    (
        "pkce-not-required",
        [{"requireProofKeyForCodeExchange": False}],
        [{"requireProofKeyForCodeExchange": False, **CREDENTIALS}],
    ),
    (
        "wildcard-redirect-uri",
        [{"redirectUris": ["https://app.example.com/*"]}],
        [{**CREDENTIALS, "redirectUris": ["https://app.example.com/*"]}],
    ),
    (
        "insecure-redirect-uri",
        [{"redirectUris": ["http://app.example.com/callback"]}, {"redirectUris": ["HTTP://app.example.com/"]}],
        [NATIVE, {"redirectUris": ["http://[::1]/callback"]}, {"redirectUris": ["com.example.app:/callback"]}],
    ),
    (
        "localhost-redirect-uri",
        [{"redirectUris": ["http://localhost:3000/callback"]}],
        [NATIVE, {"redirectUris": ["https://localhost/callback"]}],
    ),
    (
        "private-scheme-without-domain",
        [{"redirectUris": ["myapp:/callback"]}],
        [{"redirectUris": ["com.example.app:/callback"]}, NATIVE],
    ),
    (
        "wildcard-post-logout-redirect-uri",
        [{"oidcPolicy": {"postLogoutRedirectUris": ["https://app.example.com/*"]}}],
        [{"oidcPolicy": {"postLogoutRedirectUris": ["https://app.example.com/bye"]}}],
    ),
    (
        "consent-bypassed",
        [{**PUBLIC, **NATIVE, "bypassApprovalPage": True}],
        [{**PUBLIC, **NATIVE}, {**PUBLIC, "bypassApprovalPage": True}, {**NATIVE, "bypassApprovalPage": True}],
    ),
    (
        "refresh-token-not-rotated",
        [{**PUBLIC, **BEARER, "refreshRolling": "DONT_ROLL"}, {**PUBLIC, **BEARER, **INTERVAL}],
        [
            {**PUBLIC, **BEARER},
            {**PUBLIC, "refreshRolling": "DONT_ROLL"},
            {**BEARER, "refreshRolling": "DONT_ROLL"},
            {**PUBLIC, **BEARER, "refreshRolling": "DONT_ROLL", "grantTypes": ["AUTHORIZATION_CODE"]},
        ],
    ),
    (
        "refresh-token-without-idle-timeout",
        [{"persistentGrantIdleTimeoutType": "INDEFINITE_EXPIRY"}, {**DAYS, "persistentGrantIdleTimeout": 91}],
        [
            {**DAYS, "persistentGrantIdleTimeout": 90},
            {"persistentGrantIdleTimeoutType": "INDEFINITE_EXPIRY", **CREDENTIALS},
        ],
    ),
    (
        "long-access-token-lifetime",
        [{**BEARER, "defaultAccessTokenManagerRef": {"id": "long"}}],
        [BEARER, {"defaultAccessTokenManagerRef": {"id": "long"}}],
    ),
    (
        "tokens-not-sender-constrained",
        [BEARER],
        [{**BEARER, "tlsClientCertificateBoundAccessTokens": True}],
    ),
    ("unsigned-id-token", [{"oidcPolicy": {"idTokenSigningAlgorithm": "NONE"}}], [{"oidcPolicy": {}}]),
    (
        "shared-secret-authentication",
        [{"clientAuth": {"type": each, "secret": LONG_SECRET}} for each in ("SECRET", "CLIENT_SECRET_JWT")],
        [PUBLIC, {"clientAuth": {"type": "CERTIFICATE", "clientCertSubjectDn": "CN=app"}}],
    ),
    (
        "short-client-secret",
        [{"clientAuth": {"type": "SECRET", "secret": "x" * 19}}],
        [{"clientAuth": {"type": "SECRET", "secret": "x" * 20}}, PUBLIC],
    ),
    (
        "assertion-replay",
        [{"clientAuth": {"type": "PRIVATE_KEY_JWT"}}],
        [{"clientAuth": {"type": "SECRET", "secret": LONG_SECRET}}],
    ),
    (
        "unprotected-authorization-requests",
        [{"requirePushedAuthorizationRequests": False}],
        [
            {"requirePushedAuthorizationRequests": False, "requireSignedRequests": True},
            {"requirePushedAuthorizationRequests": False, **CREDENTIALS},
        ],
    ),
    ("scopes-without-user", [{"grantTypes": ["AUTHORIZATION_CODE", "CLIENT_CREDENTIALS"]}], [CREDENTIALS]),
]
# Settings of the server with a finding at each client that uses them, and changes of a client that does not.
SERVER_EXAMPLES: list[tuple[str, Body, Body]] = [
    ("plain-pkce-allowed", {"refuses_plain_pkce": False}, CREDENTIALS),
    ("issuer-not-in-responses", {"names_issuer": False}, JARM),
    ("refresh-token-without-idle-timeout", {"idle_days": None}, {**DAYS, "persistentGrantIdleTimeout": 1}),
]
FOUND = [(id_, changes) for id_, bad, _ in EXAMPLES for changes in bad]


def test_a_safe_client_has_no_findings() -> None:
    assert findings({}) == {}


@pytest.mark.parametrize(("id_", "changes"), FOUND)
def test_a_weak_setting_is_found(id_: str, changes: Body) -> None:
    assert id_ in findings(changes)


@pytest.mark.parametrize(("id_", "changes"), [(id_, changes) for id_, _, good in EXAMPLES for changes in good])
def test_a_setting_that_is_not_weak_is_not_found(id_: str, changes: Body) -> None:
    assert id_ not in findings(changes)


@pytest.mark.parametrize(("id_", "server", "other"), SERVER_EXAMPLES)
def test_a_weak_setting_of_the_server_is_found_at_the_clients_that_use_it(id_: str, server: Body, other: Body) -> None:
    assert id_ in findings({}, **server)
    assert id_ not in findings({})
    assert id_ not in findings(other, **server)


def test_a_public_client_needs_rotation_unless_the_server_rotates() -> None:
    weak = {**PUBLIC, **BEARER}
    assert "refresh-token-not-rotated" in findings(weak, rotates_refresh_tokens=False)
    assert "refresh-token-not-rotated" in findings(weak, rotation_interval=1)
    assert "refresh-token-not-rotated" not in findings({**weak, "refreshRolling": "ROLL"}, rotates_refresh_tokens=False)


def test_proof_keys_are_required_of_public_clients_and_recommended_to_others() -> None:
    without = {"requireProofKeyForCodeExchange": False}
    assert findings(without)["pkce-not-required"].severity is Severity.MEDIUM
    assert findings({**without, **PUBLIC})["pkce-not-required"].severity is Severity.HIGH


def test_pushed_requests_that_the_server_requires_need_no_setting_of_the_client() -> None:
    changes = {"requirePushedAuthorizationRequests": False}
    assert findings(changes, requires_pushed_requests=True) == {}
    # A client that had to push requests could not sign in where the server does not accept them.
    assert not findings(changes, accepts_pushed_requests=False)["unprotected-authorization-requests"].fix


@pytest.mark.parametrize(("id_", "changes"), FOUND)
def test_a_fix_removes_the_finding_and_causes_none_of_high_or_medium_severity(id_: str, changes: Body) -> None:
    before = findings(changes)
    body = {**SAFE, **changes}
    for path, value in before[id_].fix.items():
        body = merged(body, nested(path, value))
    after = findings(body)
    if before[id_].fix:
        assert id_ not in after
        assert before[id_].fix_label
    severe = {each.id for each in after.values() if each.severity is not Severity.INFORMATION}
    # A client with the method private_key_jwt should also prevent replay, which is a finding with a fix of its own.
    assert severe - {"assertion-replay"} <= before.keys()


def test_implicit_clients_are_changed_to_codes() -> None:
    only_tokens = findings({"grantTypes": ["IMPLICIT"]})["access-token-in-authorization-response"].fix
    assert only_tokens == {"grantTypes": ["AUTHORIZATION_CODE"], "restrictedResponseTypes": []}
    hybrid = {**IMPLICIT, "restrictedResponseTypes": ["code id_token", "code token id_token"]}
    kept = findings(hybrid)["access-token-in-authorization-response"].fix
    assert kept == {
        "grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT"],
        "restrictedResponseTypes": ["code id_token"],
    }


def test_the_only_grant_type_and_the_only_redirect_uri_are_not_removed() -> None:
    passwords = {"grantTypes": ["RESOURCE_OWNER_CREDENTIALS", "REFRESH_TOKEN"]}
    assert findings(passwords)["password-grant"].fix == {}
    assert findings({"redirectUris": ["https://app.example.com/*"]})["wildcard-redirect-uri"].fix == {}
    both = {"redirectUris": ["https://app.example.com/*", "https://app.example.com/callback"]}
    assert findings(both)["wildcard-redirect-uri"].fix == {"redirectUris": ["https://app.example.com/callback"]}


def test_insecure_redirect_uris_become_secure_ones() -> None:
    uris = ["http://app.example.com/http://x", "https://app.example.com/b", "http://127.0.0.1/c"]
    fix = findings({"redirectUris": uris})["insecure-redirect-uri"].fix
    assert fix == {"redirectUris": ["https://app.example.com/http://x", *uris[1:]]}


def test_the_list_shows_the_number_of_severe_findings() -> None:
    high = findings({"grantTypes": ["AUTHORIZATION_CODE", "RESOURCE_OWNER_CREDENTIALS"]})
    medium = findings({"requireProofKeyForCodeExchange": False})
    assert summary(list(high.values())) == "1 high"
    assert summary([*high.values(), *medium.values(), *findings(BEARER).values()]) == "1 high, 1 medium"
    assert summary(list(medium.values())) == "1 medium"
    assert summary(list(findings(BEARER).values())) == "None"


def test_every_rule_has_an_example() -> None:
    exemplified = {id_ for id_, _, _ in EXAMPLES} | {id_ for id_, _, _ in SERVER_EXAMPLES}
    everything = findings({}, refuses_plain_pkce=False, names_issuer=False)
    for _, changes in FOUND:
        everything |= findings(changes)
    assert everything.keys() == exemplified
    assert len(exemplified) == len(RULES)
