"""What administrators arrange for themselves: the shortcuts of the landing dashboard, and the pages they used last.

A shortcut is a leaf of the navigation tree, so `shortcuts` needs no list of its own: what somebody may not open is not
offered, and a node that is added there can be chosen here. `store` keeps, for each account, the chosen shortcuts in
their order and the pages last used. Both are run-time state: no revision, no export, and auditors have them too. They
refer to the account's document and go with it, however it is deleted.

What is stored may outlast the right to see it. Reading leaves such shortcuts out; saving refuses them.
"""
