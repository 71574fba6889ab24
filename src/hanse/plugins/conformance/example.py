"""The example with which a plug-in is checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import entry_points
from typing import Any, Final

from hanse.config.declare.plugin_fields import Form
from hanse.config.plugins.plugin import Settings, Values

GROUP = "hanse.plugins.examples"
# The time of the checks.
NOW: Final = datetime(2026, 1, 15, 12, 0, 0, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Example:
    """Settings with which a plug-in works, and its input; each kind reads its own members."""

    # The settings of an instance; fields that are left out have their defaults.
    values: Values = field(default_factory=dict)
    tables: Mapping[str, Sequence[Values]] = field(default_factory=dict)
    # Adapters: the forms with which a user signs in, page by page, and which of their fields are secrets.
    forms: Sequence[Mapping[str, str]] = ()
    secrets: frozenset[str] = frozenset()
    # Adapters: more fields of their forms, and their buttons besides the one that sends a form.
    fields: Sequence[str] = ()
    buttons: Sequence[str] = ()
    # Adapters and validators: a user.
    username: str = "joe"
    # Validators: the user's password; empty where no password can be right without a real system.
    password: str = field(default="", repr=False)
    # Selectors: the result values of an instance's contract.
    results: Sequence[str] = ()
    # Authorization detail processors: a detail that can be granted.
    detail: Mapping[str, Any] = field(default_factory=dict)
    # Token processors: a token that is valid at the time of the checks; empty if there is none.
    token: str = field(default="", repr=False)

    def settings(self, form: Form) -> Settings:
        """Return the settings as the server passes them to `Plugin.make`."""
        defaults = {each.name: each.default for each in form.fields if each.default is not None}
        columns = {table.name: table.columns for table in form.tables}
        tables = {
            name: [
                {each.name: each.default for each in columns.get(name, ()) if each.default is not None} | dict(row)
                for row in rows
            ]
            for name, rows in self.tables.items()
        }
        return Settings("example", defaults | dict(self.values), tables)


def installed_examples() -> Iterator[tuple[str, Example]]:
    """Yield the examples of installed packages with the plug-ins' ids. Exceptions of a package are not caught."""
    for entry in entry_points(group=GROUP):
        example = entry.load()
        if not isinstance(example, Example):
            raise TypeError(f"{entry.value} is not an Example.")
        yield entry.name, example
