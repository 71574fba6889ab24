"""Request objects: authorization requests as signed JWTs (RFC 9101; OpenID Connect Core 1.0, section 6).

`verification` checks the signature and the claims, and `parameters` makes request parameters from the claims.
`references` reads request objects from the addresses that clients have registered for them.
"""
