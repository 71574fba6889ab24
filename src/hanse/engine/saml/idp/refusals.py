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
    """The partner or its consumer service is not known, so that only the user receives an error."""


class NameIdPolicyRefused(SamlRefused):
    """The request requires a name identifier that the connection does not provide (SAML core, section 3.4.1.1)."""

    detail = INVALID_NAME_ID_POLICY


class RequestUnsupported(SamlRefused):
    """The request has a part that this server does not support."""

    detail = REQUEST_UNSUPPORTED


class ContextNotMet(SamlRefused):
    """The user did not sign in with a requested authentication context (SAML core, section 3.3.2.2.1)."""

    status = RESPONDER
    detail = NO_AUTHN_CONTEXT


class PassiveImpossible(SamlRefused):
    """The sign-in requires interaction, which a passive request forbids (SAML core, section 3.4.1)."""

    status = RESPONDER
    detail = NO_PASSIVE


class AuthenticationFailed(SamlRefused):
    """The user could not sign in. `provider_message` is the error message of another provider that is passed on."""

    status = RESPONDER
    detail = AUTHN_FAILED

    def __init__(self, reason: str, provider_message: str = "") -> None:
        super().__init__(reason)
        self.public_message = provider_message or None


class IssuanceDenied(SamlRefused):
    """The user has signed in, but the issuance criteria of the connection are not met."""

    status = RESPONDER
    detail = REQUEST_DENIED


class OtherUser(SamlRefused):
    """The user who signed in is not the subject that the request names."""

    status = RESPONDER
    detail = UNKNOWN_PRINCIPAL


class ResponseFailed(SamlRefused):
    """The server failed to build an assertion."""

    status = RESPONDER


# The sign-in errors that mean that the user has to interact with a page.
INTERACTION_CODES: Final = frozenset({"login_required", "interaction_required", "account_selection_required"})
