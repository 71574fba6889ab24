"""Readers that convert the text of an option to a value. Each raises ValueError with the expected form."""

import ipaddress
import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from hanse.kit.texts.locale_choice import DEFAULT_LOCALE, TRANSLATED

HIGHEST_PORT = 65535
HIGHEST_NODE_INDEX = 65535
MOST_ENGINE_WORKERS = 256
TRUE_WORDS = frozenset({"true", "yes", "on", "1"})
FALSE_WORDS = frozenset({"false", "no", "off", "0"})
MODES = ("standalone", "console", "engine")
LOG_LEVELS = ("debug", "info", "warning", "error")

# A shorter time-out would end sessions that are in use; a longer one would not be a limit.
SHORTEST_DURATION = timedelta(minutes=1)
LONGEST_DURATION = timedelta(days=7)
_DURATION = re.compile(r"(?=[0-9])(?:([0-9]{1,3})h)?(?:([0-9]{1,5})m)?(?:([0-9]{1,6})s)?")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def text(value: str) -> str:
    """Return a text that is not blank."""
    if not value.strip():
        raise ValueError("must not be blank")
    return value.strip()


def label(value: str) -> str:
    """Return a text that may be empty."""
    return value.strip()


def switch(value: str) -> bool:
    """Return the meaning of a word such as `true` or `off`."""
    word = value.strip().lower()
    if word in TRUE_WORDS | FALSE_WORDS:
        return word in TRUE_WORDS
    raise ValueError("must be true or false")


def _whole_number(value: str, highest: int) -> int:
    if re.fullmatch(r"[0-9]{1,6}", value.strip()) and int(value) <= highest:
        return int(value)
    raise ValueError(f"must be a whole number from 0 to {highest}")


def port(value: str) -> int:
    """Return a TCP port; 0 means any free one."""
    return _whole_number(value, HIGHEST_PORT)


def node_index(value: str) -> int:
    """Return the number of a node within its cluster."""
    return _whole_number(value, HIGHEST_NODE_INDEX)


def engine_workers(value: str) -> int:
    """Return a number of engine processes."""
    return _whole_number(value, MOST_ENGINE_WORKERS)


def duration(value: str) -> timedelta:
    """Return a span of time written in hours, minutes and seconds, such as `30m` or `1h30m`."""
    found = _DURATION.fullmatch(value.strip())
    if found is not None:
        hours, minutes, seconds = (int(part or 0) for part in found.groups())
        span = timedelta(hours=hours, minutes=minutes, seconds=seconds)
        if SHORTEST_DURATION <= span <= LONGEST_DURATION:
            return span
    shortest, longest = duration_text(SHORTEST_DURATION), duration_text(LONGEST_DURATION)
    raise ValueError(f"must be a duration from {shortest} to {longest}, such as 30m, 8h or 1h30m")


def duration_text(span: timedelta) -> str:
    """Return a span of time in the format of `duration`."""
    minutes, seconds = divmod(span // timedelta(seconds=1), 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "h"), (minutes, "m"), (seconds, "s"))
    return "".join(f"{number}{unit}" for number, unit in parts if number)


def timezone(value: str) -> str:
    """Return the name of a time zone in the IANA database (RFC 6557)."""
    name = text(value)
    # Only names of the database: browsers do not know paths, or names in another letter case.
    if name != "UTC" and name not in available_timezones():
        raise ValueError("must be a time zone such as UTC or Europe/Berlin")
    return name


def language(value: str) -> str:
    """Return one of the languages of the server's own texts."""
    return _one_of(value, (DEFAULT_LOCALE, *TRANSLATED))


def mode(value: str) -> str:
    """Return one of the three modes of a process."""
    return _one_of(value, MODES)


def log_level(value: str) -> str:
    """Return one of the log levels, lower case."""
    return _one_of(value.lower(), LOG_LEVELS)


def _one_of(value: str, choices: tuple[str, ...]) -> str:
    if value.strip() not in choices:
        raise ValueError(f"must be one of {', '.join(choices)}")
    return value.strip()


def at_home(value: str) -> Path:
    """Return a path with its leading `~` or `~user` replaced; a user without a home folder is refused."""
    try:
        return Path(value).expanduser()
    except RuntimeError as error:
        raise ValueError(f"there is no home folder for {Path(value).parts[0]}") from error


def folder(value: str) -> Path:
    """Return an absolute path."""
    return at_home(text(value)).absolute()


def file(value: str) -> Path:
    """Return the absolute path of a file that exists."""
    path = folder(value)
    if not path.is_file():
        raise ValueError(f"there is no file {path}")
    return path


def words(value: str) -> tuple[str, ...]:
    """Return the parts of a comma-separated text, without blanks."""
    return tuple(part.strip() for part in value.split(",") if part.strip())


def files(value: str) -> tuple[Path, ...]:
    """Return the absolute paths of comma-separated files that exist."""
    return tuple(file(part) for part in words(value))


def networks(value: str) -> tuple[Network, ...]:
    """Return comma-separated networks in CIDR notation; a bare address is a network of one."""
    try:
        return tuple(ipaddress.ip_network(part) for part in words(value))
    except ValueError as error:
        raise ValueError(f"must be networks such as 10.0.0.0/8,fd00::/8 ({error})") from error


def web_address(value: str) -> str:
    """Return an http or https URL without credentials, query and fragment."""
    parts = urlsplit(text(value))
    is_plain = not (parts.username or parts.password or parts.query or parts.fragment)
    if parts.scheme not in {"http", "https"} or not parts.hostname or not is_plain:
        raise ValueError("must be an address such as https://collector.example.com:4318")
    return value


def postgresql_address(value: str) -> str:
    """Return the address of a PostgreSQL database. The message never repeats it, because it may contain a password."""
    scheme, _, rest = text(value).partition("://")
    if scheme not in {"postgresql", "postgres"} or not rest:
        raise ValueError("must be an address such as postgresql://user@host:5432/database")
    return f"postgresql://{rest}"
