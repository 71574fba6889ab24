"""The names of grant types and response types that clients can register."""

from collections.abc import Collection, Iterable
from typing import Final

from hanse.engine.errors import InvalidClientMetadata
from hanse.engine.oauth.assertion_grants.jwt_assertions import JWT_BEARER
from hanse.engine.oauth.assertion_grants.saml_assertions import SAML_BEARER
from hanse.engine.oauth.registration.metadata import RegisteredMetadata
from hanse.engine.oauth.token.grants.polled_grant import DEVICE_CODE
from hanse.resources.grants import GrantType

AUTHORIZATION_CODE: Final = "authorization_code"
_IMPLICIT: Final = "implicit"
# A client cannot register itself for passwords of users (RFC 9700, section 2.4), or for the validation of tokens that
# were issued to others.
GRANT_TYPES: Final = {
    AUTHORIZATION_CODE: GrantType.AUTHORIZATION_CODE,
    _IMPLICIT: GrantType.IMPLICIT,
    "refresh_token": GrantType.REFRESH_TOKEN,
    "client_credentials": GrantType.CLIENT_CREDENTIALS,
    DEVICE_CODE: GrantType.DEVICE_CODE,
    "urn:openid:params:grant-type:ciba": GrantType.CIBA,
    "urn:ietf:params:oauth:grant-type:token-exchange": GrantType.TOKEN_EXCHANGE,
    JWT_BEARER: GrantType.EXTENSION,
    SAML_BEARER: GrantType.EXTENSION,
}
_CODE: Final = "code"


def complete_types(metadata: RegisteredMetadata, supported: Collection[str]) -> None:
    """Fill in the default grant types and response types, and check that they are consistent (section 2.1).

    Without grant types, those that the response types need are registered. Raises InvalidClientMetadata.
    """
    if not metadata.grant_types:
        needed = [grant for each in metadata.response_types or [_CODE] for grant in _needed(each)]
        metadata.grant_types = list(dict.fromkeys(needed))
    for each in metadata.grant_types:
        if each not in GRANT_TYPES or each not in supported:
            raise InvalidClientMetadata(f"grant_types: the grant type {each[:100]} cannot be registered.")
    if not metadata.response_types and AUTHORIZATION_CODE in metadata.grant_types:
        metadata.response_types = [_CODE]


def check_types(metadata: RegisteredMetadata) -> None:
    """Check the types once more after policies have changed them. Raises InvalidClientMetadata."""
    if {AUTHORIZATION_CODE, _IMPLICIT} & set(metadata.grant_types) and not metadata.response_types:
        # A client without response types could use all of them.
        raise InvalidClientMetadata("response_types: the grant types need a response type.")
    for each in metadata.response_types:
        if missing := [grant for grant in _needed(each) if grant not in metadata.grant_types]:
            text = f"response_types: the response type {each[:100]} needs the grant type {missing[0]}."
            raise InvalidClientMetadata(text)


def names_of(grants: Iterable[GrantType]) -> list[str]:
    """Return the names of a client's grant types, in a fixed order."""
    own = frozenset(grants)
    return [name for name, grant in GRANT_TYPES.items() if grant in own]


def _needed(response_type: str) -> list[str]:
    words = response_type.split()
    code = [AUTHORIZATION_CODE] if _CODE in words else []
    return code + ([_IMPLICIT] if set(words) - {_CODE} else [])
