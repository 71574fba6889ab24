"""Converts options of the command line to claims. Every function raises ValueError with a text for the user."""

import re
from datetime import UTC, datetime
from typing import Final

from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from hanse.kit.clock import from_text
from hanse.ops.license.claims import ConnectionGroup, Enforcement, Feature, explained

# Claims, and terms of messages about several of them, with the options for them.
_OPTIONS: Final = {
    "id": "--id",
    "name": "--name",
    "organization": "--organization",
    "product": "--product",
    "version": "--version",
    "tier": "--tier",
    "an enforcementType of 4 or more": "--same-minor",
    "issueDate": "--from",
    "expirationDate": "--expires",
    "gracePeriod": "--grace-period",
    "maxConnections": "--max-connections",
    "nodeLimit": "--node-limit",
    "features": "--feature",
    "licenseGroups": "--group",
}
# Names that do not occur as ordinary words.
_OPTION_WORDS: Final = re.compile("an enforcementType of 4 or more|issueDate|expirationDate|licenseGroups|features")
_GROUP_FORM: Final = "NAME:CONNECTIONS:START[:END] with dates such as 2027-01-31"


def parse_day(text: str) -> datetime:
    """Return the time for `2027-01-31` (midnight, UTC) or a whole RFC 3339 date-time."""
    try:
        if "T" not in text:
            return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
        return from_text(text)
    except ValueError as error:
        raise ValueError(f"'{text}' is not a date; write 2027-01-31 or 2027-01-31T12:00:00Z.") from error


def parse_group(text: str) -> ConnectionGroup:
    """Return the connection group for `Partners:25:2027-01-01:2027-12-31`; without an end it remains valid."""
    name, *rest = text.split(":")
    match rest:
        case [count, start]:
            end = None
        case [count, start, last]:
            end = parse_day(last)
        case _:
            raise ValueError(f"'{text}' is not a connection group; write {_GROUP_FORM}.")
    if not count.isascii() or not count.isdigit():
        raise ValueError(f"'{count}' is not a number of connections; write {_GROUP_FORM}.")
    try:
        return ConnectionGroup(name=name, connection_count=int(count), start_date=parse_day(start), end_date=end)
    except ValidationError as error:
        raise ValueError(f"--group '{text}': {'; '.join(explained(error))}; write {_GROUP_FORM}.") from error


def parse_feature(text: str) -> Feature:
    """Return the feature for `name=value`."""
    name, separator, value = text.partition("=")
    if not separator:
        raise ValueError(f"'{text}' is not a feature; write NAME=VALUE.")
    try:
        return Feature(name=name, value=value)
    except ValidationError as error:
        raise ValueError(f"--feature '{text}': {'; '.join(explained(error))}.") from error


def as_options(text: str) -> str:
    """Return errors in claims (`claims.explained`) with the names of the options of `hanse license issue`."""
    place, separator, reason = text.partition(": ")
    option = _OPTIONS.get(to_camel(place.partition(".")[0]))
    if option is not None:
        return f"{option}{separator}{reason}"
    return _OPTION_WORDS.sub(lambda found: _OPTIONS[found[0]], text.removeprefix("claims: "))


def enforcement(*, shut_down: bool, notify: bool, same_minor: bool) -> Enforcement:
    """Return the bits of `enforcementType` for three yes-or-no options."""
    bits = Enforcement(0)
    if shut_down:
        bits |= Enforcement.SHUT_DOWN_ON_EXPIRY
    if notify:
        bits |= Enforcement.NOTIFY_BEFORE_EXPIRY
    if same_minor:
        bits |= Enforcement.SAME_MINOR_VERSION
    return bits
