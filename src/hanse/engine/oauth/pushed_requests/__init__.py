"""Pushed authorization requests (RFC 9126).

Clients send their authorization requests to the `endpoint`, which authenticates the client, checks the request and
answers with a reference. `stored_requests` stores the request until the user's browser sends the reference to the
authorization endpoint. `public_client_limit` limits how many requests public clients can store.
"""
