"""IdP adapters with the settings that an SP connection overrides.

They are sources of their own: a session that began with them is used for this connection only, and this connection uses
no other one of the adapter. Otherwise a weaker sign-in for one partner would be accepted for all of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.inheritance import merged
from hanse.config.plugins.kind import opened_configuration
from hanse.config.plugins.model import PluginConfiguration
from hanse.config.plugins.overrides import OVERRIDE, PARENT
from hanse.config.plugins.rules import settings_of
from hanse.config.transaction_view import TransactionView
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import UNREADABLE, Instance, not_usable
from hanse.kit.errors import NotFound, Unavailable
from hanse.plugins.contracts.adapters import Adapter
from hanse.resources.authentication.adapters.resource import ADAPTER_KIND
from hanse.resources.federation.sp_connections.assertion_mappings import IDP_ADAPTER_OVERRIDES
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.trusted_cas import TRUSTED_CAS

# Overridden adapters by the IDs of the adapters.
_Overridden = Mapping[str, Instance[Adapter]]
# Few connections have overrides, and all are looked through at the start. The name is not escaped in JSON.
_MARK: Final = f'"{OVERRIDE}"'.encode()


def _compile(given: CompilerInput[Mapping[str, _Overridden]]) -> Mapping[str, _Overridden]:
    """Return the overridden adapters by the IDs of their active connections."""
    changed = given.changes.of_kind(SP_CONNECTIONS.kind)
    kinds = frozenset({ADAPTER_KIND.resource.kind, TRUSTED_CAS.kind})
    if given.previous is None or changed is None or given.changes.touch(kinds):
        return dict(_made(given.view, given.view.raw_bodies(SP_CONNECTIONS)))
    kept = {id_: each for id_, each in given.previous.items() if id_ not in changed}
    return kept | dict(_made(given.view, given.view.raw_bodies_of(SP_CONNECTIONS, changed).items()))


def _made(view: TransactionView, texts: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, _Overridden]]:
    for id_, text in texts:
        body = msgspec.json.decode(text) if _MARK in text else {}
        if body.get("active") and (found := dict(_of_connection(view, StoredDocument(id_, body, 0)))):
            yield id_, found


def _of_connection(view: TransactionView, stored: StoredDocument) -> Iterator[tuple[str, Instance[Adapter]]]:
    for index, override in IDP_ADAPTER_OVERRIDES.in_body(stored.body):
        adapter = override[PARENT]["id"]
        try:
            settings: Any = ADAPTER_KIND.resolved(view, adapter)
        except (*UNREADABLE, NotFound):
            # The adapter itself cannot be used either, which is logged for it.
            continue
        if override.get("authnCtxClassRef"):
            settings = settings.model_copy(update={"authn_ctx_class_ref": override["authnCtxClassRef"]})
        yield adapter, Instance(settings, _plugin(view, stored, index, override))


def _plugin(view: TransactionView, stored: StoredDocument, index: int, override: Mapping[str, Any]) -> Adapter | None:
    """Return the adapter; None if it cannot be used, because the settings of the adapter itself must not apply."""
    adapter = override[PARENT]["id"]
    way: tuple[str | int, ...] = (*IDP_ADAPTER_OVERRIDES.holder, index, OVERRIDE)
    try:
        own = parse_stored(PluginConfiguration, override["configuration"])
        configuration = opened_configuration(view, SP_CONNECTIONS, stored, own, *way)
        base = ADAPTER_KIND.opened(view, adapter)
        plugin = ADAPTER_KIND.plugin_of(base)
        whole = settings_of(adapter, merged([configuration, base.configuration], plugin.form), plugin.form)
        authorities = ADAPTER_KIND.authorities
        made: Adapter = plugin.make(whole if authorities is None else replace(whole, authorities=authorities(view)))
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - plug-ins are of others; one that fails must not stop the rest.
        not_usable(SP_CONNECTIONS, stored.id, error)
        return None
    return made


OVERRIDDEN_ADAPTERS: Final[Compiler[Mapping[str, _Overridden]]] = Compiler(
    "overriddenAdapters",
    frozenset({SP_CONNECTIONS.kind, ADAPTER_KIND.resource.kind, TRUSTED_CAS.kind}),
    _compile,
)
