"""IdP adapters, which authenticate users.

`resource` declares the configured adapters with their contracts. The plug-ins are in `hanse.plugins.adapters`.
"""
