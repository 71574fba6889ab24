"""SAML 2.0: this server as an identity provider and as a service provider."""
