"""Plug-ins: types of which administrators configure instances, and which third parties can add.

A `Plugin` (`plugin`) says once what it is called, which fields and tables its instances have (`fields`), and how an
instance's settings become the object that does the work. From that follow the descriptors of the API, validation of
every field by its path, secrets, references, and forms (`rules`, `resource`). What an instance looks like on the wire
is in `model`, and is the same for all kinds.

The plug-ins of one kind are a `PluginSet`: those that ship with the server, and those that installed packages declare
in the entry-point group `hanse.plugins`. A package's entry point names a `Plugin`; its `kind` says where it belongs.
"""
