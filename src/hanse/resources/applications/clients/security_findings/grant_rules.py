"""Rules for grant types, response types and the proof keys of authorization codes."""

from collections.abc import Iterator

from hanse import handles
from hanse.config.declare.ui.findings import Finding, Severity, StandardSection
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.security_findings.assessed_client import AssessedClient
from hanse.resources.grants import GrantType

_TOKEN, _ID_TOKEN = "token", "id_token"


def access_tokens_in_addresses(assessed: AssessedClient) -> Iterator[Finding]:
    """Find response types with which access tokens are part of an address (RFC 9700, section 2.1.2)."""
    if not any(_TOKEN in each.split() for each in assessed.response_types):
        return
    client = assessed.client
    kept = [each.value for each in client.restricted_response_types if _TOKEN not in each.split()]
    # ID tokens may stay in authorization responses (the same section); they need the grant type Implicit.
    has_id_tokens = any(_ID_TOKEN in each.split() for each in kept)
    grants = [each.value for each in client.grant_types if each is not GrantType.IMPLICIT or has_id_tokens]
    code = GrantType.AUTHORIZATION_CODE.value
    fix = {"grantTypes": grants if kept or code in grants else [code, *grants], "restrictedResponseTypes": kept}
    yield Finding(
        id="access-token-in-authorization-response",
        severity=Severity.HIGH,
        text=message(
            "The client can receive access tokens from the authorization endpoint (implicit or hybrid flow). They leak"
            " through browser histories and referrers, and can be injected. Use authorization codes instead."
        ),
        reference=StandardSection("RFC 9700", "2.1.2"),
        path="grantTypes",
        fix=fix,
        fix_label=message("Use authorization codes only"),
    )


def password_grant(assessed: AssessedClient) -> Iterator[Finding]:
    """Find clients that receive the passwords of users (RFC 9700, section 2.4)."""
    grants = assessed.client.grant_types
    if GrantType.RESOURCE_OWNER_CREDENTIALS not in grants:
        return
    kept = [each.value for each in grants if each is not GrantType.RESOURCE_OWNER_CREDENTIALS]
    has_other = bool(set(kept) - {GrantType.REFRESH_TOKEN})
    yield Finding(
        id="password-grant",
        severity=Severity.HIGH,
        text=message(
            "The client can send passwords of users (resource owner credentials). It learns the passwords, and users"
            " cannot use a second factor. This grant type must not be used."
        ),
        reference=StandardSection("RFC 9700", "2.4"),
        path="grantTypes",
        # Without another grant type that issues tokens, the client would be of no use.
        fix={"grantTypes": kept} if has_other else {},
        fix_label=message("Remove this grant type"),
    )


def proof_keys(assessed: AssessedClient) -> Iterator[Finding]:
    """Find codes that can be exchanged without a code verifier (RFC 9700, section 2.1.1)."""
    if not assessed.uses_code or assessed.client.require_proof_key_for_code_exchange:
        return
    yield Finding(
        id="pkce-not-required",
        # It is a requirement for public clients, and a recommendation for all others.
        severity=Severity.HIGH if assessed.is_public else Severity.MEDIUM,
        text=message(
            "PKCE is not required. A stolen authorization code can be exchanged for tokens, or injected into the"
            " session of another user."
        ),
        reference=StandardSection("RFC 9700", "2.1.1"),
        path="requireProofKeyForCodeExchange",
        fix={"requireProofKeyForCodeExchange": True},
        fix_label=message("Require PKCE"),
    )


def plain_proof_keys(assessed: AssessedClient) -> Iterator[Finding]:
    """Find servers that accept plain code challenges (RFC 9700, section 2.1.1)."""
    if assessed.uses_code and not assessed.server.refuses_plain_pkce:
        yield Finding(
            id="plain-pkce-allowed",
            severity=Severity.MEDIUM,
            text=message(
                "The server accepts plain code challenges, which reveal the code verifier to whoever sees the"
                " authorization request. Accept S256 only."
            ),
            reference=StandardSection("RFC 9700", "2.1.1"),
            resource=handles.AUTHORIZATION_SERVER,
        )


def issuer_in_responses(assessed: AssessedClient) -> Iterator[Finding]:
    """Find authorization responses without the issuer, which allow mix-up attacks (RFC 9700, section 4.4.2.1)."""
    # JARM responses contain the issuer (JARM, section 2.1).
    is_named = assessed.server.names_issuer or assessed.client.require_jwt_secured_authorization_response_mode
    if assessed.redirects and not is_named:
        yield Finding(
            id="issuer-not-in-responses",
            severity=Severity.MEDIUM,
            text=message(
                "Authorization responses do not name their issuer. Clients that use several authorization servers"
                " cannot detect mix-up attacks."
            ),
            reference=StandardSection("RFC 9700", "4.4.2.1"),
            resource=handles.AUTHORIZATION_SERVER,
        )


def users_and_the_client_itself(assessed: AssessedClient) -> Iterator[Finding]:
    """Find clients that can request the scopes of their users without a user (RFC 9700, section 2.3)."""
    if not assessed.signs_users_in or GrantType.CLIENT_CREDENTIALS not in assessed.grants:
        return
    yield Finding(
        id="scopes-without-user",
        severity=Severity.INFORMATION,
        text=message(
            "The client can request the same scopes for users and, with client credentials, without any user. Give"
            " background work a client of its own, with only the scopes that it needs."
        ),
        reference=StandardSection("RFC 9700", "2.3"),
        path="grantTypes",
    )
