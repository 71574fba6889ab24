"""Checks that plug-ins keep their contracts: for those that ship with the server, and for authors of others.

`check_plugin(plugin, example)` runs a plug-in through the contract of its kind and returns the errors as sentences. A
package provides its `Example` in the entry-point group `hanse.plugins.examples`, under the plug-in's id; `python -m
hanse.plugins.conformance` then checks every installed plug-in. The clock shows `NOW` meanwhile.
"""

from hanse.plugins.conformance.example import NOW, Example
from hanse.plugins.conformance.plugin_check import check_plugin

__all__ = ["NOW", "Example", "check_plugin"]
