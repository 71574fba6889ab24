"""OpenID Connect policies: what ID tokens and the UserInfo endpoint say of a person, and from where it comes.

A policy (`policies`) belongs to an access token manager, as what it says is taken from its tokens or from what they
stand for. `settings` names the policy of clients that have none of their own.
"""
