"""IdP adapters: how users are asked who they are.

What one does is in `html_form` and `identifier_first`; neither knows pages, nor where passwords are checked. `resource`
has the instances with their contracts.
"""
