"""Tests of the SAML identity provider."""
