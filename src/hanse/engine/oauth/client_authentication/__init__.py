"""Client authentication (RFC 6749, section 2.3; OpenID Connect Core 1.0, section 9): one file for each method.

`authenticator` finds out which method a request uses and refuses two at once; `methods` is the contract that each
method fulfils. A client can use exactly the method that is configured for it.
"""
