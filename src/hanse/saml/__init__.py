"""SAML 2.0 messages and metadata as data, read from XML and written to it. Nothing here does input or output."""
