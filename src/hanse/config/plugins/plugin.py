"""A plug-in, the settings of one of its instances, and the set of all plug-ins of a kind."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Generic, TypeVar

import structlog

from hanse.config.declare.plugin_fields import TRUE, Form, file_of
from hanse.config.plugins.actions import Action

LOG = structlog.stdlib.get_logger("hanse.plugins")
GROUP = "hanse.plugins"
T_co = TypeVar("T_co", covariant=True)
Values = Mapping[str, str]


class SettingRefused(ValueError):
    """A plug-in refuses settings because of one field or table, which `setting` names."""

    def __init__(self, text: str, setting: str) -> None:
        super().__init__(text)
        self.setting = setting


@dataclass(frozen=True)
class Settings:
    """The settings of an instance, with the fields' defaults, and secrets in clear text."""

    id: str
    values: Values
    tables: Mapping[str, Sequence[Values]]
    # The number of the row that is marked as the default, by the table.
    default_rows: Mapping[str, int] = field(default_factory=dict)
    # The certificates of additional authorities to trust for outgoing connections, as PEM.
    authorities: str = field(default="", repr=False)

    def text(self, name: str) -> str:
        """Return a field's value; an empty string if it is not set."""
        return self.values.get(name, "")

    def flag(self, name: str) -> bool:
        """Return whether a check box is checked."""
        return self.text(name) == TRUE

    def file(self, name: str) -> bytes:
        """Return the content of an uploaded file; empty if there is none."""
        return file_of(self.text(name))

    def rows(self, table: str) -> Sequence[Values]:
        """Return a table's rows."""
        return self.tables.get(table, ())


@dataclass(frozen=True, kw_only=True)
class Plugin(Generic[T_co]):
    """A plug-in. `make` turns the settings of an instance into the object that does the work, and raises ValueError."""

    kind: str
    # The name by which instances refer to it; it never changes.
    id: str
    name: str
    form: Form
    make: Callable[[Settings], T_co]
    actions: tuple[Action, ...] = ()
    attribute_contract: tuple[str, ...] = ()
    supports_extended_contract: bool = False
    # The attribute that identifies users, if the contract's attributes can be pseudonyms.
    pseudonym: str = ""
    # Returns the paths, below the address of the server, that other servers use for an instance, by their labels. The
    # page of the instance shows them; the argument has the values of its fields.
    addresses: Callable[[Values], Mapping[str, str]] = field(default=lambda _values: {})
    # Additional members of this kind's descriptors.
    facts: Mapping[str, Any] | None = None
    # The folder with the pages that an adapter shows to users: templates, and texts in `messages/en.toml` and others.
    pages: Path | None = None
    # Other words by which the console's search finds its instances, such as abbreviations that the name lacks.
    keywords: tuple[str, ...] = ()

    @property
    def class_name(self) -> str:
        """Return the class name of the plug-in in the API contract."""
        return f"{self.make.__module__}.{self.make.__qualname__}"


class PluginSet(Generic[T_co]):
    """The plug-ins of a kind: the given ones, and those that installed packages declare."""

    def __init__(self, kind: str, shipped: Iterable[Plugin[T_co]]) -> None:
        self.kind = kind
        self._shipped = tuple(shipped)

    def __iter__(self) -> Iterator[Plugin[T_co]]:
        return iter(self._by_id.values())

    def get(self, id_: str) -> Plugin[T_co] | None:
        """Return the plug-in with this id."""
        return self._by_id.get(id_)

    @cached_property
    def _by_id(self) -> Mapping[str, Plugin[T_co]]:
        # Searched at the first use: most starts need none, and a broken package must not prevent the start.
        found = {plugin.id: plugin for plugin in self._shipped}
        for plugin in installed_plugins():
            if plugin.kind == self.kind and found.setdefault(plugin.id, plugin) is not plugin:
                LOG.error("plug-in ignored, as its ID is already in use", kind=self.kind, id=plugin.id)
        LOG.debug("plug-ins found", kind=self.kind, ids=sorted(found))
        return dict(sorted(found.items(), key=lambda item: item[1].name))


def installed_plugins() -> Iterator[Plugin[Any]]:
    """Yield the plug-ins that installed packages declare; those that cannot be loaded are logged."""
    for entry in entry_points(group=GROUP):
        try:
            plugin = entry.load()
        except Exception:
            LOG.exception("plug-in not loaded", entry=entry.name, value=entry.value)
            continue
        if isinstance(plugin, Plugin):
            yield plugin
        else:
            LOG.error("plug-in ignored, as its entry point is not a plug-in", entry=entry.name, value=entry.value)
