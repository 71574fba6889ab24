"""The license terms that are accepted during the setup, and their acceptance.

An acceptance applies to one wording: `agreement_digest()` is stored with it. If a later release changes the terms, the
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
    """Return the SHA-256 digest of the terms in hexadecimal, which identifies this wording."""
    return hashlib.sha256(agreement_text().encode()).hexdigest()


def to_agreement_info(accepted_digest: str | None) -> dict[str, str | bool]:
    """Return LicenseAgreementInfo of the API contract; `accepted_digest` identifies the accepted wording, if any."""
    return {"licenseAgreementUrl": AGREEMENT_URL, "accepted": accepted_digest == agreement_digest()}
