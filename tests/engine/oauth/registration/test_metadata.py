"""Metadata of clients: each member takes effect as a setting, and is returned as it was registered."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.engine.errors import InvalidClientMetadata, InvalidRedirectUri
from hanse.engine.oauth.registration.client_bodies import MEMBERS
from hanse.engine.oauth.registration.metadata import RegisteredMetadata, parse_metadata
from hanse.resources.applications.clients import CLIENT_SETTINGS
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from tests.engine.oauth.registration.registering import METADATA, OPEN, allow, refused, register, registered, stored
from tests.engine.scripted_network import PlannedOutgoing
from tests.engine.server import EngineServer

# The public key of RFC 7515, appendix A.3.
KEY = {
    "kty": "EC",
    "crv": "P-256",
    "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
}
JWKS = {"keys": [{**KEY, "kid": "k1"}]}
# Metadata members, with the path and the value of the setting that is stored for them.
EFFECTIVE: list[tuple[dict[str, Any], str, Any]] = [
    ({"logo_uri": "https://app.example.com/logo.png"}, "logoUrl", "https://app.example.com/logo.png"),
    ({"jwks_uri": "https://app.example.com/jwks"}, "jwksSettings", {"jwksUrl": "https://app.example.com/jwks"}),
    ({"request_uris": ["https://app.example.com/r"]}, "requestUris", ["https://app.example.com/r"]),
    # OpenID Connect Core 1.0, section 6.2: the fragment can be the digest of the object.
    ({"request_uris": ["https://app.example.com/r#Zm9v"]}, "requestUris", ["https://app.example.com/r#Zm9v"]),
    ({"require_pushed_authorization_requests": True}, "requirePushedAuthorizationRequests", True),
    ({"require_signed_request_object": True, "jwks": JWKS}, "requireSignedRequests", True),
    ({"request_object_signing_alg": "PS256"}, "requestObjectSigningAlgorithm", "PS256"),
    ({"dpop_bound_access_tokens": True}, "requireDpop", True),
    ({"tls_client_certificate_bound_access_tokens": True}, "tlsClientCertificateBoundAccessTokens", True),
    (
        {"authorization_signed_response_alg": "ES256"},
        "jwtSecuredAuthorizationResponseModeSigningAlgorithm",
        "ES256",
    ),
    ({"introspection_signed_response_alg": "PS384"}, "tokenIntrospectionSigningAlgorithm", "PS384"),
    ({"id_token_signed_response_alg": "none"}, "oidcPolicy.idTokenSigningAlgorithm", "NONE"),
    ({"id_token_signed_response_alg": "HS512"}, "oidcPolicy.idTokenSigningAlgorithm", "HS512"),
    ({"userinfo_signed_response_alg": "ES512"}, "oidcPolicy.userInfoResponseSigningAlgorithm", "ES512"),
    (
        {
            "id_token_encrypted_response_alg": "RSA-OAEP-256",
            "id_token_encrypted_response_enc": "A128GCM",
            "jwks": JWKS,
        },
        "oidcPolicy.idTokenEncryptionAlgorithm",
        "RSA_OAEP_256",
    ),
    ({"subject_type": "pairwise"}, "oidcPolicy.pairwiseIdentifierUserType", True),
    (
        {"post_logout_redirect_uris": ["https://portal.example.com/out"]},
        "oidcPolicy.postLogoutRedirectUris",
        ["https://portal.example.com/out"],
    ),
    ({"backchannel_logout_uri": "https://portal.example.com/b"}, "oidcPolicy.logoutMode", "OIDC_BACK_CHANNEL"),
    ({"frontchannel_logout_uri": "https://portal.example.com/f"}, "oidcPolicy.logoutMode", "OIDC_FRONT_CHANNEL"),
    (
        {"initiate_login_uri": "https://portal.example.com/i"},
        "oidcPolicy.initiateLoginUri",
        "https://portal.example.com/i",
    ),
    ({"default_max_age": 0}, "oidcPolicy.defaultMaxAge", 0),
    ({"default_acr_values": ["gold", "silver"]}, "oidcPolicy.defaultAcrValues", ["gold", "silver"]),
    ({"client_uri": "https://portal.example.com/"}, "dynamicRegistration.clientUri", "https://portal.example.com/"),
    ({"policy_uri": "https://portal.example.com/p"}, "dynamicRegistration.policyUri", "https://portal.example.com/p"),
    ({"tos_uri": "https://portal.example.com/t"}, "dynamicRegistration.tosUri", "https://portal.example.com/t"),
    ({"contacts": ["ops@example.com"]}, "dynamicRegistration.contacts", ["ops@example.com"]),
    ({"software_id": "s-1"}, "dynamicRegistration.softwareId", "s-1"),
    ({"software_version": "2.1"}, "dynamicRegistration.softwareVersion", "2.1"),
    ({"token_endpoint_auth_method": "client_secret_post"}, "clientAuth.type", "SECRET"),
    ({"token_endpoint_auth_method": "client_secret_jwt"}, "clientAuth.type", "CLIENT_SECRET_JWT"),
    ({"token_endpoint_auth_method": "none"}, "clientAuth.type", "NONE"),
    (
        {
            "token_endpoint_auth_method": "private_key_jwt",
            "token_endpoint_auth_signing_alg": "PS256",
            "jwks": JWKS,
        },
        "clientAuth.tokenEndpointAuthSigningAlgorithm",
        "PS256",
    ),
]


def at(body: dict[str, Any], path: str) -> Any:
    """Return the value at a path."""
    for name in path.split("."):
        body = body[name]
    return body


@pytest.mark.parametrize(
    ("members", "path", "value"), EFFECTIVE, ids=[next(iter(each[0])) + each[1] for each in EFFECTIVE]
)
def test_a_member_is_stored_as_a_setting_and_returned(
    shared: EngineServer, members: dict[str, Any], path: str, value: Any
) -> None:
    found = registered(shared, {**METADATA, **members})
    assert at(stored(shared, found), path) == value
    assert {name: found[name] for name in members} == members


def test_a_native_application_registers_its_own_scheme_and_loopback_addresses(shared: EngineServer) -> None:
    uris = ["com.example.app:/callback", "http://127.0.0.1/callback", "http://[::1]/callback"]
    found = registered(
        shared, {"application_type": "native", "redirect_uris": uris, "token_endpoint_auth_method": "none"}
    )
    assert (found["redirect_uris"], found["application_type"], "client_secret" in found) == (uris, "native", False)


@pytest.mark.parametrize(
    "members",
    [
        {"redirect_uris": ["http://app.example.com/callback"]},
        {"redirect_uris": ["https://app.example.com/*"]},
        {"redirect_uris": ["https://app.example.com/#fragment"]},
        {"redirect_uris": ["javascript:alert(1)"], "application_type": "native"},
        {"redirect_uris": ["app:/callback"], "application_type": "native"},
        {"redirect_uris": ["com.example.app:/callback"]},
        {"redirect_uris": ["http://localhost.evil.example/"]},
        {"redirect_uris": ["https://user@evil.example/"]},
        {"redirect_uris": []},
        {"redirect_uris": "https://app.example.com/"},
        {"redirect_uris": [7]},
        {"redirect_uris": ["https://localhost/c"], "response_types": ["id_token"], "grant_types": ["implicit"]},
    ],
    ids=str,
)
def test_a_redirect_uri_that_could_lead_elsewhere_is_refused(shared: EngineServer, members: dict[str, Any]) -> None:
    refused(register(shared, {**METADATA, **members}), "invalid_redirect_uri")


@pytest.mark.parametrize(
    "members",
    [
        {"grant_types": ["password"]},
        {"grant_types": ["urn:pingidentity.com:oauth2:grant_type:validate_bearer"]},
        {"grant_types": ["authorization_code"], "response_types": ["id_token"]},
        {"response_types": ["everything"]},
        {"token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": "CN=x"},
        {"token_endpoint_auth_method": "self_signed_tls_client_auth", "jwks": JWKS},
        {"token_endpoint_auth_method": "unknown"},
        {"token_endpoint_auth_method": "private_key_jwt"},
        {"token_endpoint_auth_method": "none", "id_token_signed_response_alg": "HS256"},
        {"token_endpoint_auth_method": "none", "grant_types": ["client_credentials"]},
        {"id_token_signed_response_alg": "RS1"},
        {"id_token_encrypted_response_alg": "RSA1_5", "id_token_encrypted_response_enc": "A128GCM", "jwks": JWKS},
        {"id_token_encrypted_response_alg": "RSA-OAEP-256", "jwks": JWKS},
        {"jwks": {"keys": [{**KEY, "d": "AQAB"}]}},
        {"jwks": {"keys": []}},
        {"jwks": JWKS, "jwks_uri": "https://app.example.com/jwks"},
        {"jwks_uri": "http://app.example.com/jwks"},
        {"logo_uri": "javascript:alert(1)"},
        {"client_uri": "data:text/html,x"},
        {"contacts": ["x"] * 21},
        {"client_name": "x" * 500},
        {"subject_type": "other"},
        {"application_type": "other"},
        {"default_max_age": -1},
        {"default_max_age": "60"},
        {"scope": "unknown"},
        {"scope": 'no"token'},
        {"authorization_details_types": ["unknown"]},
        {"sector_identifier_uri": "https://127.0.0.1:1/"},
        {"tls_client_auth_san_dns": "app.example.com"},
    ],
    ids=str,
)
def test_invalid_metadata_is_refused(shared: EngineServer, members: dict[str, Any]) -> None:
    answer = register(shared, {**METADATA, **members})
    assert refused(answer, "invalid_client_metadata"), answer.text


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"a":' * 2000, b"\xff"])
def test_a_body_that_is_no_json_object_is_refused(shared: EngineServer, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = shared.request("POST", "/as/clients.oauth2", headers=headers, content=content)
    refused(answer, "invalid_client_metadata")


def test_a_form_and_a_large_body_are_refused(shared: EngineServer) -> None:
    refused(shared.post("/as/clients.oauth2", {"client_name": "x"}), "invalid_client_metadata")
    refused(register(shared, {**METADATA, "x": "x" * 70_000}), "invalid_request", 413)


def test_unknown_and_null_members_are_ignored(shared: EngineServer) -> None:
    found = registered(shared, {**METADATA, "client_name#de": "Tor", "unknown": {"a": 1}, "logo_uri": None})
    assert {"client_name#de", "unknown", "logo_uri"}.isdisjoint(found)


def test_scopes_that_are_not_allowed_are_left_out(server: EngineServer) -> None:
    found = registered(server, {**METADATA, "scope": "openid email admin unknown offline_access"})
    assert found["scope"] == "email openid"
    allow(server, allowedExclusiveScopes=["admin"], restrictCommonScopes=True, restrictedCommonScopes=["email"])
    found = registered(server, {**METADATA, "scope": "openid email phone admin"})
    assert found["scope"] == "email admin"


def test_without_a_scope_a_client_gets_the_scopes_of_the_settings(server: EngineServer) -> None:
    allow(server, allowedExclusiveScopes=["admin"], restrictCommonScopes=True, restrictedCommonScopes=["email"])
    body = stored(server, registered(server, {"redirect_uris": METADATA["redirect_uris"]}))
    assert (body["restrictScopes"], body["restrictedScopes"], body["exclusiveScopes"]) == (True, ["email"], ["admin"])


def test_security_settings_override_the_metadata_of_a_client(server: EngineServer) -> None:
    allow(
        server,
        requireSignedRequests=True,
        requireJwtSecuredAuthorizationResponseMode=True,
        requireProofKeyForCodeExchange=False,
        enforceReplayPrevention=True,
        refreshRolling="ROLL",
        restrictToDefaultAccessTokenManager=True,
        defaultAccessTokenManagerRef={"id": "manager-0"},
        devicePollingIntervalOverride=9,
        pendingAuthorizationTimeoutOverride=600,
        deviceFlowSettingType="OVERRIDE_SERVER_DEFAULT",
        oidcPolicy={"idTokenSigningAlgorithm": "ES256"},
    )
    body = stored(server, registered(server, {**METADATA, "require_signed_request_object": False, "jwks": JWKS}))
    assert body["requireSignedRequests"] is body["requireJwtSecuredAuthorizationResponseMode"] is True
    assert body["requireProofKeyForCodeExchange"] is False
    assert body["clientAuth"]["enforceReplayPrevention"] is True
    assert (body["refreshRolling"], body["devicePollingIntervalOverride"]) == ("ROLL", 9)
    assert body["defaultAccessTokenManagerRef"] == {"id": "manager-0"}
    assert body["oidcPolicy"]["idTokenSigningAlgorithm"] == "ES256"
    chosen = registered(server, {**METADATA, "id_token_signed_response_alg": "PS256", "jwks": JWKS})
    assert stored(server, chosen)["oidcPolicy"]["idTokenSigningAlgorithm"] == "PS256"


def test_a_client_registers_for_certificates_where_the_settings_accept_them(server: EngineServer) -> None:
    by_subject = {"token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": "CN=app, O=Example"}
    allow(server, clientCertIssuerType="TRUST_ANY")
    auth = stored(server, registered(server, {**METADATA, **by_subject}))["clientAuth"]
    assert (auth["type"], auth["clientCertSubjectDn"]) == ("CERTIFICATE", "CN=app, O=Example")
    refused(register(server, {**METADATA, "token_endpoint_auth_method": "tls_client_auth"}), "invalid_client_metadata")


def test_the_document_of_a_sector_identifier_must_list_the_redirect_uris(server: EngineServer) -> None:
    network = PlannedOutgoing()
    object.__setattr__(server.services, "outgoing", network)
    url = "https://sector.example.com/uris.json"
    pairwise = {**METADATA, "subject_type": "pairwise", "sector_identifier_uri": url}
    network.documents[url] = (200, b'["https://other.example.com/callback"]')
    refused(register(server, pairwise), "invalid_client_metadata")
    network.documents[url] = (200, b'["https://portal.example.com/callback", "https://x.example.com/"]')
    assert registered(server, pairwise)["sector_identifier_uri"] == url


def test_members_that_the_settings_name_are_stored_as_extended_properties(server: EngineServer) -> None:
    server.save(EXTENDED_PROPERTIES, {"items": [{"name": "department"}, {"name": "regions", "multiValued": True}]})
    metadata = [{"parameter": "department"}, {"parameter": "regions", "multiValued": True}]
    server.save(CLIENT_SETTINGS, {"clientMetadata": metadata, "dynamicClientRegistration": OPEN})
    found = registered(server, {**METADATA, "department": "Sales", "regions": ["north", "south"]})
    assert stored(server, found)["extendedParameters"] == {
        "department": {"values": ["Sales"]},
        "regions": {"values": ["north", "south"]},
    }
    refused(register(server, {**METADATA, "department": ["a", "b"]}), "invalid_client_metadata")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(RegisteredMetadata.__struct_fields__), JSON, max_size=8))
def test_any_json_is_metadata_or_refused_with_a_registered_error(document: dict[str, Any]) -> None:
    try:
        found = parse_metadata(document)
    except (InvalidClientMetadata, InvalidRedirectUri):
        return
    assert all(getattr(found, name) == value for name, value in document.items())


def test_every_member_of_the_table_is_a_member_of_the_metadata() -> None:
    names = [each.name for each in MEMBERS]
    assert set(names) <= set(RegisteredMetadata.__struct_fields__)
    assert len(set(names)) == len(names)
