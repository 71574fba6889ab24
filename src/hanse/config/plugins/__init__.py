"""Plug-ins: types of which administrators configure instances, and which third parties can add.

A `Plugin` (`plugin`) declares its name, the fields and tables of its instances (`fields`), and a function that turns an
instance's settings into the object that does the work. The descriptors of the API, the validation of every field by its
path, secrets, references, and forms are derived from it (`rules`, `resource`). `model` has the JSON form of an
instance, which is the same for all kinds.

The plug-ins of one kind are a `PluginSet`: those that ship with the server, and those that installed packages declare
in the entry-point group `hanse.plugins`. A package's entry point names a `Plugin`, whose `kind` determines where it
belongs.
"""
