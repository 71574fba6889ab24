"""Signatures and encryption of messages to a service provider, with the keys and algorithms of its connection."""

from datetime import datetime

from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.signatures import AFTER_ISSUER, XmlSigningKey, sign_enveloped
from hanse.engine.saml.idp.refusals import ResponseFailed
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.kit.randomness import Randomness
from hanse.saml.assertions import ENCRYPTED_ASSERTION


def signed_for(
    partner: SpPartner,
    key: XmlSigningKey | None,
    element: XmlElement,
    *,
    position: int = AFTER_ISSUER,
    id_attribute: str = "ID",
) -> XmlElement:
    """Return a message or an assertion with a signature. Raises ResponseFailed without a key."""
    if key is None:
        raise ResponseFailed("The signing key of the connection cannot be used.")
    settings = partner.settings.credentials.signing_settings
    algorithm = settings.algorithm if settings is not None else None
    return sign_enveloped(
        element,
        key,
        algorithm=algorithm.value if algorithm is not None else default_algorithm(key.private),
        include_certificate=settings is not None and settings.include_cert_in_signature,
        position=position,
        id_attribute=id_attribute,
    )


def encrypted_for(partner: SpPartner, assertion: XmlElement, randomness: Randomness, now: datetime) -> XmlElement:
    """Return an assertion that only the partner can read. Raises ResponseFailed without a valid certificate."""
    return new_element(ENCRYPTED_ASSERTION, None, partner.encryption.encrypted(assertion, randomness, now))
