"""Password credential validators: what answers whether a user name and a password belong together.

`resource` declares the configured validators; the plug-ins are in `hanse.plugins.validators`. `resource.validate` is
the one way to ask an instance by its id: the answer does not reveal what is wrong, and neither does the response time.
"""
