"""Tests of SAML."""
