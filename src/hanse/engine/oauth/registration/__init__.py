"""Registration of clients by themselves: RFC 7591, RFC 7592 and OpenID Connect Dynamic Client Registration 1.0.

`metadata` has the members that clients send, and `client_bodies` converts them to a client's settings and back.
`registration_requests` checks a request, with `software_statements` and `policies`. `stored_clients` saves the client
in the configuration by the same rules as the admin API. `endpoint` has the handlers.
"""
