"""Consent: whether a user has to be asked, the page that asks, and what they answered."""
