"""Templates of filters and conditions: text with `${name}` for a user's value."""

import re
from collections.abc import Callable, Iterator

from hanse.data_stores.settings import SourceFailed, Values
from hanse.kit.texts.messages import message

_PLACEHOLDER = re.compile(r"\$\{([^{}]+)\}")
# In characters.
LONGEST_VALUE = 8_192


def names_in(template: str) -> Iterator[str]:
    """Yield the names of a template's placeholders."""
    yield from (match.group(1).strip() for match in _PLACEHOLDER.finditer(template))


def fill(template: str, values: Values, written: Callable[[str], str]) -> str:
    """Return a template with placeholders replaced by `written` of their values; raises SourceFailed without one."""
    return _PLACEHOLDER.sub(lambda match: written(value_of(match.group(1).strip(), values)), template)


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
