"""Creation of licenses: from claims and a signing key, and the evaluation license of a new installation."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from joserfc.jwk import OKPKey

from hanse.crypto.ed25519 import new_private_key, public_half
from hanse.crypto.jws import sign_compact
from hanse.kit.randomness import Randomness, new_id
from hanse.ops.license.claims import (
    LICENSE_TYPE,
    MAX_LICENSE_BYTES,
    PRODUCT,
    Enforcement,
    Feature,
    License,
    Tier,
)

EVALUATION_NAME: Final = "Evaluation"
EVALUATION_TERM: Final = timedelta(days=30)
EVALUATION_CONNECTIONS: Final = 10
# A console and two engines, so that a cluster can be evaluated.
EVALUATION_NODES: Final = 3


@dataclass(frozen=True)
class EvaluationLicense:
    """An evaluation license file, and the only public key with which it is valid."""

    file: bytes
    anchor: OKPKey


def issue_license(license_: License, key: OKPKey) -> bytes:
    """Return the license file: `license_` signed with the private `key`, one line of ASCII.

    Raises ValueError if the file would be longer than a server accepts.
    """
    payload = license_.model_dump_json(by_alias=True, exclude_none=True).encode()
    file = sign_compact(payload, key, typ=LICENSE_TYPE).encode() + b"\n"
    if len(file) > MAX_LICENSE_BYTES:
        raise ValueError(f"The license file would be {len(file)} bytes; servers accept {MAX_LICENSE_BYTES}.")
    return file


def evaluation_license(*, version: str, now: datetime, randomness: Randomness) -> EvaluationLicense:
    """Return a license for 30 days that this installation issues to itself.

    The signing key exists only during this call. The caller stores the trust anchor beside its own configuration, so
    the license is valid on this installation only, and nobody, including this server, can sign another license with
    that key.
    """
    key = new_private_key(randomness)
    terms = Enforcement.SHUT_DOWN_ON_EXPIRY | Enforcement.NOTIFY_BEFORE_EXPIRY
    license_ = License(
        id=new_id(randomness),
        name=EVALUATION_NAME,
        organization=EVALUATION_NAME,
        product=PRODUCT,
        version=version.split(".", 1)[0],
        tier=Tier.FREE,
        enforcement_type=terms.digit,
        issue_date=now,
        expiration_date=now + EVALUATION_TERM,
        max_connections=EVALUATION_CONNECTIONS,
        node_limit=EVALUATION_NODES,
        oauth_enabled=True,
        ws_trust_enabled=True,
        provisioning_enabled=True,
        features=(Feature(name="issuedby", value="This installation"),),
    )
    return EvaluationLicense(file=issue_license(license_, key), anchor=public_half(key))
