"""The installed plug-ins for custom data stores. Data stores and attribute mappings both need them."""

from collections.abc import Iterator, Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.validation import parse_stored
from hanse.config.declare.view import View
from hanse.config.plugins.inheritance import merged
from hanse.config.plugins.model import PluginConfiguration, plugin_id_of
from hanse.config.plugins.plugin import PluginSet
from hanse.config.plugins.rules import settings_of
from hanse.plugins.contracts.data_stores import KIND, CustomDataStore
from hanse.plugins.data_stores.rest.plugin import REST_API

Body = Mapping[str, Any]
DATA_STORE_PLUGINS: PluginSet[CustomDataStore] = PluginSet(KIND, (REST_API,))


def store_without_secrets(view: View, body: Body) -> CustomDataStore | None:
    """Return the object of a stored data store, to read its attributes and filter fields.

    Returns None for a data store that no plug-in implements, and for one whose settings are not usable.
    """
    plugin = DATA_STORE_PLUGINS.get(plugin_id_of(body))
    if plugin is None:
        return None
    try:
        found = [parse_stored(PluginConfiguration, each["configuration"]) for each in _generations(view, body)]
        return plugin.make(settings_of(str(body.get("id") or ""), merged(found, plugin.form), plugin.form))
    except ValueError:
        return None


def _generations(view: View, body: Body) -> Iterator[Body]:
    """Yield the body of an instance, of its parent, and so on."""
    seen: set[str] = set()
    holder: Body | None = body
    while holder is not None and holder.get("configuration"):
        yield holder
        parent = str((holder.get("parentRef") or {}).get("id") or "")
        stored = view.find(handles.DATA_STORES, parent) if parent and parent not in seen else None
        seen.add(parent)
        holder = None if stored is None else stored.body
