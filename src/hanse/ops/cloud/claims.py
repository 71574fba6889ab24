"""The claims of a gateway credential, read without verification.

The signature is not checked here: only the region's service knows whether a credential is valid. Until it has confirmed
that, the claims serve only to show a name and to choose a region from a list.
"""

import base64
import binascii
import json
import re
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from hanse.kit.texts.messages import message
from hanse.ops.cloud.failures import MalformedCredential

MAX_CREDENTIAL_LENGTH = 16_384  # Characters; the platform's credentials have about 1,500.
_SEGMENT = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_SEGMENTS = 3
_LATEST = 253_402_300_799  # The last second that a datetime can represent.

# Displayed in the console and stored as names, so without control and line-breaking characters.
_LINE = r"[^\p{Cc}\p{Zl}\p{Zp}]*"
_Text = Annotated[str, StringConstraints(min_length=1, max_length=256, pattern=rf"^{_LINE}\S{_LINE}$")]


class CredentialClaims(BaseModel):
    """The claims that Hanse uses; others are ignored. Missing or ill-typed ones make the credential malformed."""

    # Built at the first credential, because it is not needed at the start.
    model_config = ConfigDict(frozen=True, extra="ignore", validate_by_name=False, defer_build=True)

    credential_id: UUID = Field(alias="jti")
    gateway_id: UUID = Field(alias="gatewayId")
    environment_id: UUID = Field(alias="environmentId")
    organization_name: _Text = Field(alias="organizationName")
    region: _Text = Field(validation_alias=AliasChoices("targetGeography", "region"))
    issued_at: Annotated[int, Field(strict=True, ge=0, le=_LATEST)] = Field(alias="iat")

    @property
    def creation_date(self) -> datetime:
        """Return the time at which the credential was issued, in UTC."""
        return datetime.fromtimestamp(self.issued_at, UTC)


def decode_credential(text: str) -> CredentialClaims:
    """Return the claims of a credential; surrounding white space is ignored.

    Raises MalformedCredential when the text is not a compact JWT (RFC 7515, section 7.1) with these claims.
    """
    header, payload = _split(text)
    if not isinstance(header.get("alg"), str):
        raise MalformedCredential("The header of the credential has no algorithm.")
    try:
        return CredentialClaims.model_validate(payload)
    except ValidationError as error:
        places = {".".join(map(str, finding["loc"])) for finding in error.errors(include_input=False)}
    # Raised outside the handler: the validation error contains the whole payload, which must not be passed on.
    raise MalformedCredential(
        message("The credential's claims are missing or wrong: {names}.", names=", ".join(sorted(places)))
    )


def bare_credential(text: str) -> str:
    """Return a credential without the white space that pasting adds."""
    return text.strip()


def _split(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    if len(text) > MAX_CREDENTIAL_LENGTH:
        raise MalformedCredential(message("Enter at most {limit:,} characters.", limit=MAX_CREDENTIAL_LENGTH))
    segments = bare_credential(text).split(".")
    if len(segments) != _SEGMENTS or not all(_SEGMENT.fullmatch(segment) for segment in segments):
        raise MalformedCredential(
            "Enter the whole credential: three parts of letters, digits, dashes and underscores, separated by dots."
        )
    return _load(segments[0]), _load(segments[1])


def _load(segment: str) -> dict[str, Any]:
    try:
        raw = base64.b64decode(segment + "=" * (-len(segment) % 4), altchars=b"-_", validate=True)
        value = json.loads(raw.decode(), object_pairs_hook=_unique, parse_constant=_no_constant)
    except (binascii.Error, ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise MalformedCredential("The credential's parts cannot be read.")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse repeated names: two readers could understand different credentials (RFC 7519, section 4)."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name is repeated")
    return members


def _no_constant(name: str) -> float:
    """Refuse NaN and the infinities, which Python accepts although JSON does not define them (RFC 8259, section 6)."""
    raise ValueError(name)
