"""OAuth clients: dependent fields, secrets and references."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.resource import Resource
from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.clients import CLIENT_SETTINGS, OAUTH_CLIENTS
from hanse.resources.applications.registration_policies.resource import REGISTRATION_POLICIES
from hanse.resources.system.authorization_details.processors import PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.authorization_server import SCOPE_RESOURCES, SETTINGS
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import create, delete, make_configuration, replace
from tests.support.randomness import SeededRandomness

COMMON, COMMON_GROUPS, EXCLUSIVE, _ = SCOPE_RESOURCES
OVERRIDE = "OVERRIDE_SERVER_DEFAULT"
# RFC 7515, appendix A.3.
_X, _Y = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
PUBLIC = f'{{"kty":"EC","crv":"P-256","x":"{_X}","y":"{_Y}"}}'
PRIVATE = PUBLIC.replace("}", ',"d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}')
JWT = {"type": "PRIVATE_KEY_JWT"}
LONG = "x" * 32
ALGORITHM = "tokenEndpointAuthSigningAlgorithm"
INTERVAL = "refreshTokenRollingInterval"
IDLE = "persistentGrantIdleTimeout"
LIFETIME_IN_DAYS = {"persistentGrantExpirationType": OVERRIDE, "persistentGrantExpirationTimeUnit": "DAYS"}


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"clientId": "../x"}, "clientId"),
    ({"clientId": "a b"}, "clientId"),
    ({"grantTypes": []}, "grantTypes"),
    ({"redirectUris": []}, "redirectUris"),
    ({"redirectUris": ["javascript:alert(1)"]}, "redirectUris[0]"),
    ({"redirectUris": ["https://app.example.com/#x"]}, "redirectUris[0]"),
    ({"redirectUris": ["https://*.example.com/"]}, "redirectUris[0]"),
    ({"redirectUris": ["https://app.example.com@evil.example/"]}, "redirectUris[0]"),
    ({"redirectUris": ["https:///callback"]}, "redirectUris[0]"),
    ({"redirectUris": ["https://app.example.com/", "https://app.example.com/"]}, "redirectUris[1]"),
    ({"grantTypes": ["CLIENT_CREDENTIALS"]}, "clientAuth.type"),
    ({"grantTypes": ["CIBA"]}, "clientAuth.type"),
    ({"clientAuth": {"type": "SECRET"}}, "clientAuth.secret"),
    ({"clientAuth": {"type": "NONE", "secret": "s"}}, "clientAuth.secret"),
    ({"clientAuth": {"type": "CERTIFICATE"}}, "clientAuth.clientCertSubjectDn"),
    ({"clientAuth": {"type": "NONE", "clientCertSubjectDn": "CN=app"}}, "clientAuth.clientCertSubjectDn"),
    ({"clientAuth": JWT}, "jwksSettings.jwksUrl"),
    (
        {
            "clientAuth": {**JWT, "tokenEndpointAuthSigningAlgorithm": "HS256"},
            "jwksSettings": {"jwks": f'{{"keys":[{PUBLIC}]}}'},
        },
        f"clientAuth.{ALGORITHM}",
    ),
    (
        {"clientAuth": {**JWT, ALGORITHM: "none"}},
        f"clientAuth.{ALGORITHM}",
    ),
    ({"jwksSettings": {"jwks": f'{{"keys":[{PRIVATE}]}}'}}, "jwksSettings.jwks"),
    ({"jwksSettings": {"jwks": '{"keys":[{"kty":"oct","k":"AAAA"}]}'}}, "jwksSettings.jwks"),
    ({"jwksSettings": {"jwks": "[]"}}, "jwksSettings.jwks"),
    ({"jwksSettings": {"jwks": '{"keys":[{"kty":"EC"}]}'}}, "jwksSettings.jwks"),
    ({"jwksSettings": {"jwksUrl": "http://app.example.com/jwks"}}, "jwksSettings.jwksUrl"),
    ({"requireSignedRequests": True}, "jwksSettings.jwksUrl"),
    ({"oidcPolicy": {"idTokenSigningAlgorithm": "HS256"}}, "oidcPolicy.idTokenSigningAlgorithm"),
    ({"oidcPolicy": {"idTokenContentEncryptionAlgorithm": "AES_128_GCM"}}, "oidcPolicy.idTokenEncryptionAlgorithm"),
    ({"oidcPolicy": {"userInfoResponseSigningAlgorithm": "HS256"}}, "oidcPolicy.userInfoResponseSigningAlgorithm"),
    (
        {"oidcPolicy": {"userInfoResponseContentEncryptionAlgorithm": "AES_128_GCM"}},
        "oidcPolicy.userInfoResponseEncryptionAlgorithm",
    ),
    (
        {
            "oidcPolicy": {
                "userInfoResponseEncryptionAlgorithm": "RSA_OAEP",
                "userInfoResponseContentEncryptionAlgorithm": "AES_128_GCM",
            }
        },
        "jwksSettings.jwksUrl",
    ),
    (
        {"grantTypes": ["IMPLICIT"], "oidcPolicy": {"idTokenSigningAlgorithm": "NONE"}},
        "oidcPolicy.idTokenSigningAlgorithm",
    ),
    ({"restrictedResponseTypes": ["token"]}, "restrictedResponseTypes[0]"),
    ({"restrictedResponseTypes": ["coin"]}, "restrictedResponseTypes[0]"),
    ({"restrictedScopes": ["read"]}, "restrictedScopes"),
    ({"restrictScopes": True, "restrictedScopes": ["unknown"]}, "restrictedScopes[0]"),
    ({"restrictScopes": True, "restrictedScopes": ["pay"]}, "restrictedScopes[0]"),
    ({"exclusiveScopes": ["read"]}, "exclusiveScopes[0]"),
    ({"defaultAccessTokenManagerRef": {"id": "jwt"}}, "defaultAccessTokenManagerRef"),
    ({"oidcPolicy": {"logoutMode": "OIDC_FRONT_CHANNEL"}}, "oidcPolicy.logoutUris"),
    ({"oidcPolicy": {"logoutMode": "OIDC_BACK_CHANNEL"}}, "oidcPolicy.backChannelLogoutUri"),
    ({"oidcPolicy": {"sectorIdentifierUri": "https://app.example.com/s"}}, "oidcPolicy.sectorIdentifierUri"),
    ({"cibaDeliveryMode": "PING"}, "cibaNotificationEndpoint"),
    ({"refreshTokenRollingIntervalType": OVERRIDE}, "refreshTokenRollingInterval"),
    ({"refreshTokenRollingInterval": 1}, "refreshTokenRollingInterval"),
    ({"persistentGrantExpirationType": OVERRIDE}, "persistentGrantExpirationTime"),
    ({**LIFETIME_IN_DAYS, "persistentGrantExpirationTime": 0}, "persistentGrantExpirationTime"),
    ({"persistentGrantIdleTimeoutType": "INDEFINITE_EXPIRY", "persistentGrantIdleTimeout": 5}, IDLE),
    ({"deviceFlowSettingType": OVERRIDE}, "pendingAuthorizationTimeoutOverride"),
    ({"lockoutMaxMaliciousActionsType": OVERRIDE}, "lockoutMaxMaliciousActions"),
    ({"lockoutMaxMaliciousActions": 5}, "lockoutMaxMaliciousActions"),
    ({"extendedParameters": {"unknown": {"values": ["x"]}}}, "extendedParameters.unknown"),
    ({"logoUrl": "javascript:alert(1)"}, "logoUrl"),
    ({"redirectUris": [""]}, "redirectUris[0]"),
    ({"oidcPolicy": {"logoutUris": [""]}}, "oidcPolicy.logoutUris[0]"),
    ({"cibaDeliveryMode": "PING", "cibaNotificationEndpoint": ""}, "cibaNotificationEndpoint"),
]
VALID: list[dict[str, Any]] = [
    {"restrictToDefaultAccessTokenManager": True, "validateUsingAllEligibleAtms": True},
    {"grantTypes": ["IMPLICIT"], "restrictedResponseTypes": ["token"], "requireDpop": True},
    {},
    {"clientAuth": {"type": "NONE"}, "redirectUris": ["com.example.app:/callback", "http://127.0.0.1/cb"]},
    {"redirectUris": ["https://app.example.com/*/callback"]},
    {"clientAuth": JWT, "jwksSettings": {"jwks": f'{{"keys":[{PUBLIC}]}}'}},
    {"clientAuth": JWT, "jwksSettings": {"jwksUrl": "https://app.example.com/jwks"}},
    {"clientAuth": {"type": "CERTIFICATE", "clientCertSubjectDn": "CN=app"}, "grantTypes": ["CLIENT_CREDENTIALS"]},
    {"clientAuth": {"type": "CLIENT_SECRET_JWT", "secret": LONG}},
    {"clientAuth": {"type": "SECRET", "secret": LONG}, "oidcPolicy": {"idTokenSigningAlgorithm": "HS256"}},
    {"restrictScopes": True, "restrictedScopes": ["openid", "read", "several"], "exclusiveScopes": ["pay"]},
    {
        "refreshTokenRollingIntervalType": OVERRIDE,
        "refreshTokenRollingInterval": 0,
        "refreshTokenRollingIntervalTimeUnit": "HOURS",
    },
]


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    resources: list[Resource[Any]] = [
        OAUTH_CLIENTS,
        CLIENT_SETTINGS,
        PROCESSORS,
        DETAIL_TYPES,
        EXTENDED_PROPERTIES,
        SETTINGS,
        REGISTRATION_POLICIES,
    ]
    made = make_configuration(database, [*resources, *SCOPE_RESOURCES], clock, randomness)
    create(made, COMMON, {"name": "read", "description": "Reads"})
    create(made, COMMON_GROUPS, {"name": "several", "description": "Several", "scopes": ["read"]})
    create(made, EXCLUSIVE, {"name": "pay", "description": "Pays"})
    return made


def findings(failure: pytest.ExceptionInfo[ValidationFailed]) -> list[tuple[str | None, str]]:
    return [(error.field_path, error.message) for error in failure.value.errors]


def public(**more: Any) -> dict[str, Any]:
    return client("app", **{"clientAuth": {"type": "NONE"}, **more})


def test_invalid_values_are_refused_at_their_field(configuration: Configuration) -> None:
    for fields, path in REFUSED:
        with pytest.raises(ValidationFailed) as failure:
            create(configuration, OAUTH_CLIENTS, public(**fields))
        assert path in [found for found, _ in findings(failure)], fields


def test_the_error_of_a_redirect_uri_names_the_wrong_part(configuration: Configuration) -> None:
    for uri, message in (
        ("https://*.example.com/", "Use an asterisk in the path only, not in the host."),
        ("https://app.example.com@evil.example/", "Remove the user name and the @ from the URI."),
        ("https://app.example.com/#x", "Remove the fragment from the URI (RFC 6749, section 3.1.2)."),
    ):
        with pytest.raises(ValidationFailed) as failure:
            create(configuration, OAUTH_CLIENTS, public(redirectUris=[uri]))
        assert findings(failure) == [("redirectUris[0]", message)]


def test_valid_values_are_kept(configuration: Configuration) -> None:
    for number, fields in enumerate(VALID):
        body = create(configuration, OAUTH_CLIENTS, client(f"app-{number}", **fields)).body
        plain = {name for name, value in fields.items() if not isinstance(value, dict)}
        assert {name: body[name] for name in plain} == {name: fields[name] for name in plain}
        assert body["creationDate"] == body["modificationDate"]


def test_extended_properties_have_the_values_that_are_declared(configuration: Configuration) -> None:
    replace(
        configuration, EXTENDED_PROPERTIES, "-", {"items": [{"name": "one"}, {"name": "many", "multiValued": True}]}
    )
    values = {"one": {"values": ["x"]}, "many": {"values": ["x", "y"]}}
    assert (
        create(configuration, OAUTH_CLIENTS, client("app", extendedParameters=values)).body["extendedParameters"]
        == values
    )
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, OAUTH_CLIENTS, client("b", extendedParameters={"one": {"values": ["x", "y"]}}))
    assert findings(failure) == [("extendedParameters.one", "The extended property 'one' has one value.")]


def test_an_extended_property_used_by_clients_cannot_be_deleted(configuration: Configuration) -> None:
    declared = [{"name": "one"}, {"name": "spare"}]
    replace(configuration, EXTENDED_PROPERTIES, "-", {"items": declared})
    for number in range(5):
        create(configuration, OAUTH_CLIENTS, client(f"app-{number}", extendedParameters={"one": {"values": ["x"]}}))
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, EXTENDED_PROPERTIES, "-", {"items": []})
    users = "OAuth Client 'app-0', OAuth Client 'app-1', OAuth Client 'app-2' and 2 more"
    assert findings(failure) == [("items", f"'one' is in use by {users} and cannot be deleted or renamed.")]
    replace(configuration, EXTENDED_PROPERTIES, "-", {"items": declared[:1]})
    for number in range(5):
        replace(configuration, OAUTH_CLIENTS, f"app-{number}", client(f"app-{number}"))
    replace(configuration, EXTENDED_PROPERTIES, "-", {"items": []})


def test_items_that_clients_may_request_cannot_be_deleted(configuration: Configuration) -> None:
    create(
        configuration,
        OAUTH_CLIENTS,
        client("app", restrictScopes=True, restrictedScopes=["several"], exclusiveScopes=["pay"]),
    )
    for resource, name in ((COMMON_GROUPS, "several"), (EXCLUSIVE, "pay")):
        with pytest.raises(ValidationFailed) as failure:
            delete(configuration, resource, name)
        assert findings(failure) == [(None, "In use by OAuth Client 'app'.")]


def test_a_secret_is_stored_encrypted_with_its_time_of_change(configuration: Configuration, clock: ManualClock) -> None:
    body = create(configuration, OAUTH_CLIENTS, client("app")).body
    assert "clear-secret" not in str(body)
    since = body["clientSecretChangedTime"]
    clock.advance(seconds=60)
    # The secret is omitted, sent back encrypted, or sent again in clear text: it stays the same, and so does its time.
    for auth in ({"type": "SECRET"}, body["clientAuth"], {"type": "SECRET", "secret": "clear-secret-of-app"}):
        kept = replace(configuration, OAUTH_CLIENTS, "app", client("app", clientAuth=auth)).body
        assert (kept["clientAuth"], kept["clientSecretChangedTime"]) == (body["clientAuth"], since)
    changed = replace(
        configuration, OAUTH_CLIENTS, "app", client("app", clientAuth={"type": "SECRET", "secret": "new"})
    ).body
    assert changed["clientSecretChangedTime"] > since
    assert changed["clientAuth"]["secondarySecrets"] == []


def test_the_previous_secret_is_accepted_while_it_is_retained(configuration: Configuration, clock: ManualClock) -> None:
    own = {"clientSecretRetentionPeriodType": OVERRIDE, "clientSecretRetentionPeriod": 10}
    create(configuration, OAUTH_CLIENTS, client("app", **own))

    def changed(secret: str, **auth: Any) -> list[Any]:
        body = client("app", clientAuth={"type": "SECRET", "secret": secret, **auth}, **own)
        return list(replace(configuration, OAUTH_CLIENTS, "app", body).body["clientAuth"]["secondarySecrets"])

    assert len(changed("second")) == 1
    with configuration.reading() as view:
        before = view.secret(
            OAUTH_CLIENTS, view.get(OAUTH_CLIENTS, "app"), "clientAuth", "secondarySecrets", 0, "secret"
        )
    assert before == "clear-secret-of-app"
    clock.advance(minutes=5)
    # These bodies have no secondary secrets, so the existing ones stay until they expire.
    assert len(changed("third")) == 2
    assert len(changed("third")) == 2
    clock.advance(minutes=6)
    assert len(changed("fourth")) == 2
    # An empty list removes them at once.
    assert changed("fourth", secondarySecrets=[]) == []
    changed("fifth")
    own["clientSecretRetentionPeriod"] = 0
    assert changed("sixth") == []


def test_another_method_deletes_the_secret(configuration: Configuration) -> None:
    create(configuration, OAUTH_CLIENTS, client("app"))
    body = replace(configuration, OAUTH_CLIENTS, "app", public()).body
    assert body["clientAuth"] == {"type": "NONE", "secondarySecrets": []}
    assert "clientSecretChangedTime" not in body
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, OAUTH_CLIENTS, "app", client("app", clientAuth={"type": "SECRET"}))
    assert findings(failure) == [("clientAuth.secret", "This field is required.")]


def test_inconsistent_registration_settings_are_refused(configuration: Configuration) -> None:
    for registration, path in (
        ({"restrictedCommonScopes": ["read"]}, "restrictedCommonScopes"),
        ({"allowedExclusiveScopes": ["read"]}, "allowedExclusiveScopes[0]"),
        ({"clientCertIssuerType": "CERTIFICATE"}, "clientCertIssuerRef"),
        ({"requireSoftwareStatement": True}, "softwareStatementIssuers"),
        ({"softwareStatementIssuers": [{"issuer": "x"}]}, "softwareStatementIssuers[0].jwksUrl"),
        ({"softwareStatementIssuers": [{"issuer": "x", "jwks": "{}"}]}, "softwareStatementIssuers[0].jwks"),
        ({"policyRefs": [{"id": "missing"}]}, "policyRefs[0]"),
        (
            {"retainClientSecret": True, "clientSecretRetentionPeriodType": OVERRIDE},
            "clientSecretRetentionPeriodOverride",
        ),
    ):
        with pytest.raises(ValidationFailed) as failure:
            replace(configuration, CLIENT_SETTINGS, "-", {"dynamicClientRegistration": registration})
        assert [found for found, _ in findings(failure)] == [f"dynamicClientRegistration.{path}"]
