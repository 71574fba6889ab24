"""Hanse as a SAML service provider, whose users sign in at a partner.

`plugins.connections.saml_provider` sends the requests and verifies the responses; the endpoints here receive the
messages.
"""
