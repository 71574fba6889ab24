"""OpenID Connect: ID tokens, UserInfo, provider metadata and logout.

`policies` has the OpenID Connect policies in compiled form, `claims` fulfills them and selects the claims for a client,
`id_token` issues ID tokens and `id_token_hint` checks those that are sent back as hints. `userinfo` is the UserInfo
endpoint, `metadata` describes each issuer, and `logout` signs users out. OAuth works without this package.
"""
