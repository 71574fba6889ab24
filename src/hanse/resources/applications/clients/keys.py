"""Rules for a client's public keys, which it provides by value or at an address."""

import json
from collections.abc import Iterator
from typing import Any

from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.choices import AuthType
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.parts import JwksSettings

# RFC 7518, section 6: members of a private key, and the key value of a symmetric key.
_PRIVATE = frozenset({"d", "p", "q", "dp", "dq", "qi", "oth", "k"})
MOST_KEYS = 100


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


def jwks_problem(text: str) -> str | None:
    """Return the error in a key set, or None."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    keys = found.get("keys") if isinstance(found, dict) else None
    if not isinstance(keys, list) or not all(isinstance(key, dict) for key in keys):
        return 'This must be a JSON Web Key Set: an object with a list "keys" (RFC 7517, section 5).'
    if not 0 < len(keys) <= MOST_KEYS:
        return message("A key set must have 1 to {limit} keys.", limit=MOST_KEYS)
    if any(_PRIVATE & key.keys() for key in keys):
        return (
            "The key set contains a private or symmetric key. Enter public keys only, and replace the key that was "
            "disclosed."
        )
    try:
        KeySet.import_key_set({"keys": keys})
    except (JoseError, ValueError, TypeError, KeyError):
        return "A key of the key set cannot be read."
    return None


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
