"""WS-Federation 1.2, with this server as identity provider (section 13, web requestors).

`sign_in_messages` reads and checks a request, `completion` answers it after the sign-in with a token of `tokens`, and
`sign_out` ends the session. `participants` has the partners of a session, which the browser loads when it ends, and
`reply_addresses` decides where tokens and users may be sent. `metadata` publishes the endpoint and its keys.
"""
