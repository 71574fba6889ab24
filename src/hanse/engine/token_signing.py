"""The services of an issuer for plug-ins that sign tokens."""

from collections.abc import Mapping
from typing import Final

from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.keys.key_material import NoSuchKey
from hanse.engine.services import Services
from hanse.engine.snapshot.model import PublishedIssuer
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.access_tokens import SigningKey
from hanse.plugins.contracts.token_signing import TokenSigningServices

_NONE: Final[Mapping[str, XmlSigningKey]] = {}


def token_signing_services(
    issuer: PublishedIssuer, services: Services, pairs: Mapping[str, XmlSigningKey] = _NONE
) -> TokenSigningServices:
    """Return the services for one call, with the OAuth and OpenID Connect keys of an issuer, and signing key pairs."""

    def central_key(algorithm: str) -> SigningKey:
        try:
            return issuer.keys.signing_key(algorithm)
        except NoSuchKey as error:
            raise ValueError(str(error)) from error

    def key_pair(id_: str) -> XmlSigningKey:
        if id_ not in pairs:
            raise ValueError(message("The signing key pair {id} cannot be used.", id=id_))
        return pairs[id_]

    return TokenSigningServices(
        now=services.clock.now(),
        issuer=issuer.identifier,
        randomness=services.randomness,
        central_key=central_key,
        key_pair=key_pair,
    )
