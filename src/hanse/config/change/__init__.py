"""Saving documents: drafts, checks and writing."""
