"""Completes plug-in instances in answers, so that they have every field and table of their form.

Only the values that were sent are stored. Clients of the API contract expect answers with the default values of all
others, and may send them back.
"""

from typing import Any

from hanse.config.declare.plugin_fields import Form
from hanse.config.plugins.plugin import PluginSet

Body = dict[str, Any]


def completed(body: Body, plugins: PluginSet[Any]) -> Body:
    """Return the body of an instance with every field and table; an instance with a parent inherits the rest."""
    plugin = plugins.get((body.get("pluginDescriptorRef") or {}).get("id", ""))
    if plugin is None:
        return body
    sent = body.get("configuration") or {}
    configuration = {
        **sent,
        "fields": _fields(sent.get("fields") or [], plugin.form, has_parent="parentRef" in body),
        "tables": _tables(sent.get("tables") or [], plugin.form, has_parent="parentRef" in body),
    }
    return {**body, "configuration": configuration}


def _fields(sent: list[Body], form: Form, *, has_parent: bool) -> list[Body]:
    there = {each["name"] for each in sent}
    missing = (each for each in form.fields if each.name not in there and not each.own)
    if has_parent:
        return [*sent, *({"name": each.name, "inherited": True} for each in missing)]
    # A secret has no default, and no answer contains the value of one.
    return [
        *sent,
        *({"name": each.name} | ({} if each.is_secret else {"value": each.default or ""}) for each in missing),
    ]


def _tables(sent: list[Body], form: Form, *, has_parent: bool) -> list[Body]:
    there = {each["name"] for each in sent}
    more = {"inherited": True} if has_parent else {}
    return [*sent, *({"name": each.name, "rows": [], **more} for each in form.tables if each.name not in there)]
