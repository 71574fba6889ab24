"""Proof of possession for presented tokens that are bound to a key or certificate (RFC 9449; RFC 8705).

RFC 8693 leaves it open whether a bound token can be exchanged without its key. If that were possible, somebody who only
has a copy of the token, such as a resource server that received it, could exchange it for a token of their own. So the
request must prove the key with a DPoP proof, or be sent on a connection with the certificate, unless the token
processor accepts bound tokens without proof.
"""

import structlog

from hanse.engine.errors import InvalidRequest
from hanse.engine.oauth.contracts import CERTIFICATE_KEY, DPOP_KEY
from hanse.engine.oauth.token.grants.grant_handler import TokenEndpointRequest
from hanse.plugins.contracts.token_processors import ProcessedToken

LOG = structlog.stdlib.get_logger("hanse.oauth")


def check_possession(call: TokenEndpointRequest, token: ProcessedToken, role: str) -> None:
    """Raise InvalidRequest unless the request proves every key that a token is bound to.

    `role` is "subject" or "actor". A confirmation method that this server does not know cannot be proven (RFC 7800,
    section 3.1).
    """
    confirmation = token.claims.get("cnf")
    if confirmation is None or token.needs_no_proof:
        return
    # Only methods whose key the request proves; a malformed or empty claim does not match either.
    proven = {method: key for method, key in ((DPOP_KEY, call.dpop_key), (CERTIFICATE_KEY, call.certificate)) if key}
    if not isinstance(confirmation, dict) or not confirmation or not confirmation.items() <= proven.items():
        LOG.warning("bound token presented for exchange without its key", client=call.client.id, role=role)
        raise InvalidRequest(f"The {role} token is bound to a key or certificate that the request does not prove.")
