"""The plug-ins that ship with the server.

There is one package for each. It has the descriptor (the fields that administrators fill in) and the run-time code
side by side. `contracts` says what each kind of plug-in must do. A third party's package implements the same contracts
and declares its plug-ins in the entry-point group `hanse.plugins` (docs/user-guide/plug-ins.md).
"""
