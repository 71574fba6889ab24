"""The SAML 2.0 token generator: issues signed assertions (RFC 8693, section 3)."""
