"""The four families of keys, and the fields of a model that hold the certificates of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hanse.config.declare.fields import ConfigModel
from hanse.crypto.key_pairs import EC, LEAST_RSA_BITS, RSA
from hanse.kit.texts.messages import message
from hanse.resources.security.key_pairs.model import KeyPair


@dataclass(frozen=True)
class KeyFamily:
    """A family of keys. An EC key must have exactly this size, an RSA key at least this size."""

    name: str
    key_algorithm: str
    key_size: int
    # Description of the matching certificates for administrators.
    demand: str
    # RFC 7518, section 3.1, the most common algorithm first.
    algorithms: tuple[str, ...]

    def has(self, algorithm: str | None, size: int | None) -> bool:
        """Return whether a key of this algorithm and size belongs to the family."""
        if algorithm != self.key_algorithm or size is None:
            return False
        return size >= self.key_size if algorithm == RSA else size == self.key_size


RSA_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
RSA_FAMILY = KeyFamily(
    "rsa",
    RSA,
    LEAST_RSA_BITS,
    message("This must be an RSA certificate of at least {limit} bits.", limit=LEAST_RSA_BITS),
    RSA_ALGORITHMS,
)
FAMILIES = (
    *(
        KeyFamily(
            f"p{size}",
            EC,
            size,
            message("This must be an EC certificate on the curve P-{size}.", size=size),
            (algorithm,),
        )
        for size, algorithm in ((256, "ES256"), (384, "ES384"), (521, "ES512"))
    ),
    RSA_FAMILY,
)


def key_mismatch(family: KeyFamily, pair: KeyPair) -> str | None:
    """Return why a key pair cannot be used in a family, or None when it can."""
    if not family.has(pair.key_algorithm, pair.key_size):
        return family.demand
    rotation = pair.rotation_settings
    if rotation is None:
        return None
    if family is not RSA_FAMILY:
        return "Choose an EC certificate without rotation settings."
    # Settings that are left out have the values of the current certificate.
    if not family.has(rotation.key_algorithm or pair.key_algorithm, rotation.key_size or pair.key_size):
        return (
            "The rotation settings of this certificate create a key that cannot be used here. Choose another "
            "certificate."
        )
    return None


class KeyUse(StrEnum):
    """Use for which a key is published (RFC 7517, section 4.2)."""

    SIGNATURE = "sig"
    ENCRYPTION = "enc"


@dataclass(frozen=True)
class KeySlot:
    """The fields of a model for one family and one use."""

    family: KeyFamily
    use: KeyUse

    @property
    def prefix(self) -> str:
        """Return the prefix of the member names of the slot."""
        return self.family.name if self.use is KeyUse.SIGNATURE else f"{self.family.name}_decryption"


@dataclass(frozen=True)
class SlotCertificate:
    """The fields of a slot for one certificate, active or previous."""

    slot: KeySlot
    previous: bool
    certificate: str | None
    key_id: str | None
    publishes_certificate: bool

    @property
    def cert_member(self) -> str:
        """Return the name of the member that refers to the certificate."""
        return f"{self.slot.prefix}_{'previous' if self.previous else 'active'}_cert_ref"

    @property
    def key_id_member(self) -> str:
        """Return the name of the member that has the key ID."""
        return f"{self.slot.prefix}_{'previous' if self.previous else 'active'}_key_id"


def slots_of(model: type[ConfigModel]) -> list[KeySlot]:
    """Return the slots that a model has."""
    every = (KeySlot(family, use) for use in KeyUse for family in FAMILIES)
    return [slot for slot in every if f"{slot.prefix}_active_cert_ref" in model.model_fields]


def places_in(keys: ConfigModel) -> Iterator[SlotCertificate]:
    """Yield every certificate field of a model, including empty ones: each slot's active and then its previous one."""
    for slot in slots_of(type(keys)):
        for state in ("active", "previous"):
            link = getattr(keys, f"{slot.prefix}_{state}_cert_ref")
            yield SlotCertificate(
                slot,
                state == "previous",
                None if link is None else link.id,
                getattr(keys, f"{slot.prefix}_{state}_key_id"),
                bool(getattr(keys, f"{slot.prefix}_publish_x5c_parameter")),
            )


def wire_name(keys: ConfigModel, member: str) -> str:
    """Return the name of a member in JSON."""
    return type(keys).model_fields[member].alias or member
