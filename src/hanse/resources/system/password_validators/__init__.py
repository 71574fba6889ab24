"""Password credential validators, which check whether a user name and a password belong together.

`resource` declares the configured validators; the plug-ins are in `hanse.plugins.validators`. `resource.validate` is
the one function that calls an instance by its id. Neither its answer nor its response time reveals which of the two is
wrong.
"""
