"""The editor of trees: policies and fragments.

The page carries the whole tree in a hidden field, and a list of choices for each node; every button posts all of it.
`tree_changes` applies what was chosen to the tree, `completed_tree` gives each node the branches that its action needs
and each contract its obvious fulfillment, `rules_dialog` translates between the tree and the Rules dialog
(specification 3, section 2.7), and `tree_view` makes what the template draws.
"""
