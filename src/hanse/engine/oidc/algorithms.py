"""The algorithms of a client's ID tokens and UserInfo responses."""

from typing import Final

from hanse.engine.oauth.jose.algorithm_names import NONE
from hanse.engine.oauth.jose.encryption import Encryption
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import IdTokenAlgorithm

# OpenID Connect Registration 1.0, section 2: the default of `id_token_signed_response_alg`.
DEFAULT: Final = "RS256"


def jose_name(algorithm: IdTokenAlgorithm) -> str:
    """Return the JOSE name of a configured algorithm."""
    return NONE if algorithm is IdTokenAlgorithm.NONE else algorithm.value


def id_token_algorithm(client: RegisteredClient) -> str:
    """Return the algorithm that signs the client's ID tokens."""
    chosen = client.settings.oidc_policy.id_token_signing_algorithm
    return DEFAULT if chosen is None else jose_name(chosen)


def id_token_encryption(client: RegisteredClient) -> Encryption | None:
    """Return the encryption of the client's ID tokens; None if they are not encrypted."""
    oidc = client.settings.oidc_policy
    if oidc.id_token_encryption_algorithm is None or oidc.id_token_content_encryption_algorithm is None:
        return None
    return Encryption(oidc.id_token_encryption_algorithm, oidc.id_token_content_encryption_algorithm)


def user_info_algorithm(client: RegisteredClient) -> str | None:
    """Return the algorithm that signs the client's UserInfo responses; None if they are not signed."""
    chosen = client.settings.oidc_policy.user_info_response_signing_algorithm
    return None if chosen is None or chosen is IdTokenAlgorithm.NONE else chosen.value


def user_info_encryption(client: RegisteredClient) -> Encryption | None:
    """Return the encryption of the client's UserInfo responses; None if they are not encrypted."""
    oidc = client.settings.oidc_policy
    key, content = (
        oidc.user_info_response_encryption_algorithm,
        oidc.user_info_response_content_encryption_algorithm,
    )
    return None if key is None or content is None else Encryption(key, content)
