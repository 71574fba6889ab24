"""IdP connections: partners whose assertions this server accepts.

A connection has the settings of the OAuth assertion grants (RFC 7521). Browser SSO follows.
"""
