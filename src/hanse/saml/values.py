"""Values of SAML messages: identifiers, times and booleans (SAML core, section 1.3)."""

import re
from datetime import UTC, datetime
from typing import Final

from hanse.crypto.xml.elements import XmlElement
from hanse.kit.randomness import Randomness
from hanse.saml.errors import InvalidMessage

# `xs:ID` begins with a letter or an underscore.
_ID: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]{0,255}")
_INSTANT: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,18})?(Z|[+-]\d\d:\d\d)?")
# SAML core, section 1.3.4: 160 random bits.
_ID_OCTETS: Final = 20
LONGEST_URI: Final = 1024
LONGEST_TEXT: Final = 4096


def new_saml_id(randomness: Randomness) -> str:
    """Return a new identifier of a message or an assertion."""
    return f"_{randomness.token_bytes(_ID_OCTETS).hex()}"


def instant_text(moment: datetime) -> str:
    """Return a time in UTC with milliseconds, as in `2026-11-23T18:30:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def optional_instant_text(moment: datetime | None) -> str | None:
    """Return a time as text, or None."""
    return None if moment is None else instant_text(moment)


def parse_instant(text: str) -> datetime:
    """Return the time in an `xs:dateTime`; a time without a zone is in UTC. Raises InvalidMessage."""
    found = _INSTANT.fullmatch(text.strip())
    if found is None:
        raise InvalidMessage("A time is not in the format of xs:dateTime.")
    seconds, fraction, zone = found.groups()
    try:
        moment = datetime.fromisoformat(f"{seconds}{(fraction or '')[:7]}{'+00:00' if zone in (None, 'Z') else zone}")
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidMessage("A time does not exist.") from error


def instant(element: XmlElement, name: str) -> datetime | None:
    """Return the time in an attribute, or None."""
    text = element.attribute(name)
    return None if text is None else parse_instant(text)


def required_instant(element: XmlElement, name: str) -> datetime:
    """Return the time in an attribute. Raises InvalidMessage if it is missing."""
    found = instant(element, name)
    if found is None:
        raise InvalidMessage(f"{element.local_name} has no {name}.")
    return found


def required_id(element: XmlElement) -> str:
    """Return the `ID` of a message or an assertion. Raises InvalidMessage."""
    identifier = element.attribute("ID")
    if identifier is None or not _ID.fullmatch(identifier):
        raise InvalidMessage(f"{element.local_name} has no valid ID.")
    return identifier


def identifier_reference(element: XmlElement, name: str = "InResponseTo") -> str | None:
    """Return an attribute that refers to the identifier of another message. Raises InvalidMessage."""
    identifier = element.attribute(name)
    if identifier is not None and not _ID.fullmatch(identifier):
        raise InvalidMessage(f"{name} is no identifier.")
    return identifier


def flag(element: XmlElement, name: str) -> bool:
    """Return an `xs:boolean`; false if it is missing. Raises InvalidMessage."""
    text = element.attribute(name)
    if text in (None, "false", "0"):
        return False
    if text in ("true", "1"):
        return True
    raise InvalidMessage(f"{name} is neither true nor false.")


def small_number(element: XmlElement, name: str) -> int | None:
    """Return an `xs:unsignedShort`, or None. Raises InvalidMessage."""
    text = element.attribute(name)
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) >= 1 << 16:
        raise InvalidMessage(f"{name} is not a number from 0 to 65535.")
    return int(text)


def bounded(text: str, what: str, longest: int = LONGEST_URI) -> str:
    """Return a text that is neither empty nor too long. Raises InvalidMessage."""
    if not text or len(text) > longest:
        raise InvalidMessage(f"{what} is empty or too long.")
    return text


def uri(element: XmlElement, name: str) -> str | None:
    """Return an attribute with a URI, or None. Raises InvalidMessage if it is empty or too long."""
    text = element.attribute(name)
    return None if text is None else bounded(text, name)
