"""IdP adapters: how users are asked who they are.

`resource` declares the configured adapters with their contracts. The plug-ins are in `hanse.plugins.adapters`.
"""
