"""OpenID Connect: ID tokens, UserInfo, provider metadata and logout.

`policies` has the OpenID Connect policies as requests need them, `claims` fulfills them and selects what a client
gets, `id_token` issues ID tokens and `id_token_hint` checks them when they come back as hints. `userinfo` is the
UserInfo endpoint, `metadata` describes each issuer, and `logout` signs users out. OAuth works without this package.
"""
