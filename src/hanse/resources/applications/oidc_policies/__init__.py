"""OpenID Connect policies: the claims of ID tokens and UserInfo responses, and their sources.

A policy (`policies`) belongs to an access token manager, as what it says is taken from its tokens or from what they
stand for. `settings` names the policy of clients that have none of their own.
"""
