"""Templates of filters and conditions: text with `${name}` for a user's value, or `${name:-default}`."""

import re
from collections.abc import Callable, Iterator

from hanse.data_stores.settings import SourceFailed, Values
from hanse.kit.texts.messages import message

_PLACEHOLDER = re.compile(r"\$\{([^{}]+)\}")
# In characters.
LONGEST_VALUE = 8_192


def names_in(template: str) -> Iterator[str]:
    """Yield the names of a template's placeholders."""
    yield from (_parts(match)[0] for match in _PLACEHOLDER.finditer(template))


def required_names(template: str) -> Iterator[str]:
    """Yield the names that need a value, because their placeholders have no default."""
    yield from (name for name, default in map(_parts, _PLACEHOLDER.finditer(template)) if default is None)


def fill(template: str, values: Values, written: Callable[[str], str]) -> str:
    """Return a template with placeholders replaced by `written` of their values; raises SourceFailed without one."""

    def value(match: re.Match[str]) -> str:
        name, default = _parts(match)
        is_missing = default is not None and not values.get(name)
        return written((default or "") if is_missing else value_of(name, values))

    return _PLACEHOLDER.sub(value, template)


def value_of(name: str, values: Values) -> str:
    """Return the value for a name in a template; raises SourceFailed."""
    found = values.get(name)
    if found is not None and not isinstance(found, str):
        found = found[0] if found else None
    if found is None:
        raise SourceFailed(message("There is no value for ${{{name}}}.", name=name))
    if len(found) > LONGEST_VALUE:
        raise SourceFailed(message("The value for ${{{name}}} is too long.", name=name))
    return found


def _parts(match: re.Match[str]) -> tuple[str, str | None]:
    """Return the name in a placeholder, and its default; None without one."""
    name, separator, default = match.group(1).partition(":-")
    return name.strip(), default if separator else None
