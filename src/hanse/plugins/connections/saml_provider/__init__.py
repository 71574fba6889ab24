"""Sign-in at a SAML identity provider: the Web Browser SSO profile for service providers (SAML profiles, section 4.1).

`authn_request` sends the user to the partner, `received_response` verifies what comes back, and `sign_in` joins both to
an authentication source.
"""
