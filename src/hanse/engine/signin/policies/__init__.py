"""Evaluation of authentication policies.

`policy_plan` compiles policies into flat lists of nodes, once for each change. `position` is the user's position in
them, which the flow stores. `policy_runner` continues from a position until there is a page to show or the sign-in has
ended.
"""
