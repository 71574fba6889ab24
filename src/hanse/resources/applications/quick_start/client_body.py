"""The settings of a client for each kind of application."""

from collections.abc import Iterator
from typing import Any, Final

from hanse.config.declare.ui.findings import Severity
from hanse.config.declare.validation import parse_stored
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.security_findings.assessed_client import ServerFacts
from hanse.resources.applications.clients.security_findings.client_assessment import findings_of
from hanse.resources.applications.quick_start.model import ApplicationAuthentication, ApplicationKind, NewApplication

Body = dict[str, Any]
CODE, REFRESH, CREDENTIALS, DEVICE = "AUTHORIZATION_CODE", "REFRESH_TOKEN", "CLIENT_CREDENTIALS", "DEVICE_CODE"
REDIRECTING: Final = frozenset({ApplicationKind.WEB, ApplicationKind.SINGLE_PAGE, ApplicationKind.NATIVE})
CONFIDENTIAL: Final = frozenset({ApplicationKind.WEB, ApplicationKind.MACHINE})
_IN_BROWSERS: Final = frozenset({ApplicationKind.WEB, ApplicationKind.SINGLE_PAGE})
_GRANTS: Final = {
    ApplicationKind.WEB: [CODE, REFRESH],
    ApplicationKind.SINGLE_PAGE: [CODE, REFRESH],
    ApplicationKind.NATIVE: [CODE, REFRESH],
    ApplicationKind.MACHINE: [CREDENTIALS],
    ApplicationKind.DEVICE: [DEVICE, REFRESH],
}
# OAuth 2.0 for Browser-Based Applications, section on refresh tokens: they expire soon after the last use.
_IDLE_DAYS: Final = {ApplicationKind.SINGLE_PAGE: 1}
_USUAL_IDLE_DAYS: Final = 30


def client_body(application: NewApplication, secret: str) -> Body:
    """Return the client of an application in the form of the API."""
    kind = application.kind
    body: Body = {
        "clientId": application.client_id,
        "name": application.name,
        "grantTypes": _GRANTS[kind],
        "clientAuth": {"type": "NONE"},
    }
    if kind in REDIRECTING:
        body |= {
            "redirectUris": list(application.redirect_uris),
            "requireProofKeyForCodeExchange": True,
            "restrictedResponseTypes": ["code"],
        }
    if REFRESH in _GRANTS[kind]:
        body |= {
            "persistentGrantIdleTimeoutType": "OVERRIDE_SERVER_DEFAULT",
            "persistentGrantIdleTimeout": _IDLE_DAYS.get(kind, _USUAL_IDLE_DAYS),
            "persistentGrantIdleTimeoutTimeUnit": "DAYS",
        }
    if kind is ApplicationKind.MACHINE:
        # RFC 9700, section 2.3: no scope until an administrator allows some.
        body |= {"restrictScopes": True}
    if kind in CONFIDENTIAL:
        return {**body, **_authentication(application, secret)}
    if REFRESH in _GRANTS[kind]:
        # RFC 9700, section 2.2.2: refresh tokens of public clients are replaced at each use.
        body |= {
            "refreshRolling": "ROLL",
            "refreshTokenRollingIntervalType": "OVERRIDE_SERVER_DEFAULT",
            "refreshTokenRollingInterval": 0,
            "refreshTokenRollingIntervalTimeUnit": "SECONDS",
        }
    return body


def application_errors(application: NewApplication) -> Iterator[FieldError]:
    """Find input that does not fit the kind of application."""
    kind, uris = application.kind, application.redirect_uris
    if kind in REDIRECTING and not uris:
        yield FieldError("Enter at least one redirect URI.", "redirectUris", "required_field")
    for index, uri in enumerate(uris if kind in _IN_BROWSERS else ()):
        if uri.partition(":")[0].lower() not in ("http", "https"):
            text = "Browsers return to this application. Enter an https address."
            yield FieldError(text, f"redirectUris[{index}]", "invalid_url")
    uses_keys = kind in CONFIDENTIAL and application.authentication is ApplicationAuthentication.PRIVATE_KEY_JWT
    if uses_keys and not application.jwks:
        yield FieldError("Enter the public keys of the application.", "jwks", "required_field")


def unsafe_settings(view: View, body: Body) -> Iterator[FieldError]:
    """Find input with which the client would have findings of high or medium severity of its own (RFC 9700)."""
    for each in findings_of(parse_stored(Client, body), ServerFacts.of(view)):
        if each.severity is not Severity.INFORMATION and each.resource is None:
            yield FieldError(each.text, each.path or None, each.id)


def _authentication(application: NewApplication, secret: str) -> Body:
    if application.authentication is ApplicationAuthentication.SECRET:
        return {"clientAuth": {"type": "SECRET", "secret": secret}}
    return {
        "clientAuth": {"type": "PRIVATE_KEY_JWT", "enforceReplayPrevention": True},
        "jwksSettings": {"jwks": application.jwks},
    }
