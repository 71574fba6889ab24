"""Authentication selectors: what decides, by the facts of a request, which way of a policy is taken.

`resource` declares the configured selectors. The plug-ins are in `hanse.plugins.selectors`.
"""
