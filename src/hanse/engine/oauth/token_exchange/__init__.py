"""OAuth token exchange (RFC 8693): the parts of the grant type in `oauth.token.grants.token_exchange`.

`compiled_policies` prepares the configuration with the snapshot. `exchange_request` reads the parameters,
`token_validation` has the presented tokens validated by token processors, `possession` demands the keys that they are
bound to, `actors` decides who acts for whom,
`requested_targets` selects who issues the token, and `generated_tokens` issues tokens other than access tokens.
"""
