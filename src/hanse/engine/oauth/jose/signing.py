"""Signs claims for a client: with a key of the issuer, or with the client's secret (OpenID Connect Core, 10.1)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from joserfc import jws
from joserfc.jwk import OctKey
from joserfc.util import urlsafe_b64encode

from hanse.engine.errors import ServerError
from hanse.engine.keys.material import NoSuchKey
from hanse.engine.oauth.jose.names import MAC_OCTETS, NONE
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.model import Issuer


class CannotSign(ServerError):
    """The configuration has no key for the algorithm of a client."""


def sign(
    issuer: Issuer,
    client: RegisteredClient,
    algorithm: str,
    claims: Mapping[str, Any],
    header: Mapping[str, Any],
    now: datetime,
) -> str:
    """Return claims as a JWT signed with an algorithm by its JOSE name. Raises CannotSign.

    `none` makes an unsecured JWT (RFC 7519, section 6); only ID tokens of clients that are configured so may be one.
    """
    if algorithm == NONE:
        return _unsecured(claims, header)
    if algorithm in MAC_OCTETS:
        return _with_secret(client, algorithm, claims, header, now)
    try:
        return issuer.sign(algorithm, claims, header)
    except NoSuchKey as error:
        raise CannotSign("The server cannot sign with the algorithm of this client.") from error


def _with_secret(
    client: RegisteredClient, algorithm: str, claims: Mapping[str, Any], header: Mapping[str, Any], now: datetime
) -> str:
    secret = next(iter(client.secrets(now)), "").encode()
    # RFC 7518, section 3.2: a shorter key would be easier to guess than the algorithm promises.
    if len(secret) < MAC_OCTETS[algorithm]:
        raise CannotSign("The secret of this client is too short for its signing algorithm.")
    protected = {**header, "alg": algorithm}
    return jws.serialize_compact(
        protected, msgspec.json.encode(claims), OctKey.import_key(secret), algorithms=[algorithm]
    )


def _unsecured(claims: Mapping[str, Any], header: Mapping[str, Any]) -> str:
    parts = (msgspec.json.encode({**header, "alg": NONE}), msgspec.json.encode(claims))
    return ".".join([*(urlsafe_b64encode(part).decode("ascii") for part in parts), ""])
