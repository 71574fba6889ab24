"""The plug-ins that ship with the server.

Each has a package with its descriptor (the fields that administrators fill in) and its run-time code. `contracts` has
the interface of each kind of plug-in. A third party's package implements the same interfaces and declares its plug-ins
in the entry-point group `hanse.plugins` (docs/user-guide/plug-ins.md).
"""
