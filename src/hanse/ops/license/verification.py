"""Verifies a license file: returns a license that applies here, or one finding per cause.

The order of the checks: size, text, signature, product and major version, claims, minor version and time. Product and
version come before the claims, because a later product may sign claims that this version does not know.
"""

import base64
import binascii
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final, NoReturn

from pydantic import BaseModel, ConfigDict, ValidationError

from hanse.crypto.jws import (
    BadSignature,
    MalformedJws,
    UnknownKey,
    UnsupportedAlgorithm,
    payload_without_verification,
    verify_compact,
)
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.ops.license.claims import LICENSE_TYPE, MAX_LICENSE_BYTES, Enforcement, License, Text, Version, explained
from hanse.ops.license.trust import TrustAnchors

FIELD_PATH: Final = "fileData"
# Tolerance for an issuer's clock that is ahead of this one (RFC 7519, section 4.1.5).
CLOCK_TOLERANCE: Final = timedelta(minutes=5)

TOO_LARGE: Final = "license_file_too_large"
DAMAGED: Final = "license_file_damaged"
UNSUPPORTED_ALGORITHM: Final = "license_algorithm_unsupported"
UNKNOWN_SIGNER: Final = "license_signer_unknown"
BAD_SIGNATURE: Final = "license_signature_invalid"
WRONG_PRODUCT: Final = "license_product_mismatch"
WRONG_VERSION: Final = "license_version_mismatch"
BAD_CLAIMS: Final = "license_claims_invalid"
EXPIRED: Final = "license_expired"
NOT_YET_IN_EFFECT: Final = "license_not_yet_in_effect"


class _Label(BaseModel):
    """The two claims that show whether this product can understand the others."""

    model_config = ConfigDict(extra="ignore", strict=True)

    product: Text
    version: Version


def decode_file_data(file_data: str) -> bytes:
    """Return the bytes of `fileData` in the API contract: base64 (RFC 4648, section 4), line breaks allowed.

    Raises ValidationFailed if they exceed the limit or the text is not base64.
    """
    # Checked before decoding, so that oversized input costs nothing; line breaks are allowed for.
    if len(file_data) > MAX_LICENSE_BYTES * 2:
        _refuse(TOO_LARGE, _TOO_LARGE_TEXT)
    try:
        return base64.b64decode("".join(file_data.split()), validate=True)
    except (binascii.Error, ValueError):
        _refuse(DAMAGED, "The license file is not encoded in base64.")


def verify_license(data: bytes, *, trust_anchors: TrustAnchors, product: str, version: str, now: datetime) -> License:
    """Return the license in `data` if it is signed by a trust anchor and valid for this product at `now`.

    `version` is the running product's, such as `1.4.2`. Raises ValidationFailed with findings on `fileData`, each with
    an `error_id` of its own.
    """
    payload = _signed_payload(data, trust_anchors)
    _check_label(payload, product, version)
    license_ = _claims(payload)
    findings = [*_version_findings(license_, version), *_time_findings(license_, now)]
    if findings:
        raise ValidationFailed(findings)
    return license_


def read_license(data: bytes, *, trust_anchors: TrustAnchors) -> License:
    """Return the license in `data` if it is signed by a trust anchor, whether or not it is valid here and now.

    For the license that is already installed, which is shown after its end as well. Raises ValidationFailed as
    `verify_license` does.
    """
    return _claims(_signed_payload(data, trust_anchors))


def read_unverified(data: bytes) -> License:
    """Return the content of `data` without verifying the signature: for display only, never for decisions.

    Raises ValidationFailed as `verify_license` does.
    """
    with _refusals():
        return _claims(payload_without_verification(_token(data), typ=LICENSE_TYPE))


def _signed_payload(data: bytes, trust_anchors: TrustAnchors) -> bytes:
    with _refusals():
        return verify_compact(_token(data), trust_anchors, typ=LICENSE_TYPE)


def _token(data: bytes) -> bytes:
    if len(data) > MAX_LICENSE_BYTES:
        _refuse(TOO_LARGE, _TOO_LARGE_TEXT)
    # Editors add a byte order mark and mail programs add white space; neither is signed.
    token = data.removeprefix(b"\xef\xbb\xbf").strip()
    if not token:
        _refuse(DAMAGED, "The license file is empty.")
    return token


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except MalformedJws:
        _refuse(DAMAGED, "The license file is damaged, or is not a license file.")
    except UnsupportedAlgorithm:
        _refuse(UNSUPPORTED_ALGORITHM, "The license is signed with an algorithm that is not supported.")
    except UnknownKey:
        _refuse(UNKNOWN_SIGNER, "The license was not signed by an issuer that this server trusts.")
    except BadSignature:
        _refuse(BAD_SIGNATURE, "The license's signature is wrong: its content was changed after it was signed.")


def _check_label(payload: bytes, product: str, version: str) -> None:
    try:
        label = _Label.model_validate_json(payload)
    except ValidationError as error:
        raise ValidationFailed(_claim_findings(error)) from None
    if label.product != product:
        _refuse(
            WRONG_PRODUCT,
            message("The license is for {product}, not for {product2}.", product=label.product, product2=product),
        )
    if _parts(label.version, 1) != _parts(version, 1):
        _refuse(WRONG_VERSION, _wrong_version(label.version, version))


def _claims(payload: bytes) -> License:
    try:
        return License.model_validate_json(payload, by_alias=True, by_name=False)
    except ValidationError as error:
        raise ValidationFailed(_claim_findings(error)) from None


def _claim_findings(error: ValidationError) -> list[FieldError]:
    return [
        _finding(BAD_CLAIMS, message("The license's content is not valid: {text}.", text=text))
        for text in explained(error)
    ]


def _version_findings(license_: License, version: str) -> Iterator[FieldError]:
    if Enforcement.SAME_MINOR_VERSION in license_.enforcement and _parts(license_.version, 2) != _parts(version, 2):
        yield _finding(WRONG_VERSION, _wrong_version(license_.version, version))


def _time_findings(license_: License, now: datetime) -> Iterator[FieldError]:
    if license_.expiration_date is not None and now >= license_.expiration_date:
        yield _finding(
            EXPIRED,
            message("The license expired on {end}.", end=license_.expiration_date),
        )
    if now + CLOCK_TOLERANCE < license_.issue_date:
        yield _finding(
            NOT_YET_IN_EFFECT,
            message("The license is not in effect before {start}.", start=license_.issue_date),
        )


def _wrong_version(licensed: str, running: str) -> str:
    return message(
        "The license is for version {licensed}; this server's version is {running}.", licensed=licensed, running=running
    )


def _parts(version: str, count: int) -> list[int]:
    return [int(part) for part in version.split(".")[:count]]


_TOO_LARGE_TEXT: Final = (
    "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again."
)


def _finding(error_id: str, message: str) -> FieldError:
    return FieldError(message, field_path=FIELD_PATH, error_id=error_id)


def _refuse(error_id: str, message: str) -> NoReturn:
    raise ValidationFailed([_finding(error_id, message)]) from None
