"""Client authentication (RFC 6749, section 2.3; OpenID Connect Core 1.0, section 9): one file for each method.

`authenticator` determines the method of a request and refuses two at once; `methods` is the interface of the methods. A
client can use only the method that is configured for it.
"""
