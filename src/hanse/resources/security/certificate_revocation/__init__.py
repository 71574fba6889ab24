"""Revocation checks of client certificates: the settings, and the certificates of OCSP responders."""
