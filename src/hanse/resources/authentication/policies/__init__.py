"""Authentication policies: trees of what happens until a user is known, in the order in which they are tried.

`tree` has the nodes as the contract writes them, `branches` which ways lead on from a node, and `walk` goes along
them. `rules` says what is wrong with a tree, `attribute_rules` with the rules of one node. `references` finds what a
tree refers to. `resource` declares policies, `settings` what holds for all of them, `fragments` parts of trees that
several policies use, and `moving` the call that changes the order.
"""
