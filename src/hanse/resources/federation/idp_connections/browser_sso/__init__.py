"""Browser SSO of an IdP connection: the settings with which users sign in at the partner.

A connection uses SAML 2.0 or OpenID Connect. Policies use it as an authentication source.
"""
