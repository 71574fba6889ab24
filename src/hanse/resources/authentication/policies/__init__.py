"""Authentication policies: trees of what happens until a user is known, in the order in which they are tried.

`tree` has the nodes as the contract writes them, and `branches` which ways lead on from a node. `rules` says what is
wrong with a tree, `attribute_rules` with the rules of one node. `references` finds what a tree refers to. `resource`
declares policies and their settings, `fragments` parts of trees that several policies use, and `policy_order` the call
that changes the order.
"""
