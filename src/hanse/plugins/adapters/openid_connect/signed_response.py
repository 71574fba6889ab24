"""Validation of signed authorization responses (JARM, section 2.4)."""

from collections.abc import Mapping
from typing import Final

from hanse.crypto.jws_verification import MalformedToken, read_compact
from hanse.crypto.jwt_claims import ClaimsRefused
from hanse.plugins.adapters.openid_connect.authorization import ProviderRequest
from hanse.plugins.adapters.openid_connect.id_token import TokenCheck, invalid

# The parameter with the signed response (section 2.3.1).
_RESPONSE: Final = "response"
_TYPES: Final = ("", "jwt")


def response_parameters(form: Mapping[str, str], check: TokenCheck, pending: ProviderRequest) -> Mapping[str, str]:
    """Return the parameters of a response. Raises ProviderFailure.

    If a signed response was requested, only the claims of one are used: anybody could have made the other parameters.
    """
    if not pending.signed:
        return form
    try:
        token = read_compact(form.get(_RESPONSE, ""))
        check.check_signature(token, _TYPES)
        claims = token.claims()
        check.check_parties(claims)
        check.check_expiry(claims)
    except MalformedToken as error:
        raise invalid("the response is not a signed JWT") from error
    except ClaimsRefused as error:
        raise invalid(str(error)) from error
    return {name: claim for name, claim in claims.items() if isinstance(claim, str)}
