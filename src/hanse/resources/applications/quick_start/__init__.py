"""Quick start of an application: a client with today's safe settings, and what it needs around it.

`model` is the input, `client_body` has the settings of each kind of application, `surroundings` creates what else is
absent, and `library_settings` has the settings to paste into common libraries. `creation` puts them together in one
transaction; a preview is the same transaction, rolled back. The standards are RFC 9700, RFC 8252 for native
applications, RFC 8628 for devices, and OAuth 2.0 for Browser-Based Applications for single-page applications.
"""
