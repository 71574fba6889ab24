"""Consent: whether it is needed, the consent page, and the user's decision."""
