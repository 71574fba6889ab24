"""SQL conditions of administrators, with `${name}` for a user's value.

Values are bound, never written into the text. A quoted text with a placeholder, `'%${mail}%'`, becomes one bound value,
so that administrators may write conditions with or without quotation marks.
"""

import re
from dataclasses import dataclass

from hanse.data_stores.settings import SourceFailed, Values
from hanse.data_stores.templates import fill, names_in
from hanse.kit.texts.messages import message

# A quoted text, a quoted name, a placeholder, forbidden characters, or any other character.
_TOKEN = re.compile(
    r"""(?P<text>'(?:[^']|'')*')|(?P<name>"(?:[^"]|"")*")|(?P<place>\$\{[^{}]+\})|(?P<bad>;|--|/\*|\$\$|'|")|(?P<rest>.)""",
    re.DOTALL,
)
_BAD = "Enter one expression without semicolons, comments or unclosed quotation marks."
LONGEST = 4_096


@dataclass(frozen=True)
class SqlCondition:
    """A condition with names of parameters, and the template of each parameter's value."""

    text: str
    parameters: dict[str, str]

    def values(self, values: Values) -> dict[str, str]:
        """Return the values to bind; raises SourceFailed if one is missing."""
        return {name: fill(template, values, str) for name, template in self.parameters.items()}


def read_condition(template: str) -> SqlCondition:
    """Return a condition; raises SourceFailed if it is malformed."""
    if len(template) > LONGEST:
        raise SourceFailed(message("A condition has at most {longest} characters.", longest=LONGEST))
    text = ""
    parameters: dict[str, str] = {}
    for token in _TOKEN.finditer(template.strip()):
        kind, found = token.lastgroup, token.group()
        if kind == "bad":
            raise SourceFailed(_BAD)
        is_quoted = kind == "text" and any(names_in(found))
        if kind == "place" or is_quoted:
            name = f"p{len(parameters)}"
            parameters[name] = found[1:-1].replace("''", "'") if is_quoted else found
            text += f":{name}"
        else:
            # A colon would begin a parameter of SQLAlchemy.
            text += found.replace("\\", "\\\\").replace(":", "\\:")
    if not text.strip():
        raise SourceFailed("Enter a condition. Without one, the search would find every row.")
    return SqlCondition(text, parameters)
