"""The token endpoint (RFC 6749, section 3.2).

`endpoint` has the phases that all grants share, in order; `grants` has one file for each grant type, and
`grants.grant_handler` describes the division of work between a grant and the endpoint.
"""
