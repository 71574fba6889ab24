"""Authentication policies: trees of steps that authenticate a user, tried in their order.

`tree` has the nodes as the API contract defines them, and `branches` the results after which a node has branches.
`rules` checks trees, `attribute_rules` the rules of one node. `references` finds the documents that a tree refers to.
`resource` declares policies and their settings, `fragments` parts of trees that several policies use, and
`policy_order` the operation that changes the order.
"""
