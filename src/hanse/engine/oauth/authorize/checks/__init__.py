"""The checks of an authorization request, one in each file; `authorize.steps` has their order.

A check reads parameters from a draft and fills in its request. It raises an OAuthError for an invalid request, which is
reported to the client: at this stage the client and its redirect URI are known.
"""
