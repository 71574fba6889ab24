"""The actions that the page of an item offers: those that its area declares, or those of its plug-in."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hanse.admin.frames.form.widget_values import FormFiller
from hanse.admin.frames.page_request import PageAddress
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.plugin_actions import PluginActions
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.actions import Action
from hanse.config.plugins.plugin import Plugin
from hanse.config.transaction_view import TransactionView


def actions_of(
    context: PageContext, stored: StoredDocument, filler: FormFiller, view: TransactionView
) -> PluginActions | None:
    """Return the actions of a stored item; None if it has none, or is not stored yet."""
    kind, request = context.frame.kind, context.request
    if request.page is PageAddress.ADD:
        return None
    actions: Sequence[Action | ItemAction] = [
        each if each.parameters_for is None else replace(each, parameters=each.parameters_for(view, request.id))
        for each in context.frame.ui.item.actions
        if each.offered(view, request.id, request.principal)
    ]
    if kind is not None and kind.has_actions:
        plugin: Plugin[Any] | None = kind.plugins.get(stored.body["pluginDescriptorRef"]["id"])
        actions = plugin.actions if plugin is not None else ()
    return PluginActions(actions, request, context.calls, filler) if actions else None
