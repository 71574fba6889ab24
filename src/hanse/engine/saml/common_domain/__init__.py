"""IdP discovery by the common domain cookie (SAML profiles, section 4.3).

A host of the common domain writes and reads the cookie. If the request came to another host of this server, the browser
is redirected to that host and back, with sealed parameters. So nobody else can have the cookie written or read, and the
addresses need no validation.
"""
