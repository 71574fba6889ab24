"""OpenID Connect policies: the claims of ID tokens and UserInfo responses, and their sources.

A policy (`policies`) belongs to an access token manager, because its claims are taken from the attributes of the
manager's tokens or from the user's grant. `settings` names the policy for clients that do not choose one.
"""
