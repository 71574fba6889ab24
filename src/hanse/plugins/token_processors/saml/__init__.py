"""The SAML 2.0 token processor: validates the signed assertions of one trusted issuer (RFC 8693, section 3)."""
