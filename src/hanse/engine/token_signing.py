"""The services of an issuer for plug-ins that sign tokens."""

from hanse.engine.keys.key_material import NoSuchKey
from hanse.engine.services import Services
from hanse.engine.snapshot.model import PublishedIssuer
from hanse.plugins.contracts.access_tokens import SigningKey
from hanse.plugins.contracts.token_signing import TokenSigningServices


def token_signing_services(issuer: PublishedIssuer, services: Services) -> TokenSigningServices:
    """Return the services for one call, with the OAuth and OpenID Connect keys of an issuer."""

    def central_key(algorithm: str) -> SigningKey:
        try:
            return issuer.keys.signing_key(algorithm)
        except NoSuchKey as error:
            raise ValueError(str(error)) from error

    return TokenSigningServices(
        now=services.clock.now(),
        issuer=issuer.identifier,
        randomness=services.randomness,
        central_key=central_key,
    )
