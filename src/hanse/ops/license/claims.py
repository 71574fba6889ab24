"""The claims of a license, typed and bounded, under the names of the admin API."""

import re
from collections.abc import Iterable
from datetime import datetime
from enum import IntFlag, StrEnum
from typing import Annotated, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from hanse.config.declare.fields import ConfigModel, HoldsPattern
from hanse.config.declare.validation_messages import explain
from hanse.kit.clock import from_text, to_text

PRODUCT: Final = "Hanse"
LICENSE_TYPE: Final = "hanse-license+jwt"
MAX_LICENSE_BYTES: Final = 51_200  # Specification 3, section 9.

_INT32_MAX: Final = 2**31 - 1
_MAX_GROUPS: Final = 100
_MAX_FEATURES: Final = 100
_MAX_FINDINGS: Final = 10
_MAX_GRACE_DAYS: Final = 3_650
# Control characters, line separators and characters that change the reading direction are not allowed in names: a
# screen or a log would show something other than what was signed.
_UNSHOWABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

EnforcementDigit = Literal["0", "1", "2", "3", "4", "5", "6", "7"]
_DIGITS: Final[tuple[EnforcementDigit, ...]] = ("0", "1", "2", "3", "4", "5", "6", "7")


class Tier(StrEnum):
    """Origin of the license, with the three values of the admin API."""

    FREE = "FREE"
    PERPETUAL = "PERPETUAL"
    SUBSCRIPTION = "SUBSCRIPTION"


class Enforcement(IntFlag):
    """The bits of `enforcementType`, which is written as one decimal digit."""

    SHUT_DOWN_ON_EXPIRY = 1
    NOTIFY_BEFORE_EXPIRY = 2
    SAME_MINOR_VERSION = 4

    @property
    def digit(self) -> EnforcementDigit:
        """Return the bits in the form of `enforcementType`."""
        return _DIGITS[self.value]


class GroupStatus(StrEnum):
    """A connection group, as the console shows it (specification 1, section 9)."""

    NOT_YET_IN_EFFECT = "Not Yet In Effect"
    EXPIRED = "Expired"
    OK = "OK"


def explained(error: ValidationError) -> list[str]:
    """Return the errors in claims, one text for each: the claim and the reason."""
    findings = error.errors(include_url=False, include_input=False)
    return [
        f"{'.'.join(map(str, finding['loc'])) or 'claims'}: {explain(finding)[1].removesuffix('.')}"
        for finding in findings[:_MAX_FINDINGS]
    ]


def _moment(value: object) -> object:
    moment = from_text(value) if isinstance(value, str) else value
    # JSON has milliseconds, so a license has no smaller units: what is issued equals what is read.
    if isinstance(moment, datetime):
        return moment.replace(microsecond=moment.microsecond // 1_000 * 1_000)
    return moment


def _zoned(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("a date-time needs a zone")
    return moment


def _showable(text: str) -> str:
    if _UNSHOWABLE.search(text) or text != text.strip():
        raise ValueError("must not contain control characters, nor begin or end with a space")
    return text


def _distinct(names: Iterable[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"two {what} are called '{name}'")
        seen.add(name)


Moment = Annotated[
    datetime,
    BeforeValidator(_moment),
    AfterValidator(_zoned),
    PlainSerializer(to_text, return_type=str, when_used="json"),
]
Text = Annotated[str, Field(min_length=1, max_length=255), AfterValidator(_showable)]
Version = Annotated[
    str,
    HoldsPattern(
        r"^[0-9]{1,5}(\.[0-9]{1,5}){0,3}$", "A version has up to four numbers with dots between them, such as 2.1."
    ),
]
Count = Annotated[int, Field(ge=1, le=_INT32_MAX)]


class ConnectionGroup(ConfigModel):
    """A number of connections that is reserved for a purpose and a time; without an end it remains valid."""

    name: Text
    connection_count: Count
    start_date: Moment
    end_date: Moment | None = None

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.end_date is not None and self.end_date <= self.start_date:
            raise ValueError("endDate must be later than startDate")
        return self

    def status(self, now: datetime) -> GroupStatus:
        """Return whether connections may be assigned to this group at `now`."""
        if now < self.start_date:
            return GroupStatus.NOT_YET_IN_EFFECT
        if self.end_date is not None and now >= self.end_date:
            return GroupStatus.EXPIRED
        return GroupStatus.OK


class Feature(ConfigModel):
    """An additional claim; the console has labels for `issuedby` and `deploymentmethod`."""

    name: Text
    value: Text


class License(ConfigModel):
    """The claims of a license.

    `expiration_date` absent: it never expires. `max_connections` or `node_limit` absent: unlimited. `grace_period` is
    in days after the expiration date. With `license_groups`, connections are licensed by group.
    """

    id: Annotated[
        str,
        HoldsPattern(r"^[A-Za-z0-9._-]{1,64}$", "An ID has 1 to 64 of the letters A to Z, digits, and - . _ only."),
    ]
    name: Text
    organization: Text
    product: Text
    version: Version
    tier: Tier
    enforcement_type: EnforcementDigit
    issue_date: Moment
    expiration_date: Moment | None = None
    grace_period: Annotated[int, Field(ge=0, le=_MAX_GRACE_DAYS)] = 0
    max_connections: Count | None = None
    node_limit: Count | None = None
    oauth_enabled: bool
    ws_trust_enabled: bool
    provisioning_enabled: bool
    bridge_mode: bool = False
    features: Annotated[tuple[Feature, ...], Field(max_length=_MAX_FEATURES)] = ()
    license_groups: Annotated[tuple[ConnectionGroup, ...], Field(max_length=_MAX_GROUPS)] = ()

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        if self.expiration_date is not None and self.expiration_date <= self.issue_date:
            raise ValueError("expirationDate must be later than issueDate")
        if Enforcement.SAME_MINOR_VERSION in self.enforcement and "." not in self.version:
            raise ValueError("an enforcementType of 4 or more needs a version with a minor part")
        _distinct((group.name for group in self.license_groups), "licenseGroups")
        _distinct((feature.name for feature in self.features), "features")
        return self

    @property
    def enforcement(self) -> Enforcement:
        """The enforcement at the end of the license, and of the version."""
        return Enforcement(int(self.enforcement_type))

    @property
    def connection_limit(self) -> int | None:
        """Return the maximum number of connections; None means no limit.

        If only groups are licensed, it is the sum of their numbers.
        """
        if self.max_connections is not None or not self.license_groups:
            return self.max_connections
        return sum(group.connection_count for group in self.license_groups)
