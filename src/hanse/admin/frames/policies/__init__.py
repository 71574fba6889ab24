"""The editor of trees: policies and fragments.

The page carries the whole tree in a hidden field, and a list of choices for each node; every button posts all of it.
`reading` applies what was chosen to the tree, `growing` gives each node the branches that its action needs and each
contract what can be said of it already, `rules` translates between the tree and the Rules dialog
(specification 3, section 2.7), and `showing` makes what the template draws.
"""
