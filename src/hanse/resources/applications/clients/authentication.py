"""Rules for the authentication settings of a client."""

from collections.abc import Iterator

from hanse.config.declare.rules import Proposal
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.parts import ClientAuth
from hanse.resources.applications.clients.secret_length import is_hmac, symmetric_settings
from hanse.resources.certificate_names import certificate_name_errors
from hanse.resources.grants import GrantType

WITH_SECRET = frozenset({AuthType.SECRET, AuthType.CLIENT_SECRET_JWT})
_WITH_JWT = frozenset({AuthType.PRIVATE_KEY_JWT, AuthType.CLIENT_SECRET_JWT})
# Grant types in which no user is present, so that the client itself must be authenticated.
_CONFIDENTIAL = {
    GrantType.CLIENT_CREDENTIALS: "Client Credentials",  # RFC 6749, section 4.4.
    GrantType.CIBA: "CIBA",  # OpenID Connect CIBA Core, section 7.
    GrantType.ACCESS_TOKEN_VALIDATION: "Access Token Validation",  # RFC 7662, section 2.1.
    GrantType.TOKEN_EXCHANGE: "Token Exchange",  # RFC 8693, section 5.
}


def authentication_errors(proposal: Proposal[Client]) -> Iterator[FieldError]:
    """Find authentication settings that do not fit together."""
    new = proposal.new
    if new.client_auth.type is AuthType.NONE:
        for grant, name in _CONFIDENTIAL.items():
            if grant in new.grant_types:
                text = message(
                    "The grant type {name} requires client authentication. Choose an authentication method.", name=name
                )
                yield FieldError(text, "clientAuth.type", "client_authentication_required")
    kept = proposal.old.client_auth.encrypted_secret if proposal.old is not None else None
    yield from _secret_errors(new, kept)
    yield from _method_errors(new.client_auth)
    yield from _certificate_errors(new)


def _secret_errors(new: Client, kept: str | None) -> Iterator[FieldError]:
    auth = new.client_auth
    if auth.type in WITH_SECRET:
        if not auth.secret and not auth.encrypted_secret and not kept:
            yield FieldError("This field is required.", "clientAuth.secret", "required_field")
    elif auth.secret:
        yield FieldError(
            "This authentication method does not use a client secret.", "clientAuth.secret", "not_applicable"
        )
    for name, algorithm in symmetric_settings(new):
        if auth.type not in WITH_SECRET:
            yield FieldError(
                message("{algorithm} needs a client secret.", algorithm=algorithm), name, "client_secret_required"
            )


def _certificate_errors(new: Client) -> Iterator[FieldError]:
    """Find what is missing or wrong for clients with certificates (RFC 8705)."""
    auth, keys = new.client_auth, new.jwks_settings
    if new.tls_client_certificate_bound_access_tokens and new.require_dpop:
        text = "Tokens can be bound to a certificate or to a DPoP key, not to both."
        yield FieldError(text, "tlsClientCertificateBoundAccessTokens", "not_applicable")
    if auth.type is not AuthType.CERTIFICATE:
        return
    is_registered = keys is not None and bool(keys.jwks or keys.jwks_url)
    if not auth.client_cert_subject_dn and not is_registered:
        text = "Enter a subject DN, or the client's own certificates as x5c in its JWKS."
        yield FieldError(text, "clientAuth.clientCertSubjectDn", "required_field")
    yield from certificate_name_errors(
        ("clientAuth.clientCertSubjectDn", auth.client_cert_subject_dn),
        ("clientAuth.clientCertIssuerDn", auth.client_cert_issuer_dn),
    )


def _method_errors(auth: ClientAuth) -> Iterator[FieldError]:
    if auth.type is not AuthType.CERTIFICATE:
        given = {"clientCertSubjectDn": auth.client_cert_subject_dn, "clientCertIssuerDn": auth.client_cert_issuer_dn}
        for name in (name for name, value in given.items() if value):
            yield FieldError(
                "This applies to the method Client TLS Certificate only.", f"clientAuth.{name}", "not_applicable"
            )
    algorithm = auth.token_endpoint_auth_signing_algorithm
    path = "clientAuth.tokenEndpointAuthSigningAlgorithm"
    if algorithm is not None and auth.type not in _WITH_JWT:
        yield FieldError("This applies only to methods that use a JWT.", path, "not_applicable")
    elif algorithm is not None and is_hmac(algorithm) is not (auth.type is AuthType.CLIENT_SECRET_JWT):
        text = message("{algorithm} cannot be used with this authentication method.", algorithm=algorithm.value)
        yield FieldError(text, path, "not_applicable")
