"""JWTs that this server signs for a provider: client assertions and request objects."""

from collections.abc import Mapping
from string import ascii_letters, digits
from typing import Any, Final

import msgspec

from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS, UnfitAlgorithm, mac_signer
from hanse.kit.errors import Unavailable
from hanse.kit.texts.messages import Message, message, message_of
from hanse.plugins.adapters.openid_connect.settings import ProviderSettings
from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.adapters import AdapterRequest
from hanse.plugins.provider_failures import FailureCode, ProviderFailure

_ID_LENGTH: Final = 32
# Users are redirected at once, and clocks differ.
_REQUEST_SECONDS: Final = 300
# RFC 9101, section 10.8.
_REQUEST_TYPE: Final = "oauth-authz-req+jwt"
# OpenID Connect Core 1.0, section 6.1, and RFC 9101, section 5: these parameters are also outside of the object.
_OUTSIDE: Final = ("client_id", "response_type", "scope")


def new_id(services: AdapterServices) -> str:
    """Return the identifier of a JWT that is accepted once."""
    return services.random_text(_ID_LENGTH, ascii_letters + digits)


def signed_request(
    settings: ProviderSettings, parameters: Mapping[str, str], request: AdapterRequest
) -> dict[str, str]:
    """Return the parameters of an authorization request with a request object. Raises ProviderFailure."""
    now = int(request.now.timestamp())
    claims = {
        **parameters,
        "iss": settings.client_id,
        "aud": settings.issuer,
        "iat": now,
        "nbf": now,
        "exp": now + _REQUEST_SECONDS,
        "jti": new_id(request.services),
    }
    what = message("No request object can be signed")
    token = sign_for_provider(settings, request.services, settings.request_algorithm, claims, _REQUEST_TYPE, what)
    return {name: parameters[name] for name in _OUTSIDE} | {"request": token}


def sign_for_provider(
    settings: ProviderSettings,
    services: AdapterServices,
    algorithm: str,
    claims: Mapping[str, Any],
    media_type: str,
    what: Message,
) -> str:
    """Return claims as a JWT, signed with a key of this server or with the client secret. Raises ProviderFailure."""
    try:
        if algorithm in LEAST_SECRET_OCTETS:
            signer = mac_signer(settings.client_secret.encode(), algorithm, {"typ": media_type})
            return signer.sign(msgspec.json.encode(claims))
        return services.sign(algorithm, claims, media_type)
    except (Unavailable, UnfitAlgorithm) as error:
        text = message("{what}: {reason}", what=what, reason=message_of(str(error)))
        raise ProviderFailure(FailureCode.INVALID, text) from error
