"""Dry runs of policies, which administrators start before they save. No user is signed in."""
