"""SAML 2.0 messages as data: reading and writing of assertions, requests, responses and metadata. No input or output."""
