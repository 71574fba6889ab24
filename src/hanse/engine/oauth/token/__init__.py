"""The token endpoint (RFC 6749, section 3.2).

`endpoint` has the phases that all grants share, in order; `grants` has one file for each grant type, and
`grants.grant_handler` says what a grant does and what it leaves to the endpoint.
"""
