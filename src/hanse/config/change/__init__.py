"""Saves: drafts, their checks, and what is written."""
