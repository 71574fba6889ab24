"""Rules for the authentication of the client, and for the protection of its requests."""

from collections.abc import Iterator
from typing import Final

from hanse.config.declare.ui.findings import Finding, Severity, StandardSection
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.authentication import WITH_SECRET
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.applications.clients.security_findings.assessed_client import AssessedClient

# RFC 6749, section 10.10, requires 128 bits. A random printable ASCII character has 6.6 of them.
_LEAST_CHARACTERS: Final = 20
_WITH_ASSERTION: Final = frozenset({AuthType.PRIVATE_KEY_JWT, AuthType.CLIENT_SECRET_JWT})


def shared_secret(assessed: AssessedClient) -> Iterator[Finding]:
    """Find clients that authenticate with a secret that the server knows as well (RFC 9700, section 2.5)."""
    client = assessed.client
    if client.client_auth.type not in WITH_SECRET:
        return
    keys = client.jwks_settings
    has_keys = keys is not None and bool(keys.jwks or keys.jwks_url)
    yield Finding(
        id="shared-secret-authentication",
        severity=Severity.INFORMATION,
        text=message(
            "The client authenticates with a secret that both sides know. With a private key (private_key_jwt) or a"
            " certificate, the server stores nothing that could be stolen from it."
        ),
        reference=StandardSection("RFC 9700", "2.5"),
        path="clientAuth.type",
        fix={"clientAuth.type": AuthType.PRIVATE_KEY_JWT.value} if has_keys else {},
        fix_label=message("Authenticate with the keys of the JWKS"),
    )


def guessable_secret(assessed: AssessedClient) -> Iterator[Finding]:
    """Find client secrets that can be guessed (RFC 6749, section 10.10)."""
    auth = assessed.client.client_auth
    secret = assessed.server.secret_of(auth) if auth.type in WITH_SECRET else None
    if secret is not None and len(secret) < _LEAST_CHARACTERS:
        yield Finding(
            id="short-client-secret",
            severity=Severity.HIGH,
            text=message(
                "The client secret has fewer than {count} characters, and so fewer than 128 random bits. Let the server"
                " generate a new one.",
                count=_LEAST_CHARACTERS,
            ),
            reference=StandardSection("RFC 6749", "10.10"),
            path="clientAuth.secret",
        )


def replayed_assertions(assessed: AssessedClient) -> Iterator[Finding]:
    """Find client assertions that can be used again (OpenID Connect Core 1.0, section 9)."""
    auth = assessed.client.client_auth
    if auth.type in _WITH_ASSERTION and not auth.enforce_replay_prevention:
        yield Finding(
            id="assertion-replay",
            severity=Severity.MEDIUM,
            text=message("A client assertion that was intercepted can be used again until it expires."),
            reference=StandardSection("OpenID Connect Core 1.0", "9"),
            path="clientAuth.enforceReplayPrevention",
            fix={"clientAuth.enforceReplayPrevention": True},
            fix_label=message("Prevent replay"),
        )


def unprotected_requests(assessed: AssessedClient) -> Iterator[Finding]:
    """Find authorization requests whose parameters users and scripts can change (RFC 9126, section 1)."""
    client, server = assessed.client, assessed.server
    is_pushed = client.require_pushed_authorization_requests or server.requires_pushed_requests
    if not assessed.redirects or is_pushed or client.require_signed_requests:
        return
    yield Finding(
        id="unprotected-authorization-requests",
        severity=Severity.INFORMATION,
        text=message(
            "The parameters of authorization requests pass through the browser, where they can be read and changed."
            " Require pushed or signed requests if the client supports them."
        ),
        reference=StandardSection("RFC 9126", "1"),
        path="requirePushedAuthorizationRequests",
        # A required request that the server does not accept would lock the client out.
        fix={"requirePushedAuthorizationRequests": True} if server.accepts_pushed_requests else {},
        fix_label=message("Require pushed requests"),
    )
