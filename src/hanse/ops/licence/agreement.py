"""The terms that are accepted in the setup, and their acceptance.

An acceptance is of one wording: keep `agreement_digest()` with it. When a later release words the terms anew, the
digests differ, `accepted` is false again, and the terms are shown once more.
"""

import hashlib
from importlib import resources
from typing import Final

AGREEMENT_URL: Final = "/pf-admin-api/license-agreement"


def agreement_text() -> str:
    """Return the terms as plain text."""
    return resources.files(__package__).joinpath("agreement.txt").read_text(encoding="utf-8")


def agreement_digest() -> str:
    """Return the SHA-256 of the terms in hexadecimal, which names this wording of them."""
    return hashlib.sha256(agreement_text().encode()).hexdigest()


def to_agreement_info(accepted_digest: str | None) -> dict[str, str | bool]:
    """Return the contract's LicenseAgreementInfo; `accepted_digest` is that of the wording accepted, if any was."""
    return {"licenseAgreementUrl": AGREEMENT_URL, "accepted": accepted_digest == agreement_digest()}
