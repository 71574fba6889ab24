"""The SAML identity provider: SP connections, authentication requests and responses."""
