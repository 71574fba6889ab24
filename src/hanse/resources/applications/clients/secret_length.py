"""The minimum length of a client's secret, by the algorithms that use it (RFC 7518, section 3.2)."""

from collections.abc import Iterator

from hanse.resources.applications.clients.choices import Algorithm, AuthType, IdTokenAlgorithm
from hanse.resources.applications.clients.model import Client


def is_hmac(algorithm: Algorithm | IdTokenAlgorithm) -> bool:
    """Return whether an algorithm uses the client's secret as its key."""
    return algorithm.value.startswith("HS")


def least_secret_octets(new: Client) -> int:
    """Return the minimum length of the secret in octets; 0 if it signs nothing."""
    auth = new.client_auth
    algorithms = [value for _, value in symmetric_settings(new) if value.startswith("HS")]
    if auth.type is AuthType.CLIENT_SECRET_JWT:
        chosen = auth.token_endpoint_auth_signing_algorithm
        algorithms.append("HS256" if chosen is None else chosen.value)
    return max((int(value[2:]) // 8 for value in algorithms if value.startswith("HS")), default=0)


def symmetric_settings(new: Client) -> Iterator[tuple[str, str]]:
    """Yield the settings whose key is the client's secret, and their values."""
    signatures = {
        "oidcPolicy.idTokenSigningAlgorithm": new.oidc_policy.id_token_signing_algorithm,
        "oidcPolicy.userInfoResponseSigningAlgorithm": new.oidc_policy.user_info_response_signing_algorithm,
        "tokenIntrospectionSigningAlgorithm": new.token_introspection_signing_algorithm,
        "jwtSecuredAuthorizationResponseModeSigningAlgorithm": (
            new.jwt_secured_authorization_response_mode_signing_algorithm
        ),
    }
    yield from ((name, each.value) for name, each in signatures.items() if each is not None and is_hmac(each))
    encryptions = {
        "oidcPolicy.idTokenEncryptionAlgorithm": new.oidc_policy.id_token_encryption_algorithm,
        "oidcPolicy.userInfoResponseEncryptionAlgorithm": new.oidc_policy.user_info_response_encryption_algorithm,
        "tokenIntrospectionEncryptionAlgorithm": new.token_introspection_encryption_algorithm,
        "jwtSecuredAuthorizationResponseModeEncryptionAlgorithm": (
            new.jwt_secured_authorization_response_mode_encryption_algorithm
        ),
    }
    yield from ((name, each.value) for name, each in encryptions.items() if each is not None and not each.is_asymmetric)
