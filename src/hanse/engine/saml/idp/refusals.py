"""The refusals of requests whose partner and consumer service are known: the partner receives a status code."""

from typing import Final

from hanse.saml.errors import (
    AUTHN_FAILED,
    INVALID_NAME_ID_POLICY,
    NO_AUTHN_CONTEXT,
    NO_PASSIVE,
    REQUEST_DENIED,
    REQUEST_UNSUPPORTED,
    RESPONDER,
    UNKNOWN_PRINCIPAL,
    SamlRefused,
)


class UnknownRequest(SamlRefused):
    """The partner or its consumer service is not known, so that nobody but the user can be answered."""


class NameIdPolicyRefused(SamlRefused):
    """The requested name identifier is not the configured one (SAML core, section 3.4.1.1)."""

    detail = INVALID_NAME_ID_POLICY


class RequestUnsupported(SamlRefused):
    """The request has a part that this server does not support."""

    detail = REQUEST_UNSUPPORTED


class ContextNotMet(SamlRefused):
    """The user has not signed in by a requested method (SAML core, section 3.3.2.2.1)."""

    status = RESPONDER
    detail = NO_AUTHN_CONTEXT


class PassiveImpossible(SamlRefused):
    """The user would have to do something, and the request forbids it (SAML core, section 3.4.1)."""

    status = RESPONDER
    detail = NO_PASSIVE


class AuthenticationFailed(SamlRefused):
    """The user could not sign in."""

    status = RESPONDER
    detail = AUTHN_FAILED


class IssuanceDenied(SamlRefused):
    """The user has signed in and must not use the partner's applications."""

    status = RESPONDER
    detail = REQUEST_DENIED


class OtherUser(SamlRefused):
    """The user is not the one of the request."""

    status = RESPONDER
    detail = UNKNOWN_PRINCIPAL


class ResponseFailed(SamlRefused):
    """The server failed to make an assertion."""

    status = RESPONDER


# Error codes of sign-in for which the user would have to do something.
INTERACTION_CODES: Final = frozenset({"login_required", "interaction_required", "account_selection_required"})
