"""The authorization server's settings: every field of the contract, limits and secure defaults."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.validation import to_body
from hanse.kit.errors import ValidationFailed
from hanse.resources.system.authorization_server import EXCLUSIVE_SCOPES, SCOPE_RESOURCES, SETTINGS
from tests.support.clock import ManualClock
from tests.support.configurations import as_model, create, make_configuration, read, replace
from tests.support.randomness import SeededRandomness

DEFAULT = to_body(SETTINGS.default()) if SETTINGS.default is not None else {}
# Fields that refer to other items, which must exist.
REFERENCES: dict[str, Any] = {
    "adminWebServicePcvRef": {"id": "pcv"},
    "atmIdForOAuthGrantManagement": "atm",
    "userAuthorizationConsentAdapter": "consent",
}
# A value for every other field, each different from the default.
ALL: dict[str, Any] = {
    "defaultScopeDescription": "Basic access",
    "authorizationCodeTimeout": 50,
    "authorizationCodeEntropy": 20,
    "disallowPlainPKCE": False,
    "includeIssuerInAuthorizationResponse": False,
    "trackUserSessionsForLogout": True,
    "tokenEndpointBaseUrl": "https://mtls.example.com:9032",
    "requireOfflineAccessScopeToIssueRefreshTokens": True,
    "offlineAccessRequireConsentPrompt": True,
    "persistentGrantLifetime": 90,
    "persistentGrantLifetimeUnit": "HOURS",
    "persistentGrantIdleTimeout": -1,
    "persistentGrantIdleTimeoutTimeUnit": "MINUTES",
    "refreshTokenLength": 40,
    "rollRefreshTokenValues": False,
    "refreshTokenRollingGracePeriod": 0,
    "refreshRollingInterval": 1,
    "refreshRollingIntervalTimeUnit": "SECONDS",
    "persistentGrantReuseGrantTypes": ["AUTHORIZATION_CODE", "DEVICE_CODE"],
    "persistentGrantContract": {
        "coreAttributes": [{"name": "USER_KEY"}, {"name": "USER_NAME"}],
        "extendedAttributes": [{"name": "mail"}],
    },
    "bypassAuthorizationForApprovedGrants": True,
    "bypassAuthorizationForApprovedConsents": True,
    "consentLifetimeDays": 30,
    "allowUnidentifiedClientROCreds": True,
    "returnIdTokenOnOpenIdWithDeviceAuthzGrant": True,
    "allowUnidentifiedClientExtensionGrants": True,
    "allowClientManagementService": True,
    "scopeForOAuthGrantManagement": "grants",
    "allowedOrigins": ["http://localhost", "https://*.example.com"],
    "userAuthorizationUrl": "https://approve.example.com",
    "registeredAuthorizationPath": "/example",
    "pendingAuthorizationTimeout": 550,
    "devicePollingInterval": 1,
    "activationCodeCheckMode": "BEFORE_AUTHENTICATION",
    "bypassActivationCodeConfirmation": True,
    "enableCookielessUserAuthorizationAuthenticationApi": True,
    "userAuthorizationConsentPageSetting": "ADAPTER",
    "approvedScopesAttribute": "scopes",
    "approvedAuthorizationDetailAttribute": "details",
    "parReferenceTimeout": 61,
    "parReferenceLength": 25,
    "parStatus": "REQUIRED",
    "clientSecretRetentionPeriod": 10,
    "refuseShortClientSecrets": True,
    "jwtSecuredAuthorizationResponseModeLifetime": 60,
    "dpopProofRequireNonce": True,
    "dpopProofLifetimeSeconds": 60,
    "dpopProofEnforceReplayPrevention": True,
}


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    configuration = make_configuration(database, [SETTINGS, *SCOPE_RESOURCES], clock, randomness)
    create(configuration, EXCLUSIVE_SCOPES, {"name": "grants", "description": "Manage grants"})
    return configuration


def stored(configuration: Configuration, body: dict[str, Any]) -> dict[str, Any]:
    replace(configuration, SETTINGS, SETTINGS.singleton_id, body)
    return read(configuration, SETTINGS, SETTINGS.singleton_id).body


def test_everything_that_a_client_sends_is_returned(configuration: Configuration) -> None:
    assert {name for name, value in ALL.items() if DEFAULT.get(name) == value} == set()
    assert {field.alias for field in SETTINGS.model.model_fields.values()} == {*ALL, *REFERENCES}
    assert stored(configuration, ALL) == ALL
    # PUT replaces everything: omitted fields get their defaults (RFC 9110, section 9.3.4).
    assert stored(configuration, {"refreshTokenLength": 50}) == {**DEFAULT, "refreshTokenLength": 50}


@pytest.mark.parametrize("name", REFERENCES)
def test_referenced_items_must_exist(configuration: Configuration, name: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        stored(configuration, {**ALL, name: REFERENCES[name]})
    assert [str(error.field_path).startswith(name) for error in caught.value.errors] == [True]


def test_sets_are_the_same_in_any_order(configuration: Configuration) -> None:
    turned = {
        **ALL,
        "allowedOrigins": ALL["allowedOrigins"][::-1],
        "persistentGrantReuseGrantTypes": ALL["persistentGrantReuseGrantTypes"][::-1],
        "persistentGrantContract": {
            "coreAttributes": [{"name": "USER_NAME"}, {"name": "USER_KEY"}],
            "extendedAttributes": [{"name": "mail"}, {"name": "mail"}],
        },
    }
    assert stored(configuration, turned) == ALL


def test_the_defaults_are_safe() -> None:
    assert DEFAULT["disallowPlainPKCE"]
    assert DEFAULT["includeIssuerInAuthorizationResponse"]
    assert DEFAULT["rollRefreshTokenValues"]
    assert DEFAULT["authorizationCodeTimeout"] == 60
    assert as_model(SETTINGS, json.loads(json.dumps(DEFAULT))) == as_model(SETTINGS, {})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("authorizationCodeTimeout", 601),
        ("authorizationCodeEntropy", 15),
        ("refreshTokenLength", 27),
        ("parReferenceTimeout", 4),
        ("parReferenceLength", 15),
        ("jwtSecuredAuthorizationResponseModeLifetime", 601),
        ("devicePollingInterval", 0),
        ("persistentGrantLifetime", 0),
        ("persistentGrantIdleTimeout", -2),
        ("consentLifetimeDays", 0),
        ("tokenEndpointBaseUrl", "mtls.example.com"),
        ("registeredAuthorizationPath", "example"),
        ("registeredAuthorizationPath", "/example?x=1"),
        ("parStatus", "MAYBE"),
        ("persistentGrantReuseGrantTypes", ["PASSWORD"]),
        ("allowedOrigins", ["https://example.com/path"]),
    ],
)
def test_values_out_of_range_are_refused_at_their_field(name: str, value: Any) -> None:
    with pytest.raises(ValidationFailed) as caught:
        as_model(SETTINGS, {**ALL, name: value})
    assert [str(error.field_path).startswith(name) for error in caught.value.errors] == [True]


@given(number=st.integers())
def test_a_lifetime_is_positive_or_unlimited(number: int) -> None:
    is_good = number == -1 or 1 <= number < 2**53
    try:
        as_model(SETTINGS, {"persistentGrantLifetime": number})
    except ValidationFailed:
        assert not is_good
    else:
        assert is_good


@pytest.mark.parametrize("sent", [{}, {"coreAttributes": []}, {"coreAttributes": [{}, {"name": "other"}]}])
def test_the_server_owns_the_core_attributes(sent: Any) -> None:
    body = to_body(as_model(SETTINGS, {"persistentGrantContract": sent}))
    assert body["persistentGrantContract"] == {
        "coreAttributes": [{"name": "USER_KEY"}, {"name": "USER_NAME"}],
        "extendedAttributes": [],
    }
