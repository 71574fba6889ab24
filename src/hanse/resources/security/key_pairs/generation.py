"""Generation of a key pair: a new key and a self-signed certificate."""

from collections.abc import Iterator
from typing import Annotated, Any

from cryptography import x509
from pydantic import Field

from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.declare.resource import Resource
from hanse.config.declare.types import KeySize, Name
from hanse.config.http.operation import Call, Operation
from hanse.crypto.certificate_builder import (
    LONGEST_COMMON_NAME,
    LONGEST_ORGANIZATION,
    CertificateSubject,
    Validity,
    general_name,
    self_signed,
)
from hanse.crypto.certificate_chains import to_chain
from hanse.crypto.key_pairs import KEY_ALGORITHMS, generate_key, key_to_text
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.randomness import Randomness
from hanse.resources.security.key_pairs.creation import making_operation
from hanse.resources.security.key_pairs.model import Days, KeyPair
from hanse.resources.security.key_pairs.rules import algorithm_errors, check_reserved
from hanse.resources.security.key_pairs.subject_fields import (
    ABOUT_COUNTRIES,
    NAME_CHECK,
    CountryCode,
    OrganizationText,
    PlaceText,
)
from hanse.resources.security.key_pairs.view import CryptoProvider

_MOST_NAMES = 100


class NewKeyPairSettings(ConfigModel):
    """Settings of a new key pair. Algorithms that are left out have default values."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    common_name: Annotated[Name, Field(title="Common Name", max_length=LONGEST_COMMON_NAME), NAME_CHECK]
    subject_alternative_names: Annotated[
        list[Annotated[str, Field(max_length=1024)]] | None,
        Field(
            title="Subject Alternative Names",
            max_length=_MOST_NAMES,
            description="Host names, IP addresses, e-mail addresses or URIs.",
        ),
    ] = None
    organization: Annotated[Name, Field(title="Organization", max_length=LONGEST_ORGANIZATION), NAME_CHECK]
    organization_unit: Annotated[OrganizationText | None, Field(title="Organizational Unit")] = None
    city: Annotated[PlaceText | None, Field(title="City")] = None
    state: Annotated[PlaceText | None, Field(title="State")] = None
    country: Annotated[CountryCode, Field(title="Country", description=ABOUT_COUNTRIES)]
    valid_days: Annotated[Days, Field(title="Validity", description="Validity of the certificate, in days.")]
    key_algorithm: Annotated[
        str,
        Field(
            max_length=16,
            title="Key Algorithm",
            description="EC keys are smaller and faster. RSA keys are more widely supported.",
        ),
    ]
    key_size: Annotated[
        KeySize | None, Field(title="Key Size", description="Larger keys are more secure and slower.")
    ] = None
    signature_algorithm: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=64,
            title="Signature Algorithm",
            description="Algorithm that signs the certificate.",
        ),
    ] = None
    crypto_provider: Annotated[CryptoProvider | None, Field(title="Crypto provider")] = None


def generate_operation(resource: Resource[KeyPair]) -> Operation:
    """Return the operation that generates a key pair of a family."""

    def made(call: Call) -> KeyPair:
        return made_pair(_completed(call.body), call.ports.get(Clock), call.ports.get(Randomness))

    return making_operation(resource, "generate", NewKeyPairSettings, made)


def made_pair(settings: NewKeyPairSettings, clock: Clock, randomness: Randomness) -> KeyPair:
    """Return a new key pair for complete settings; raises ValidationFailed."""
    names = list(_checked(settings))
    key = generate_key(settings.key_algorithm, settings.key_size or 0)
    subject = CertificateSubject(
        common_name=settings.common_name,
        organization=settings.organization,
        country=settings.country,
        organization_unit=settings.organization_unit,
        city=settings.city,
        state=settings.state,
    )
    validity = Validity(clock.now(), settings.valid_days)
    signature = settings.signature_algorithm or ""
    certificate = self_signed(key, subject.name(), names, validity, signature, randomness)
    return KeyPair(id=settings.id, certificates=to_chain([certificate]), private_key=key_to_text(key))


def _completed(settings: NewKeyPairSettings) -> NewKeyPairSettings:
    known = KEY_ALGORITHMS.get(settings.key_algorithm)
    if known is None:
        return settings
    update: dict[str, Any] = {}
    if settings.key_size is None:
        update["key_size"] = known.default_key_size
    if settings.signature_algorithm is None:
        update["signature_algorithm"] = known.default_signature_algorithm
    return settings.model_copy(update=update)


def _checked(settings: NewKeyPairSettings) -> Iterator[x509.GeneralName]:
    errors = list(algorithm_errors(settings.key_algorithm, settings.key_size, settings.signature_algorithm))
    errors += [*provider_errors(settings.crypto_provider), *check_reserved(settings.id)]
    names: list[x509.GeneralName] = []
    for index, text in enumerate(settings.subject_alternative_names or ()):
        try:
            names.append(general_name(text))
        except ValueError:
            message = "Enter a host name, an IP address, an e-mail address or a URI, in ASCII."
            errors.append(FieldError(message, f"subjectAlternativeNames[{index}]", "invalid_alternative_name"))
    if errors:
        raise ValidationFailed(errors)
    return iter(names)


def provider_errors(provider: CryptoProvider | None) -> Iterator[FieldError]:
    """Find a storage place for private keys that this server does not have."""
    if provider is CryptoProvider.HSM:
        yield FieldError("This server stores keys itself. Enter LOCAL.", "cryptoProvider", "unknown_crypto_provider")
