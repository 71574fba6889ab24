"""Authentication policies as they are walked.

`policy_plan` compiles what administrators save into flat lists of nodes, once for each change. `position` is where a
user is in them, which the flow stores. `policy_runner` goes on from a position until there is a page to show or the
sign-in has ended.
"""
