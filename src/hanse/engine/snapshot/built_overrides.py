"""Plug-in objects with the settings that a connection overrides, built for the first user who needs them.

There can be thousands of connections, and few are used between two changes.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from hanse.config.plugins.model import PluginConfiguration

T = TypeVar("T")


class BuiltOverrides(Generic[T]):
    """The objects of one state of the overridden instances: a change of an instance begins a new collection."""

    def __init__(self) -> None:
        self._built: dict[tuple[str, str], tuple[PluginConfiguration, T | None]] = {}

    def get(
        self, connection: str, instance: str, override: PluginConfiguration, build: Callable[[], T | None]
    ) -> T | None:
        """Return the object of an override, which `build` makes unless it was made before; None if it is not usable."""
        found = self._built.get((connection, instance))
        # A saved connection has a new configuration.
        if found is None or found[0] is not override:
            found = self._built[connection, instance] = (override, build())
        return found[1]
