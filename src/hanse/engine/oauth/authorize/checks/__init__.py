"""The checks of an authorization request, one in each file; `authorize.steps` has their order.

A check reads parameters from a draft and fills in its request. It raises an OAuthError for a mistake, which is reported
to the client: by then the client and its redirect URI are known.
"""
