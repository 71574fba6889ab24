"""Listing and revocation of users' grants: a page for users themselves, and REST services for programs."""
