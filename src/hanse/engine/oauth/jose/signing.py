"""Signs claims for a client: with a key of the issuer, or with the client's secret (OpenID Connect Core, 10.1)."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS, UnfitAlgorithm, mac_signer
from hanse.engine.errors import ServerError
from hanse.engine.keys.key_material import NoSuchKey
from hanse.engine.oauth.jose.algorithm_names import NONE
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.model import PublishedIssuer


class CannotSign(ServerError):
    """The configuration has no key for the algorithm of a client."""


def sign(
    issuer: PublishedIssuer,
    client: RegisteredClient,
    algorithm: str,
    claims: Mapping[str, Any],
    header: Mapping[str, Any],
    now: datetime,
) -> str:
    """Return claims as a JWT signed with an algorithm by its JOSE name. Raises CannotSign.

    `none` creates an unsecured JWT (RFC 7519, section 6), which is allowed only for ID tokens of clients with that
    setting.
    """
    if algorithm == NONE:
        return _unsecured(claims, header)
    if algorithm in LEAST_SECRET_OCTETS:
        return _with_secret(client, algorithm, claims, header, now)
    try:
        return issuer.sign(algorithm, claims, header)
    except NoSuchKey as error:
        raise CannotSign("The server cannot sign with the algorithm of this client.") from error


def _with_secret(
    client: RegisteredClient, algorithm: str, claims: Mapping[str, Any], header: Mapping[str, Any], now: datetime
) -> str:
    secret = next(iter(client.secrets(now)), "").encode()
    try:
        return mac_signer(secret, algorithm, header).sign(msgspec.json.encode(claims))
    except UnfitAlgorithm as error:
        raise CannotSign("The secret of this client is too short for its signing algorithm.") from error


def _unsecured(claims: Mapping[str, Any], header: Mapping[str, Any]) -> str:
    parts = (msgspec.json.encode({**header, "alg": NONE}), msgspec.json.encode(claims))
    return ".".join([*(urlsafe_b64encode(part).rstrip(b"=").decode("ascii") for part in parts), ""])
