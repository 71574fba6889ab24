"""The SP adapters that hand users over, with the settings that a connection overrides."""

import structlog

from hanse.config.plugins.inheritance import merged
from hanse.config.plugins.model import PluginConfiguration
from hanse.config.plugins.rules import settings_of
from hanse.engine.handover.compiled_mappings import HANDOVER, HandoverConfiguration
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.model import Snapshot
from hanse.plugins.contracts.sp_adapters import ServiceProviderAdapter
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTER_KIND

LOG = structlog.stdlib.get_logger("hanse.handover")


def find_adapter(snapshot: Snapshot, id_: str, connection: str = "") -> ServiceProviderAdapter | None:
    """Return an SP adapter, with the settings of a connection if one is named; None if it cannot be used."""
    configured = snapshot.part(HANDOVER)
    override = snapshot.part(CONNECTION_SOURCES).override(connection, id_) if connection else None
    if override is None:
        return configured.adapters.get(id_)
    return configured.overridden.get(connection, id_, override, lambda: _built(configured, id_, connection, override))


def _built(
    configured: HandoverConfiguration, id_: str, connection: str, override: PluginConfiguration
) -> ServiceProviderAdapter | None:
    base = configured.settings.get(id_)
    if base is None:
        return None
    plugin = SP_ADAPTER_KIND.plugin_of(base)
    whole = merged([override, base.configuration], plugin.form)
    try:
        return plugin.make(settings_of(id_, whole, plugin.form))
    except ValueError as error:
        # A later change of the adapter can make the settings of the connection invalid.
        LOG.error("settings of a connection not usable", sp_adapter=id_, connection=connection, reason=str(error))  # noqa: TRY400 - it says all.
        return None
