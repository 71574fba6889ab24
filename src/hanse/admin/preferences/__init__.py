"""Personal settings of administrators: the shortcuts of the dashboard, and the recently used pages.

A shortcut is a leaf of the navigation tree, so `shortcuts` needs no list of its own: pages that an administrator may
not open are not offered, and new nodes can be chosen automatically. `store` keeps, for each account, the chosen
shortcuts in their order and the recently used pages. Both are run-time state: no revision, no export, and auditors have
them too. They refer to the account's document and are deleted with it.

Stored shortcuts may refer to pages that the account may no longer open. Reads omit them, and saves refuse them.
"""
