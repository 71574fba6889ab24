"""Authentication selectors, which choose the branch of a policy by properties of the request.

`resource` declares the configured selectors. The plug-ins are in `hanse.plugins.selectors`.
"""
