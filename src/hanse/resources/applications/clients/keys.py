"""Rules for a client's public keys, which it provides by value or at an address."""

from collections.abc import Iterator

from hanse.crypto.jwk_sets import jwks_problem
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.parts import JwksSettings


def key_errors(new: Client) -> Iterator[FieldError]:
    """Find errors in the keys of a client, and settings that need keys which are missing."""
    keys = new.jwks_settings or JwksSettings()
    if keys.jwks_url and keys.jwks:
        yield FieldError("Enter either the JWKS URL or the keys, not both.", "jwksSettings.jwks")
    elif keys.jwks and (problem := jwks_problem(keys.jwks)):
        yield FieldError(problem, "jwksSettings.jwks", "invalid_jwks")
    elif not keys.jwks_url and not keys.jwks:
        needs = next(_needs(new), None)
        if needs is not None:
            yield FieldError(
                message("{needs} needs the client's keys: a JWKS URL or a JWKS.", needs=needs),
                "jwksSettings.jwksUrl",
                "required_field",
            )


def _needs(new: Client) -> Iterator[str]:
    """Yield the settings that require keys of the client."""
    if new.client_auth.type is AuthType.PRIVATE_KEY_JWT:
        yield "Private Key JWT"
    if new.require_signed_requests:
        yield "Require Signed Requests"
    if new.ciba_require_signed_requests:
        yield "CIBA Require Signed Requests"
    encryptions = {
        "ID Token Key Management Encryption Algorithm": new.oidc_policy.id_token_encryption_algorithm,
        "UserInfo Response Key Management Encryption Algorithm": (
            new.oidc_policy.user_info_response_encryption_algorithm
        ),
        "Token Introspection Key Management Encryption Algorithm": new.token_introspection_encryption_algorithm,
        "JARM Key Management Encryption Algorithm": new.jwt_secured_authorization_response_mode_encryption_algorithm,
    }
    yield from (name for name, algorithm in encryptions.items() if algorithm is not None and algorithm.is_asymmetric)
