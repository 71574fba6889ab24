"""Rules for the ids of key pairs, and for their automatic rotation."""

from collections.abc import Iterator
from datetime import timedelta

from hanse.config.declare.rules import Proposal
from hanse.crypto.certificate_chains import UnfitCertificate, from_chain, is_self_signed
from hanse.crypto.key_pairs import EC, KEY_ALGORITHMS, RSA
from hanse.kit.clock import from_text
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.security.key_pairs.model import MOST_DAYS, KeyPair, KeyPairRotationSettings

# Paths of the API beside the key pairs' ids. A key pair with such an id could not be read.
RESERVED_IDS = frozenset({"generate", "import", "settings"})
SETTINGS = "rotationSettings"
# Buffers as parts of the validity: when the next pair is created, and when it is activated, before expiration.
CREATION_PERCENT, ACTIVATION_PERCENT = 25, 10


def check_id(proposal: Proposal[KeyPair]) -> Iterator[FieldError]:
    """Find an id that is a path of this API."""
    yield from check_reserved(proposal.new.id)


def check_reserved(id_: str | None) -> Iterator[FieldError]:
    """Find an id that is a path of this API. Called also before a key is generated or decrypted, to save that work."""
    if id_ in RESERVED_IDS:
        yield FieldError("This ID is reserved.", "id", "reserved_id")


def check_rotation(proposal: Proposal[KeyPair]) -> Iterator[FieldError]:
    """Find settings that make rotation impossible, and remains of a rotation without settings."""
    pair, settings = proposal.new, proposal.new.rotation_settings
    if settings is None:
        if pair.pending is not None:
            yield FieldError(
                "Only a key pair with rotation settings has a next key pair.", "pending", "unexpected_pending"
            )
        return
    for error in settings_errors(settings):
        yield FieldError(error.message, f"{SETTINGS}.{error.field_path}", error.error_id)
    try:
        self_signed = is_self_signed(from_chain(pair.certificates)[0])
    except UnfitCertificate:
        return  # `keys_belong` reports this.
    if not self_signed:
        message = "Only a self-signed certificate can be renewed by this server."
        yield FieldError(message, SETTINGS, "not_self_signed")


def settings_errors(settings: KeyPairRotationSettings) -> Iterator[FieldError]:
    """Find errors in complete rotation settings."""
    creation, activation, valid = settings.creation_buffer_days, settings.activation_buffer_days, settings.valid_days
    if creation is None or activation is None or valid is None:
        given = {"creationBufferDays": creation, "activationBufferDays": activation, "validDays": valid}
        for member in (name for name, value in given.items() if value is None):
            yield FieldError("This field is required.", member, "required_field")
    else:
        if creation <= activation:
            message = "The creation buffer must be longer than the activation buffer."
            yield FieldError(message, "creationBufferDays", "invalid_value")
        if valid <= creation:
            message = "The validity must be longer than the creation buffer."
            yield FieldError(message, "validDays", "invalid_value")
    yield from algorithm_errors(settings.key_algorithm, settings.key_size, settings.signature_algorithm)


def algorithm_errors(algorithm: str | None, size: int | None, signature: str | None) -> Iterator[FieldError]:
    """Find combinations of algorithms that do not exist."""
    known = KEY_ALGORITHMS.get(algorithm or "")
    if known is None:
        yield FieldError(
            message("The key algorithm must be {rsa} or {ec}.", rsa=RSA, ec=EC), "keyAlgorithm", "unknown_key_algorithm"
        )
        return
    if size not in known.key_sizes:
        sizes = ", ".join(map(str, known.key_sizes))
        yield FieldError(
            message("The size of an {name} key must be one of {sizes}.", name=known.name, sizes=sizes),
            "keySize",
            "unknown_key_size",
        )
    if signature not in known.signature_algorithms:
        text = message(
            "The signature algorithm must be one of {signature_algorithms}.",
            signature_algorithms=", ".join(known.signature_algorithms),
        )
        yield FieldError(text, "signatureAlgorithm", "unknown_signature_algorithm")


def completed(settings: KeyPairRotationSettings, pair: KeyPair) -> KeyPairRotationSettings:
    """Return settings with missing values taken from the current certificate or from the algorithm's defaults."""
    algorithm = settings.key_algorithm or pair.key_algorithm
    known, same = KEY_ALGORITHMS.get(algorithm or ""), algorithm == pair.key_algorithm
    # An imported pair may have a key size or signature algorithm that is accepted but not generated here.
    size = pair.key_size if known is not None and same and pair.key_size in known.key_sizes else None
    signature = (
        pair.signature_algorithm
        if known is not None and same and pair.signature_algorithm in known.signature_algorithms
        else None
    )
    valid_days = settings.valid_days or lifetime_days(pair)
    return settings.model_copy(
        update={
            "id": pair.id,
            "valid_days": valid_days,
            "creation_buffer_days": settings.creation_buffer_days or max(2, valid_days * CREATION_PERCENT // 100),
            "activation_buffer_days": settings.activation_buffer_days or max(1, valid_days * ACTIVATION_PERCENT // 100),
            "key_algorithm": algorithm,
            "key_size": settings.key_size or size or (known.default_key_size if known else None),
            "signature_algorithm": settings.signature_algorithm
            or signature
            or (known.default_signature_algorithm if known else None),
        }
    )


def lifetime_days(pair: KeyPair) -> int:
    """Return the lifetime of a pair's certificate in whole days, within the limits for a new one."""
    lifetime = from_text(pair.expires or "") - from_text(pair.valid_from or "")
    return min(max(1, round(lifetime / timedelta(days=1))), MOST_DAYS)
