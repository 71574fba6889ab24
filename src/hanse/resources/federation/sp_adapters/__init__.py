"""SP adapters, which hand signed-in users over to applications.

`resource` declares the configured adapters with their contracts. The plug-ins are in `hanse.plugins.sp_adapters`.
"""
